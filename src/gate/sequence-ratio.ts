/** From this length on, difflib leaves frequent elements out of its index ("autojunk"). */
const AUTOJUNK_FROM = 200

/**
 * Ratcliff/Obershelp similarity 2M/T of two texts by code points, equal to Python's `difflib.SequenceMatcher(None, a, b).ratio()`
 * (the gate's threshold of 0.70 was set on that function). It depends on the order of its arguments; two empty texts give 1.
 */
export function sequenceRatio(a: string, b: string): number {
  const left = [...a]
  const right = [...b]
  const total = left.length + right.length
  return total === 0 ? 1 : (2 * matchedElements(left, right)) / total
}

/** Elements in matching blocks: the longest one, then the same left and right of it. */
function matchedElements(a: readonly string[], b: readonly string[]): number {
  const places = indexOf(b)
  let matched = 0
  const open: [number, number, number, number][] = [[0, a.length, 0, b.length]]
  for (let range = open.pop(); range; range = open.pop()) {
    const [aLow, aHigh, bLow, bHigh] = range
    const { i, j, size } = longestMatch(a, b, places, range)
    if (size === 0) continue
    matched += size
    if (aLow < i && bLow < j) open.push([aLow, i, bLow, j])
    if (i + size < aHigh && j + size < bHigh) open.push([i + size, aHigh, j + size, bHigh])
  }
  return matched
}

function indexOf(b: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  b.forEach((element, index) => {
    const known = places.get(element)
    if (known) known.push(index)
    else places.set(element, [index])
  })
  if (b.length >= AUTOJUNK_FROM) {
    const most = Math.floor(b.length / 100) + 1
    for (const [element, indices] of places) if (indices.length > most) places.delete(element)
  }
  return places
}

function longestMatch(a: readonly string[], b: readonly string[], places: ReadonlyMap<string, readonly number[]>, [aLow, aHigh, bLow, bHigh]: readonly [number, number, number, number]): { i: number; j: number; size: number } {
  let best = { i: aLow, j: bLow, size: 0 }
  let lengths = new Map<number, number>()
  for (let i = aLow; i < aHigh; i++) {
    const next = new Map<number, number>()
    for (const j of places.get(a[i] as string) ?? []) {
      if (j < bLow) continue
      if (j >= bHigh) break
      const size = (lengths.get(j - 1) ?? 0) + 1
      next.set(j, size)
      if (size > best.size) best = { i: i - size + 1, j: j - size + 1, size }
    }
    lengths = next
  }
  // elements that the index leaves out still lengthen a match that was found
  let { i, j, size } = best
  while (i > aLow && j > bLow && a[i - 1] === b[j - 1]) { i--; j--; size++ }
  while (i + size < aHigh && j + size < bHigh && a[i + size] === b[j + size]) size++
  return { i, j, size }
}

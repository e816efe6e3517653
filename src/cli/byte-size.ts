/** A size for people: `0 B`, `12 kB`, `3.4 MB` (powers of 1,000). */
export function byteSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit > 1 && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

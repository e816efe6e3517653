/** ISBN-13 digits of a text with a right check digit (ISBN-10 is converted), or undefined. */
export function parseIsbn(text: string): string | undefined {
  const s = text.normalize('NFKC').replace(/^\s*(?:e-?)?isbn(?:-1[03])?\s*:?/i, '').replace(/\([^)]*\)/g, '').replace(/[\s\-‐-―.]/g, '').toUpperCase()
  if (/^\d{9}[\dX]$/.test(s)) {
    let sum = 0
    for (let i = 0; i < 10; i++) sum += (10 - i) * (s[i] === 'X' ? 10 : Number(s[i]))
    if (sum % 11 !== 0) return undefined
    const body = `978${s.slice(0, 9)}`
    return body + isbn13CheckDigit(body)
  }
  if (/^97[89]\d{10}$/.test(s)) return isbn13CheckDigit(s.slice(0, 12)) === s[12] ? s : undefined
  return undefined
}

function isbn13CheckDigit(twelve: string): string {
  let sum = 0
  for (let i = 0; i < 12; i++) sum += Number(twelve[i]) * (i % 2 === 0 ? 1 : 3)
  return String((10 - (sum % 10)) % 10)
}

/** ISSN as `1234-567X` with a right check digit (ISO 3297), or undefined. */
export function parseIssn(text: string): string | undefined {
  const s = text.normalize('NFKC').replace(/^\s*(?:[ep]-?)?issn(?:-?l)?\s*:?/i, '').replace(/[\s\-‐-―]/g, '').toUpperCase()
  if (!/^\d{7}[\dX]$/.test(s)) return undefined
  let sum = 0
  for (let i = 0; i < 8; i++) sum += (8 - i) * (s[i] === 'X' ? 10 : Number(s[i]))
  return sum % 11 === 0 ? `${s.slice(0, 4)}-${s.slice(4)}` : undefined
}

// Draws what `cite-verify check` prints on a terminal as an SVG for the READMEs: node scripts/report-picture.mjs OUT.svg [COMMAND...]
// The default command is the demo; only its first report is drawn. The text is a real run's, character by character.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters as plain } from 'node:util'
import { displayWidth } from '../src/cli/report/display-width.ts'

const COLUMNS = 100
const MAX_LINES = 46
const CELL = 8.4
const LINE = 19
const ESCAPE = String.fromCharCode(27)
const COLOUR_CODE = new RegExp(`(${ESCAPE}\\[\\d+m)`)
const COLOURS = { 31: '#e5534b', 32: '#57ab5a', 33: '#c69026', 36: '#39c5cf', 90: '#8b949e' }

const [out = 'report.svg', ...command] = process.argv.slice(2)
const [program, ...args] = command.length > 0 ? command : [process.execPath, 'scripts/demo.ts']
const ran = spawnSync(program, args, { env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '', COLUMNS: String(COLUMNS) }, encoding: 'utf8' })
if (ran.error) throw ran.error
const all = ran.stdout.trimEnd().split('\n')
const end = all.findIndex((line) => line.startsWith('exit code'))
const report = end < 0 ? all : all.slice(0, end)
// The headline is longer than a line: a terminal wraps it, an SVG does not.
const wrapped = report.flatMap((line) => (displayWidth(plain(line)) <= COLUMNS ? [line] : wrap(line)))
const lines = wrapped.length > MAX_LINES ? [...wrapped.slice(0, MAX_LINES), '…'] : wrapped

let tone = ''
let bold = false
const rows = lines.map((line, index) => `<text x="16" y="${34 + index * LINE}">${spans(line)}</text>`)
const width = Math.ceil(32 + COLUMNS * CELL)
const height = 34 + lines.length * LINE
writeFileSync(out, `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A report of cite-verify check on a terminal">
<rect width="100%" height="100%" rx="8" fill="#1c2128"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#cdd9e5" xml:space="preserve">
${rows.join('\n')}
</g>
</svg>
`)
console.log(`${out}: ${lines.length} lines`)

/** Breaks at blanks; the colour codes stand at the ends of a line only. */
function wrap(line) {
  const pieces = []
  let piece = ''
  for (const word of line.split(' ')) {
    if (piece !== '' && displayWidth(plain(`${piece} ${word}`)) > COLUMNS) {
      pieces.push(piece)
      piece = word
    } else piece = piece === '' ? word : `${piece} ${word}`
  }
  return [...pieces, piece]
}

/** One tspan per stretch of one colour, placed by column, so that a font's widths do not matter. */
function spans(line) {
  let column = 0
  let drawn = ''
  for (const part of line.split(COLOUR_CODE)) {
    const code = part.startsWith(ESCAPE) ? part.slice(2, -1) : undefined
    if (code !== undefined) {
      if (code === '1' || code === '22') bold = code === '1'
      else tone = COLOURS[code] ?? ''
    } else if (part !== '') {
      drawn += `<tspan x="${(16 + column * CELL).toFixed(1)}"${tone ? ` fill="${tone}"` : ''}${bold ? ' font-weight="bold"' : ''}>${escapeXml(part)}</tspan>`
      column += displayWidth(part)
    }
  }
  return drawn
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll(' ', '\u00a0')
}

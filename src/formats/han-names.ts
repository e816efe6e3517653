const NAME = /^\p{Script=Han}[\p{Script=Han}·•]+$/u
const OTHERS = /^(?:等人?|et\.?\s*al\.?|others)$/i

/**
 * The people of a Chinese list that stands in the place of one name (`张三,李四,王五`, `张三；李四`, `张三、李四，等`, short names with spaces as `张三 李四 王五`), `others` for 等
 * at its end; undefined for one name. Two pieces with a plain comma or a space stay one name: they may be family and given name (`欧阳, 修`).
 */
export function splitHanNames(text: string): readonly string[] | undefined {
  const separator = /[，；;、]/.test(text) ? /\s*[，；;、,]\s*/u : text.includes(',') ? /\s*,\s*/u : /\s+/u
  const pieces = text.trim().split(separator).map((piece) => piece.trim()).filter((piece) => piece !== '')
  const isCut = OTHERS.test(pieces.at(-1) ?? '') || /[^\s等]等$/u.test(pieces.at(-1) ?? '')
  const names = pieces.filter((piece) => !OTHERS.test(piece)).map((piece, i, all) => (isCut && i === all.length - 1 ? piece.replace(/等$/, '') : piece))
  const least = /[，；;、]/.test(text) ? 2 : 3
  return names.length + (isCut ? 1 : 0) >= least && names.length > 0 && names.every((name) => NAME.test(name) && (/[，；;、,]/.test(text) || name.length <= 4)) ? [...names, ...(isCut ? ['others'] : [])] : undefined
}

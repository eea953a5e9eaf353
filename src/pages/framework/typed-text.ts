// Text and file names as people's browsers send them, made fit to keep: nothing in them is cut inside a character or breaks a later answer.

/**
 * A text as it was typed. Browsers send line breaks as two characters and count them as one: a text at its limit would lose its end.
 * @example
 * typedText('one\r\ntwo') // => 'one\ntwo'
 */
export const typedText = (sent: string): string => sent.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')

/**
 * The beginning of a text, without half a character at its end.
 * @example
 * beginning('ab😀', 3) // => 'ab'
 */
export const beginning = (text: string, most: number): string => {
  const cut = text.slice(0, most)
  return text.length > most && !cut.isWellFormed() ? cut.slice(0, -1) : cut
}

const longestName = 255
/** Line breaks and the like. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** They let a name end otherwise than it reads. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g
const ending = /\.[\p{L}\p{N}]{1,10}$/u

/**
 * The name under which an uploaded file is kept: one line, no folders, and its ending even where it is too long.
 * @example
 * keptFileName('../rates\n2026.pdf') // => '.._rates 2026.pdf'
 */
export const keptFileName = (sent: string): string => {
  const name = sent.toWellFormed().replaceAll(controls, ' ').replaceAll(directions, '').replaceAll(/[/\\]/g, '_').trim()
  if (name === '') return 'unnamed'
  if (name.length <= longestName) return name
  const [last = ''] = ending.exec(name) ?? []
  return beginning(name.slice(0, name.length - last.length), longestName - last.length) + last
}

// A name as it fits into a box of a chart.

/** How many small letters of the Latin alphabet are as wide. */
const widthOf = (letter: string): number => {
  if (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter)) return 1.8
  return /[\p{Lu}mw&@%]/u.test(letter) ? 1.25 : 1
}

/**
 * @param fitting how many small letters fit
 * @example
 * shortName('Acme Widgets', 8) // => 'Acme W…'
 */
export const shortName = (name: string, fitting: number): string => {
  let [shown, room] = ['', fitting]
  for (const letter of name) {
    room -= widthOf(letter)
    if (room < 0) return `${[...shown].slice(0, -1).join('')}…`
    shown += letter
  }
  return name
}

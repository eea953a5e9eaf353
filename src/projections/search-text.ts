// What is searched by words has no accents, and quotes and dashes as a keyboard has them: a business is found as people type its name.
import anyAscii from 'any-ascii'
import { plainSigns, said } from '../evidence/matching/letters.ts'

/**
 * A text with its Latin letters and signs as they stand in ASCII, and letters of other scripts as they are. What is searched and what is searched for go
 * through it.
 * @example
 * searchText('Crème Brûlée Łódź') // => 'Creme Brulee Lodz'
 * searchText('Joe’s') // => "Joe's"
 */
export const searchText = (text: string): string => {
  const typed = plainSigns(text)
  return plain.test(typed) ? typed : said(typed).normalize('NFD').replace(accented, '$1').replace(latin, anyAscii).normalize('NFC')
}

/**
 * What is searched for. A name is found however its words are set apart: `Acme, Inc.` finds Acme Inc, and the other way round.
 * @example
 * soughtText('Acme, Inc. (Nevada) & Sons') // => 'Acme Inc Nevada & Sons'
 */
export const soughtText = (text: string): string => searchText(text).replace(aroundWords, '')

/** Signs that a word begins or ends with. */
const aroundWords = /(?<=^|\s)["'(]+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])["'),.;:]+(?=\s|$)/gu

const plain = /^\p{ASCII}*$/u
const accented = /(\p{Script=Latin})\p{Mn}+/gu
const latin = /(?![a-z])\p{Script=Latin}/giu

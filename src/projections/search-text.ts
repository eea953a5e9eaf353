// What is searched by words has no accents: a business is found as people type its name on their own keyboard.
import anyAscii from 'any-ascii'

/**
 * A text with its Latin letters as they stand in ASCII, and those of other scripts as they are. What is searched and what is searched for go through it.
 * @example
 * searchText('Crème Brûlée Łódź') // => 'Creme Brulee Lodz'
 */
export const searchText = (text: string): string =>
  plain.test(text) ? text : text.normalize('NFD').replace(accented, '$1').replace(latin, anyAscii).normalize('NFC')

/**
 * What is searched for. A name is found however its words are set apart: `Acme, Inc.` finds Acme Inc, and the other way round.
 * @example
 * soughtText('Acme, Inc. (Nevada) & Sons') // => 'Acme Inc Nevada & Sons'
 */
export const soughtText = (text: string): string => searchText(text).replace(aroundWords, '')

/** Signs that a word begins or ends with. */
const aroundWords = /(?<=^|\s)["'“(]+(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])["'”),.;:]+(?=\s|$)/gu

const plain = /^\p{ASCII}*$/u
const accented = /(\p{Script=Latin})\p{Mn}+/gu
const latin = /(?![a-z])\p{Script=Latin}/giu

// Whether a name shows that a company has it. Legal forms do, but short ones are also names of people, initials and degrees: `Maria da Sa`, `Wei Co`,
// `SMITH J L P`, `John Smith PA`. A name that is not certainly a company's may be a person's.

import { splitWords } from './names.ts'
import { remembered } from './remembered.ts'
import { inLatin } from './scripts.ts'
import { legalForms } from './words.ts'
import { worldFormAtEnd } from './world-forms.ts'

/**
 * @example
 * isCompanyName('Imaginary Holdings Ltd') // => true
 * isCompanyName('Nestlé S.A.') // => true
 * isCompanyName('Maria da Sa') // => false
 * isCompanyName('Charity Jones') // => false
 */
export const isCompanyName: (name: string) => boolean = remembered(1_000, (written) => {
  const name = inLatin(written).text
  const words = splitWords(name)
  const afterFirst = ` ${words.slice(1).join(' ')} `
  if (words[0] === 'ooo' || words.indexOf('trust') > 1 || certain.test(afterFirst)) return true
  const world = worldFormAtEnd(words)
  if (world > 0 && isConsonants(words.slice(-world).join(''), 3)) return true
  const ending = words.length > 1 ? (words.at(-1) as string) : ''
  if (shortForms.has(ending) && isConsonants(ending, 2)) return true
  return isWrittenAsForm(name) && (world > 0 || shortForms.has(ending) || letterForms.test(afterFirst))
})

/** Nobody's name is made of consonants alone, but for `Ng`. */
const isConsonants = (form: string, letters: number): boolean => form.length >= letters && !/[aeiouy]/.test(form)

/** Forms that names of people have, too: a family name, and the degree of a physician's assistant. */
const others: ReadonlySet<string> = new Set(['coop', 'pa', 'p a'])
/** Short forms with a vowel that nobody is called. */
const nobodys: ReadonlySet<string> = new Set('inc ooo fze uab lda oyj'.split(' '))

const spellings = legalForms.flatMap((form) => form.spellings).filter((form) => !others.has(form))

/** A form that tells a company wherever it stands behind the first word. */
const isCertain = (form: string): boolean => {
  const letters = form.replaceAll(' ', '')
  return letters.length > 3 || nobodys.has(letters) || isConsonants(letters, 3)
}

const certain = new RegExp(` (?:${[...spellings.filter(isCertain), 'and co', 'partnership'].join('|')}) `)
const shortForms: ReadonlySet<string> = new Set(spellings.filter((form) => /^\w{2,3}$/.test(form)))
/** Written apart or with full stops: `S.A.` */
const letterForms = new RegExp(` (?:${spellings.filter((form) => /^\w(?: \w)+$/.test(form)).join('|')}) $`)

/** Beside small letters people write a name as `Sa`, and a form as `SA`, `S.A.`, `A/S` or `s.r.o.`. */
const isWrittenAsForm = (name: string): boolean => {
  const [, before = '', last = ''] = /^(.*)\s(\S+)$/.exec(name.trim()) ?? []
  return /\p{Ll}/u.test(before) && !before.includes(',') && /\p{Lu}.*\p{Lu}|\p{L}\.\p{L}/u.test(last)
}

// How names are damaged: rules that were written down before the matching was measured by them. A rule answers null where it does
// not apply to a name. They share no table with the matching.

import { oneOf } from './random.ts'

export type Random = () => number
export type Damage = {
  readonly label: string
  readonly of: 'business' | 'person'
  readonly damage: (name: string, random: Random, rarity: (word: string) => number) => string | null
}

const formAtEnd =
  /[\s,]+(?:limited liability company|l\.?l\.?c\.?|inc\.?|incorporated|corp\.?|corporation|co\.?,? ltd\.?|company limited|private limited|\(?pvt\)? ltd\.?|pte\.? ltd\.?|co\.?|company|ltd\.?|limited|gmbh|ltda\.?|s\.a\.? de c\.v\.?|s\.? de r\.l\.? de c\.v\.?|s\.?a\.?s\.?|s\.?a\.?l\.?|s\.?a\.?|s\.?a\.?r\.?l\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|e\.?u\.?|a\.?g\.?|b\.?v\.?|(?:open |closed |public |private )?joint[- ]stock company|[ocp]?jsc|fzco|fze|plc|ooo|oao|zao|pao|ao)$/i
const formAtStart =
  /^(?:limited liability company|(?:open |closed |public |private )?joint[- ]stock company|obshchestvo s ogranichennoi otvetstvennostyu|(?:otkrytoe |zakrytoe |publichnoe )?aktsionernoe obshchestvo|llc|ooo|oao|zao|pao|ao|[ocp]?jsc|tov|pt)\s+(?=.{3})/i
const forms = ['LLC', 'Inc.', 'Ltd', 'GmbH', 'Corp.', 'S.A.', 'JSC', 'OOO', 'Limited Liability Company', 'S.A. de C.V.', 'Company', 'B.V.']
const spelt: readonly (readonly [RegExp, string])[] = [
  [/\blimited liability company\b/i, 'LLC'],
  [/\bl\.?l\.?c\b\.?/i, 'Limited Liability Company'],
  [/\bopen joint[- ]stock company\b/i, 'OJSC'],
  [/\bjoint[- ]stock company\b/i, 'JSC'],
  [/\bjsc\b/i, 'Joint Stock Company'],
  [/\booo\b/i, 'Obshchestvo s Ogranichennoy Otvetstvennostyu'],
  [/\bco\.?,? ltd\b\.?/i, 'Company Limited'],
  [/\bltd\b\.?/i, 'Limited'],
  [/\bcorporation\b/i, 'Corp'],
  [/\bs\.a\. de c\.v\./i, 'Sociedad Anonima de Capital Variable'],
  [/\bgmbh\b/i, 'Gesellschaft mit beschränkter Haftung'],
]
const longForm = /\b(?:limited|liability|company|corporation|joint|stock|incorporated|gmbh|ltda|obshchestvo|aktsionernoe)\b/gi
const short: readonly (readonly [RegExp, string])[] = [
  [/\binternational\b/i, "Int'l"],
  [/\btrading\b/i, 'Trdg'],
  [/\bindustries\b/i, 'Inds'],
  [/\bindustrial\b/i, 'Indl'],
  [/\bmanufacturing\b/i, 'Mfg'],
  [/\bgeneral\b/i, 'Gen'],
  [/\bengineering\b/i, 'Engg'],
  [/\btechnolog(?:y|ies)\b/i, 'Tech'],
  [/\bservices?\b/i, 'Svcs'],
  [/\bcompany\b/i, 'Co'],
  [/\bgroup\b/i, 'Grp'],
  [/\bholdings?\b/i, 'Hldg'],
  [/\binvestments?\b/i, 'Inv'],
  [/\bdevelopment\b/i, 'Dev'],
  [/\bmanagement\b/i, 'Mgmt'],
  [/\bshipping\b/i, 'Shpg'],
  [/\bfoundation\b/i, 'Fdn'],
  [/\bassociation\b/i, 'Assn'],
  [/\binstitute\b/i, 'Inst'],
  [/\buniversity\b/i, 'Univ'],
  [/\borgani[sz]ation\b/i, 'Org'],
  [/\bnational\b/i, "Nat'l"],
  [/\bdepartment\b/i, 'Dept'],
  [/\bministry\b/i, 'Min'],
  [/\belectronics?\b/i, 'Elec'],
  [/\btransport(?:ation)?\b/i, 'Transp'],
  [/\bpetroleum\b/i, 'Petrol'],
  [/\bchemicals?\b/i, 'Chem'],
  [/\bconstruction\b/i, 'Constr'],
  [/\bscientific\b/i, 'Sci'],
  [/\bresearch\b/i, 'Rsch'],
]
const cities =
  'London,Paris,Berlin,Istanbul,Karachi,Lagos,Mumbai,Jakarta,Manila,Cairo,Lima,Bogota,Nairobi,Casablanca,Warsaw,Vienna,Madrid,Milan,Athens,Kyiv,Minsk,Almaty,Tashkent,Baku,Tbilisi,Yerevan,Beirut,Amman,Baghdad,Riyadh,Doha,Muscat,Kuwait,Shanghai,Shenzhen,Guangzhou,Bangkok,Hanoi,Singapore,Sydney,Toronto,Geneva,Zurich,Brussels,Rotterdam,Hamburg,Limassol,Larnaca,Sofia,Belgrade'.split(
    ',',
  )
const lookAlikes: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', e: '3', a: '4', s: '5' }
const homoglyphs: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у' }
const keyboard: Readonly<Record<string, string>> = {
  a: 's',
  b: 'v',
  c: 'x',
  d: 'f',
  e: 'r',
  f: 'g',
  g: 'h',
  h: 'j',
  i: 'o',
  j: 'k',
  k: 'l',
  l: 'k',
  m: 'n',
  n: 'b',
  o: 'p',
  p: 'o',
  q: 'w',
  r: 't',
  s: 'd',
  t: 'y',
  u: 'i',
  v: 'c',
  w: 'e',
  x: 'z',
  y: 'u',
  z: 'x',
}

/** BGN/PCGN the other way, for names that read like East Slavic ones. */
const cyrillic = table(
  'shch щ,kh х,zh ж,ts ц,ch ч,sh ш,yu ю,ya я,ye е,yo ё,iy ий,ey ей,a а,b б,v в,g г,d д,e е,z з,i и,y й,k к,l л,m м,n н,o о,p п,r р,s с,t т,u у,f ф',
)
const slavic = /(?:ov|ova|ev|eva|skiy|skaya|enko|vich|vna|uk|chuk|yan)\b/i
const arabic = table(
  'kh خ,sh ش,th ث,dh ذ,gh غ,aa ا,ee ي,oo و,ou و,iy ي,b ب,t ت,j ج,h ح,d د,r ر,z ز,s س,f ف,q ق,k ك,l ل,m م,n ن,w و,v ف,y ي,g غ,p ب,i ي,u و,o و',
)
const arabicName =
  /\b(?:muhammad|mohammed|mohamed|ahmad|ahmed|abd|abdul|abu|ali|al|bin|ibn|hasan|hassan|husayn|hussein|mahmud|khalid|ibrahim|umar|yusuf)\b/i

function table(rows: string): readonly (readonly [string, string])[] {
  return rows.split(',').map((row) => row.split(' ') as [string, string])
}

const wordsOf = (name: string): string[] => name.split(/\s+/).filter((word) => word !== '')
const swapped = (name: string, from: string, by: string): string | null => (from === by ? null : name.replace(from, () => by))
const matchCase = (like: string, letter: string): string => (like === like.toUpperCase() ? letter.toUpperCase() : letter)

/** A place of a letter in a word of at least four letters that is no part of a legal form. */
function place(name: string, random: Random, suits: (at: number) => boolean = () => true): number | null {
  const places = [...name.matchAll(/\p{L}{4,}/gu)]
    .filter(([word]) => !/^(?:limited|liability|company|gmbh|ltda|corp|corporation|sarl|joint|stock|incorporated)$/i.test(word))
    .flatMap((word) => [...word[0]].map((_, at) => word.index + at))
    .filter(suits)
  return places.length === 0 ? null : oneOf(places, random)
}

const putAt = (name: string, at: number, letters: string, instead = 1): string => name.slice(0, at) + letters + name.slice(at + instead)
const anyLetter = (random: Random): string => oneOf([...'abcdefghijklmnopqrstuvwxyz'], random)

function typo(name: string, random: Random): string | null {
  const at = place(name, random)
  if (at === null) return null
  const letter = name[at] as string
  const neighbour = matchCase(letter, keyboard[letter.toLowerCase()] ?? anyLetter(random))
  return oneOf([putAt(name, at, ''), putAt(name, at, letter + matchCase(letter, anyLetter(random))), putAt(name, at, neighbour)], random)
}

function exchanged(name: string, random: Random): string | null {
  const at = place(name, random, (at) => /\p{L}/u.test(name[at + 1] ?? '') && name[at] !== name[at + 1])
  return at === null ? null : putAt(name, at, `${name[at + 1]}${name[at]}`, 2)
}

function doubled(name: string, random: Random): string | null {
  const pairs = [...name.matchAll(/(\p{L})\1/gu)]
  if (pairs.length > 0 && random() < 0.5) return putAt(name, oneOf(pairs, random).index, '')
  const at = place(name, random, (at) => /[lnmstrpkdbgfcaeo]/i.test(name[at] ?? ''))
  return at === null ? null : putAt(name, at, `${name[at]}${name[at]}`)
}

function replacedBy(letters: Readonly<Record<string, string>>, most: number) {
  return (name: string, random: Random): string | null => {
    let result = name
    for (let count = 0; count < most; count++) {
      const at = place(result, random, (at) => letters[(result[at] ?? '').toLowerCase()] !== undefined)
      if (at === null) return count === 0 ? null : result
      const letter = result[at] as string
      result = putAt(result, at, matchCase(letter, letters[letter.toLowerCase()] as string))
    }
    return result
  }
}

function joined(name: string, random: Random): string | null {
  const gaps = [...name.matchAll(/(?<=\p{L}{2})[ -](?=\p{L}{2})/gu)].map(({ index }) => index)
  return gaps.length === 0 ? null : putAt(name, oneOf(gaps, random), '')
}

function split(name: string, random: Random): string | null {
  const places = [...name.matchAll(/\p{L}{6,}/gu)].flatMap(({ index, 0: word }) =>
    Array.from({ length: word.length - 3 }, (_, at) => index + 2 + at),
  )
  return places.length === 0 ? null : putAt(name, oneOf(places, random), ' ', 0)
}

function exchangedWords(name: string, random: Random): string | null {
  const form = formAtEnd.exec(name)?.[0] ?? ''
  const words = wordsOf(name.slice(0, name.length - form.length))
  if (words.length < 2) return null
  const at = Math.floor(random() * (words.length - 1))
  return [...words.slice(0, at), words[at + 1], words[at], ...words.slice(at + 2)].join(' ') + form
}

const withoutForm = (name: string): string | null => {
  const bare = name.replace(formAtEnd, '').replace(formAtStart, '').trim()
  return bare === name || bare.replace(/[^\p{L}]/gu, '').length < 3 ? null : bare
}

function droppedWord(name: string, random: Random, suits: (word: string) => boolean, least: number): string | null {
  const words = wordsOf(name)
  if (words.length < least) return null
  const places = words.flatMap((word, at) => (suits(word) ? [at] : []))
  if (places.length === 0) return null
  const dropped = oneOf(places, random)
  return words.filter((_, at) => at !== dropped).join(' ')
}

function formWord(name: string, random: Random, change: (word: string) => string): string | null {
  const found = [...name.matchAll(longForm)].filter(([word]) => word.length >= 5)
  if (found.length === 0 || name.length - found.reduce((sum, [word]) => sum + word.length, 0) < 6) return null
  const { index, 0: word } = oneOf(found, random)
  return putAt(name, index, change(word), word.length)
}

/** `FAMILY, Given` as it is spoken. */
function spoken(name: string): string {
  const [family = '', ...given] = name.split(',').map((part) => part.trim())
  return [...given, family].join(' ').trim()
}

const inScript = (letters: readonly (readonly [string, string])[]) => (name: string) => {
  let rest = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}|['’.-]/gu, '')
  let result = ''
  while (rest !== '') {
    const found = letters.find(([latin]) => rest.startsWith(latin))
    result += found ? found[1] : /[a-z]/.test(rest[0] as string) ? '' : rest[0]
    rest = rest.slice(found?.[0].length ?? 1)
  }
  return result
}
const inCyrillic = inScript(cyrillic)
const inArabic = (name: string): string =>
  wordsOf(name.replace(/\b(al|el)-/gi, 'al '))
    .map((word) => (/^(?:al|el)$/i.test(word) ? 'ال' : /^a/i.test(word) ? `ا${inScript(arabic)(word.slice(1))}` : inScript(arabic)(word)))
    .join(' ')
    .replace(/ال (?=.)/g, 'ال')

const ordinary = (rarity: (word: string) => number) => (word: string) => rarity(word) >= 40

const either: readonly Omit<Damage, 'of'>[] = [
  { label: 'as listed', damage: (name) => name },
  { label: 'one typing error', damage: typo },
  { label: 'two typing errors', damage: (name, random) => typo(typo(name, random) ?? '', random) },
  { label: 'neighbouring letters exchanged', damage: exchanged },
  { label: 'letter doubled or single', damage: doubled },
  { label: 'digits for letters', damage: replacedBy(lookAlikes, 2) },
  { label: 'look-alike Cyrillic letters', damage: replacedBy(homoglyphs, 3) },
  { label: 'words joined', damage: joined },
  { label: 'word split', damage: split },
  {
    label: 'accents, case, punctuation',
    damage: (name) =>
      name
        .toLowerCase()
        .replace(/[aeoun]/g, (letter, at) => (at % 3 === 0 ? ({ a: 'á', e: 'é', o: 'ö', u: 'ü', n: 'ñ' }[letter] ?? letter) : letter))
        .replace(/-/g, ' ')
        .replace(/'/g, '’')
        .replace(/\./g, ''),
  },
]

const business: readonly Omit<Damage, 'of'>[] = [
  { label: 'words in another order', damage: exchangedWords },
  { label: 'form dropped', damage: withoutForm },
  { label: 'form changed', damage: (name, random) => (withoutForm(name) === null ? null : `${withoutForm(name)} ${oneOf(forms, random)}`) },
  {
    label: 'form moved to the other end',
    damage: (name) => {
      const atEnd = formAtEnd.exec(name)
      if (atEnd) return `${atEnd[0].replace(/^[\s,]+/, '')} ${name.slice(0, atEnd.index)}`
      const atStart = formAtStart.exec(name)
      return atStart ? `${name.slice(atStart[0].length)} ${atStart[0].trim()}` : null
    },
  },
  {
    label: 'form spelt otherwise',
    damage: (name) => spelt.map(([from, by]) => name.replace(from, by)).find((other) => other !== name) ?? null,
  },
  { label: '"The" before', damage: (name) => `The ${name}` },
  {
    label: 'typing error in the form',
    damage: (name, random) =>
      formWord(name, random, (word) => {
        const at = 1 + Math.floor(random() * (word.length - 2))
        return oneOf(
          [
            putAt(word, at, ''),
            putAt(word, at, anyLetter(random).toUpperCase()),
            putAt(word, at, `${word[at + 1]}${word[at]}`, 2),
            putAt(word, at, ' ', 0),
          ],
          random,
        )
      }),
  },
  { label: 'form cut', damage: (name, random) => formWord(name, random, (word) => word.slice(0, 3 + Math.floor(random() * 2))) },
  {
    label: 'an ordinary word dropped',
    damage: (name, random, rarity) => droppedWord(withoutForm(name) ?? name, random, ordinary(rarity), 3),
  },
  {
    label: 'any word of four or more dropped',
    damage: (name, random) => droppedWord(withoutForm(name) ?? name, random, (word) => word.length > 3, 4),
  },
  { label: '+ Group', damage: (name) => `${withoutForm(name) ?? name} Group` },
  { label: '+ Holding', damage: (name, random) => `${withoutForm(name) ?? name} ${oneOf(['Holding', 'Holdings', 'Holding LLC'], random)}` },
  { label: '+ a city', damage: (name, random) => `${withoutForm(name) ?? name} ${oneOf(cities, random)}` },
  {
    label: '+ an ordinary word',
    damage: (name, random) =>
      `${withoutForm(name) ?? name} ${oneOf(['International', 'Trading', 'Services', 'Logistics', 'Export', 'Industries'], random)}`,
  },
  { label: 'abbreviated', damage: (name) => short.map(([from, by]) => name.replace(from, by)).find((other) => other !== name) ?? null },
  {
    label: '& for and',
    damage: (name) => (/ and | & /i.test(name) ? name.replace(/ and | & /i, (found) => (found === ' & ' ? ' and ' : ' & ')) : null),
  },
  {
    label: 'numbers in words or digits',
    damage: (name) => {
      const words = 'zero one two three four five six seven eight nine ten'.split(' ')
      const digit = /\b(?:[1-9]|10)\b/.exec(name)
      if (digit) return swapped(name, digit[0], words[Number(digit[0])] as string)
      const word = /\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(name)
      return word ? swapped(name, word[0], String(words.indexOf(word[0].toLowerCase()))) : null
    },
  },
  {
    label: 'a single distinctive word',
    damage: (name, _random, rarity) => {
      const words = wordsOf(withoutForm(name) ?? name).map((word) => word.replace(/[^\p{L}-]/gu, ''))
      if (words.length < 2) return null
      return words.filter((word) => word.length >= 7 && rarity(word) <= 2).toSorted((a, b) => b.length - a.length)[0] ?? null
    },
  },
  {
    label: 'in Cyrillic',
    damage: (name) =>
      /^(?:ooo|oao|zao|pao|obshchestvo|aktsionernoe|otkrytoe|zakrytoe)\b|(?:skiy|skaya|skoye|zavod|prom|neft|stroy)/i.test(name)
        ? inCyrillic(name)
        : null,
  },
]

const titles = ['Mr.', 'Dr.', 'Mrs.', 'Sheikh', 'General', 'Prof.']
const transliterations: readonly (readonly [RegExp, string])[] = [
  [/\bM[uo]hamm?[ae]d\b/i, 'Mohammed'],
  [/\bAhmad\b/i, 'Ahmed'],
  [/\bY[uo]u?s[ue]f\b/i, 'Youssef'],
  [/\bHuss?[ae][yi]?n\b/i, 'Hussain'],
  [/\bHasan\b/i, 'Hassan'],
  [/\bKhalid\b/i, 'Khaled'],
  [/\bSerge[iy]\b/i, 'Serguei'],
  [/\bAle[kx]s?and[e]?r\b/i, 'Alexandr'],
  [/\bUmar\b/i, 'Omar'],
  [/\bAbd al-/i, 'Abdul '],
  [/\bMahmud\b/i, 'Mahmoud'],
  [/\bYevgen/i, 'Evgen'],
  [/\bSaid\b/i, 'Saeed'],
  [/\bDmitriy\b/i, 'Dmitry'],
  [/skiy\b/i, 'sky'],
  [/\bYuriy\b/i, 'Yury'],
  [/\bRashid\b/i, 'Rasheed'],
  [/\bAziz\b/i, 'Azeez'],
  [/\bal-/i, 'el '],
  [/\bNasir\b/i, 'Nasser'],
  [/iy\b/i, 'i'],
  [/ou/i, 'u'],
  [/kh/i, 'h'],
]

const person: readonly Omit<Damage, 'of'>[] = [
  { label: 'given name first', damage: (name) => (name.includes(',') ? spoken(name) : null) },
  {
    label: 'family name first, no comma',
    damage: (name) => (name.includes(',') ? name.replaceAll(',', '') : null),
  },
  {
    label: 'middle name left out',
    damage: (name) => {
      const [family, given = '', more] = name.split(',').map((part) => part.trim())
      const words = wordsOf(given)
      return more !== undefined || words.length < 2 || (words[0] as string).length < 3 || /^'?abd/i.test(words[0] as string)
        ? null
        : `${words[0]} ${family}`
    },
  },
  {
    label: 'a name of four or more left out',
    damage: (name, random) => droppedWord(spoken(name), random, (word) => word.length > 3, 4),
  },
  {
    label: 'middle name as an initial',
    damage: (name) => {
      const [family, given = '', more] = name.split(',').map((part) => part.trim())
      const words = wordsOf(given)
      return more !== undefined || words.length < 2
        ? null
        : `${words[0]} ${words
            .slice(1)
            .map((word) => `${word[0]}.`)
            .join(' ')} ${family}`
    },
  },
  {
    label: 'a middle initial added',
    damage: (name, random) => {
      const [family, given, more] = name.split(',').map((part) => part.trim())
      return given === undefined || more !== undefined ? null : `${given} ${anyLetter(random).toUpperCase()}. ${family}`
    },
  },
  { label: 'a title before', damage: (name, random) => `${oneOf(titles, random)} ${spoken(name)}` },
  {
    label: 'hyphens instead of spaces',
    damage: (name) => (/\p{L} \p{L}/u.test(spoken(name)) ? spoken(name).replace(/(?<=\p{L}) (?=\p{L})/u, '-') : null),
  },
  {
    label: 'otherwise transliterated',
    damage: (name) => transliterations.map(([from, by]) => name.replace(from, by)).find((other) => other !== name) ?? null,
  },
  { label: 'in Cyrillic', damage: (name) => (slavic.test(name) ? inCyrillic(spoken(name)) : null) },
  { label: 'in Arabic', damage: (name) => (arabicName.test(name) ? inArabic(spoken(name)) : null) },
]

export const damages: readonly Damage[] = [
  ...either.map((rule) => ({ ...rule, of: 'business' as const })),
  ...business.map((rule) => ({ ...rule, of: 'business' as const })),
  ...either.map((rule) => ({ ...rule, of: 'person' as const })),
  ...person.map((rule) => ({ ...rule, of: 'person' as const })),
]

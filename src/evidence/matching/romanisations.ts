// Names of people in other Latin spellings than the usual one: Korean and Chinese ones as a whole, and single names as German, French and
// Arabic-speaking countries write them.

import { remembered } from './remembered.ts'
import { soundKey } from './sound.ts'

/**
 * How a name sounds if it is read as another language spells it; none for most names.
 * @example
 * otherSounds('jewgeni') // => ['avgani']
 * otherSounds('miller') // => []
 */
export function otherSounds(name: string): readonly string[] {
  if (name.length < 5 || !mayBeRespelt.test(name)) return none
  const own = soundKey(name)
  return [...new Set(respelt.map((read) => soundKey(read(name))))].filter((sound) => sound !== own)
}

const none: readonly string[] = []
const mayBeRespelt = /^[gj]|^c[aeiou]|j[aeou]|z|[cdgkt]h|ou[aeiy]|ine$|c(?:i|[oe][vw])$/
const respelt: readonly ((name: string) => string)[] = [
  // German: Jewgeni, Michail, Kolomeizew.
  (name) =>
    name
      .replace(/(?<!s)ch/g, 'kh')
      .replace(/j(?=[aeou])/g, 'y')
      .replace(/z(?!h)/g, 'ts'),
  // Polish: Wladimirowicz, Szymanski, Kuznecow.
  (name) =>
    name
      .replaceAll('sz', 'sh')
      .replace(/(?<=.)ch/g, 'kh')
      .replaceAll('cz', 'ch')
      .replaceAll('rz', 'zh')
      .replace(/c(?=[oe][vw]$)/, 'ts')
      .replace(/j(?=[aeou])/g, 'y'),
  // French: Poutine, Oualid.
  (name) => name.replace(/ine$/, 'in').replace(/ou(?=[aeiy])/g, 'w'),
  // Turkish and Persian: Halid, Ramazan, Haris, Cemal; Mihailov.
  (name) =>
    name
      .replaceAll('kh', 'h')
      .replaceAll('dh', 'z')
      .replaceAll('th', 's')
      .replace(/^c(?=[aeiou])|c(?=i$)/g, 'j'),
  // The letter qaf is also a g: Gaddafi, Sadigh.
  (name) => name.replace(/gh|^g(?=[aou])/g, 'k'),
]

/**
 * How a Korean name of three syllables or a Chinese one of two or three sounds, with either end first, behind the system of its spelling; none for other names. Compare
 * them by `romanisedAlike`.
 * @param words the words of the name, in lower case
 * @example
 * romanisedKeys(['gim', 'jeong', 'eun']) // => ['Korean kim cong on']
 * romanisedKeys(['jong', 'un', 'kim']) // => ['Korean cong on kim', 'Korean kim cong on']
 * romanisedKeys(['zedong', 'mao']) // => ['Pinyin tso tung mao', 'Pinyin mao tso tung']
 */
export function romanisedKeys(words: readonly string[]): readonly string[] {
  if (words.length < 2 || words.length > 3 || words.some(({ length }) => length > longest)) return none
  const keys = [...inOrders(words, koreanSyllable, isKoreanFamily).map((key) => `Korean ${key}`), ...chineseKeys(words)]
  return keys.length === 0 ? none : keys
}

/** Whether two names with these keys are one in two spellings, and in which language. */
export function romanisedAlike(one: readonly string[], other: readonly string[]): 'Korean' | 'Chinese' | null {
  for (const key of one) {
    if (key.startsWith('Korean')) {
      if (other.includes(key)) return 'Korean'
    } else if (other.includes(otherSystem(key))) return 'Chinese'
  }
  return null
}

/** The key without the system of spelling: names that may be one in two spellings share it. */
export const spokenKey = (key: string): string => key.replace(/^(?:Pinyin|Wade-Giles)/, 'Chinese')

/** Two names in Pinyin are spelt as they are meant: only one in Wade-Giles is another spelling of one in Pinyin. */
const otherSystem = (key: string): string =>
  key.startsWith('Pinyin') ? key.replace('Pinyin', 'Wade-Giles') : key.replace('Wade-Giles', 'Pinyin')

/** The most letters of two syllables written together. */
const longest = 12

type Read = (syllable: string) => string | null

/** The three syllables, as they sound, with either end first. */
function inOrders(words: readonly string[], read: Read, isFamily: (syllable: string) => boolean): readonly string[] {
  if (!words.some((word) => read(word) !== null)) return none
  const keys = new Set<string>()
  for (const spelt of asThree(words)) {
    const [a, b, c] = spelt.map(read)
    if (a == null || b == null || c == null) continue
    if (isFamily(a)) keys.add(`${a} ${b} ${c}`)
    if (isFamily(c)) keys.add(`${c} ${a} ${b}`)
  }
  return [...keys]
}

/** One of two words may be two syllables written together. */
function asThree(words: readonly string[]): readonly (readonly string[])[] {
  const [one, two] = words as [string, string]
  if (words.length === 3) return [words]
  return [...cuts(one).map((parts) => [...parts, two]), ...cuts(two).map((parts) => [one, ...parts])]
}

const cuts = (word: string): readonly (readonly string[])[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => [word.slice(0, at + 1), word.slice(at + 1)])

const korean =
  /^(kk?|g|tt?|d|pp?|b|tch|chh?|jj?|ss?|sh|rh?|l|h|m|n|)(yae|ye|wae|we|wi|wa|woo?|ya|yeo|yoo|you|yo|yu|eui|ui|eoh?|eu|ee|oo|ou|oe|oi|oy|oh?|uh?|ae|ai|ay|ar(?=k)|ah?|e|i|y|)(ng|ck|k|g|n|ll?|t|m|p|b|)$/
const koreanInitials: Readonly<Record<string, string>> = {
  g: 'k',
  kk: 'k',
  d: 't',
  tt: 't',
  b: 'p',
  pp: 'p',
  j: 'c',
  jj: 'c',
  ch: 'c',
  chh: 'c',
  tch: 'c',
  sh: 's',
  ss: 's',
  l: 'n',
  r: 'n',
  rh: 'n',
}
const koreanVowels: Readonly<Record<string, string>> = {
  yae: 'ye',
  wae: 'we',
  woo: 'o',
  wo: 'wo',
  yeo: 'yo',
  yoo: 'yo',
  you: 'yo',
  yu: 'yo',
  eui: 'i',
  ui: 'i',
  ee: 'i',
  y: 'i',
  eo: 'o',
  eoh: 'o',
  eu: 'o',
  oo: 'o',
  ou: 'o',
  oh: 'o',
  u: 'o',
  uh: 'o',
  oi: 'oe',
  oy: 'oe',
  ae: 'e',
  ai: 'e',
  ay: 'e',
  ar: 'a',
  ah: 'a',
}
const koreanEnds: Readonly<Record<string, string>> = { g: 'k', ck: 'k', ll: 'l', b: 'p' }

/** `jeong`, `jung` and `chong` are `cong`; `ri`, `lee` and `yi` are `i`. The lists leave out the signs that tell the vowels apart. */
function koreanSyllable(text: string): string | null {
  const [, first, vowel, end] = text.length > 7 ? [] : (korean.exec(text) ?? [])
  if (!vowel) return null
  const [start, middle] = [koreanInitials[first as string] ?? first, koreanVowels[vowel] ?? vowel]
  const isSilent = start === 'n' && /^[iy]/.test(middle)
  return `${isSilent ? '' : start}${middle}${koreanEnds[end as string] ?? end}`
}

const koreanFamilies: ReadonlySet<string> = new Set(
  'kim ri pak choe chong kang cho yun chang im han o so sin kwon hwang an song yu hong chon ko mun yang son pae paek ho no nam sim ha ju ku ryu min chin chi om won chae pyon ra u hyon tae kwak sok ro'
    .split(' ')
    .map((family) => koreanSyllable(family) ?? family),
)
const isKoreanFamily = (syllable: string): boolean => koreanFamilies.has(syllable)

const finals =
  'iang|iong|iung|uang|ang|eng|ing|ong|ung|ian|ien|iao|uai|uan|uen|uei|ieh|ueh|ai|ei|ao|ou|an|en|in|un|ia|ie|iu|ua|ue|ui|uo|eh|er|ih|a|o|e|i|u'
/** Only syllables that Chinese has: `ching` and `hsu` are none of Pinyin. */
const pinyin = new RegExp(
  `^(?=(?:${[
    '[bpmf](?:ai?|an|ang|ao|e|ei|en|eng|i|ian|iao|ie|in|ing|iu|o|ou|u)',
    '[dtnl](?:ai?|an|ang|ao|e|ei|en|eng|i|ia|ian|iang|iao|ie|in|ing|iu|ong|ou|u|uan|ue|ui|un|uo)',
    '[gkh](?:ai?|an|ang|ao|e|ei|en|eng|ong|ou|u|ua|uai|uan|uang|ui|un|uo)',
    '(?:[zcs]h?|r)(?:ai?|an|ang|ao|e|ei|en|eng|i|ong|ou|u|ua|uai|uan|uang|ui|un|uo)',
    '[jqx](?:i|ia|ian|iang|iao|ie|in|ing|iong|iu|u|uan|ue|un)',
    'y(?:a|an|ang|ao|e|i|in|ing|o|ong|ou|u|uan|ue|un)',
    'w(?:ai?|an|ang|ei|en|eng|o|u)',
    'ai?|an|ang|ao|e|ei|en|eng|er|o|ou',
  ].join('|')})$)(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw]|)(${finals})$`,
)
/** Initials of Pinyin among those of Wade-Giles, as people mix them. */
const wadeGiles = new RegExp(`^(ts|tz|hs|ch|zh|sh|ss|sz|[bpmfdtnlgkhjqxrzcswy]|)(${finals})$`)
/** Pinyin's initials as Wade-Giles writes them without its apostrophes. */
const pinyinInitials: Readonly<Record<string, string>> = {
  zh: 'ch',
  j: 'ch',
  q: 'ch',
  x: 'hs',
  z: 'ts',
  c: 'ts',
  b: 'p',
  d: 't',
  g: 'k',
  r: 'j',
}
const wadeGilesInitials: Readonly<Record<string, string>> = { ...pinyinInitials, tz: 'ts', ss: 's', sz: 's', j: 'j' }

/** The finals of both systems that are one, as one of them. */
function sameFinal(final: string): string {
  const plain = final.replace(/h$/, '').replace('ong', 'ung').replace('ien', 'ian').replace('uei', 'ui').replace('uen', 'un')
  return plain === 'uo' || plain === 'e' ? 'o' : plain
}

function syllableOf(pattern: RegExp, initials: Readonly<Record<string, string>>): Read {
  return (text) => {
    const [, first, final] = text.length > 6 ? [] : (pattern.exec(text) ?? [])
    if (!final) return null
    const start = initials[first as string] ?? (first as string)
    // `yeh` is `ye`, `yen` is `yan` and `yu` is `you`; `ssu` and `tzu` are `si` and `zi`.
    const read = start === 'y' && final === 'en' ? 'an' : start === 'y' && final === 'ou' ? 'u' : sameFinal(final)
    return start + (/^t?s$/.test(start) && /ss|sz|tz/.test(first as string) && read === 'u' ? 'i' : read)
  }
}

const pinyinSyllable = syllableOf(pinyin, pinyinInitials)
const wadeGilesSyllable = syllableOf(wadeGiles, wadeGilesInitials)
/** Whether a name is one or two syllables of Pinyin or of Wade-Giles: `jianping`. */
export const isChinese = remembered(
  50_000,
  (word) =>
    word.length <= longest &&
    [pinyinSyllable, wadeGilesSyllable].some(
      (read) => read(word) !== null || cuts(word).some((parts) => parts.every((part) => read(part) !== null)),
    ),
)

const anyFamily = (): boolean => true
/** A name of two syllables is Chinese only with one of the usual family names. */
const chineseFamilies: ReadonlySet<string> = new Set(
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren yao shen zhong cui tan fan jin shi liao jia xia fu fang zou xiong bai meng qin qiu hou yin xue yan lei long shao qian hao kong mao xi'
    .split(' ')
    .map((family) => pinyinSyllable(family) ?? family),
)

/** A name that can be read as Pinyin is Pinyin. */
function chineseKeys(words: readonly string[]): readonly string[] {
  const asPinyin = chineseIn(words, pinyinSyllable)
  if (asPinyin.length > 0) return asPinyin.map((key) => `Pinyin ${key}`)
  return chineseIn(words, wadeGilesSyllable).map((key) => `Wade-Giles ${key}`)
}

function chineseIn(words: readonly string[], read: Read): readonly string[] {
  const [one, two] = words.length === 2 ? words.map(read) : []
  return [...inOrders(words, read, anyFamily), ...(one != null && two != null ? asTwo(one, two) : [])]
}

const asTwo = (one: string, two: string): readonly string[] =>
  [`${one} ${two}`, `${two} ${one}`].filter((key) => chineseFamilies.has(key.split(' ')[0] as string))

// The JSON of documents that are many and much alike, written shorter: what stands in many documents (the collection's words), what stands several times
// in one (lists of sources), and what its own fields hold, has a code of two signs wherever it stands. Both signs are control characters, which JSON never
// has, so nothing else is taken for a code. Replacing the codes, in any order, gives the text again: analysts' views do that in plain SQL.
import type { Abbreviations } from '../document-store.ts'

export type Shortened = {
  readonly texts: readonly (string | null)[]
  /** The lists of sources that stand in the texts several times. */
  readonly lists: readonly string[]
}

/** What codes stand for in one document: its lists, and the values of its own fields. */
export type OwnValues = { readonly lists: readonly unknown[]; readonly own: readonly unknown[] }

export type Abbreviating = {
  /** `texts`: the JSON of each member, in the order of `words`. */
  readonly shortened: (texts: readonly (string | null)[], own: readonly unknown[]) => Shortened
  readonly whole: (member: string, text: string, values: OwnValues) => string
}

/** Each costs the table a column and the views a step. Further lists stay where they are. */
export const mostLists = 12

/** A list of sources, for a split that keeps it. Where a sign in it ends the match too early, only that part has the code. */
const list = /("sources":\[[^\]]{20,}\])/

const signs = Array.from({ length: 32 }, (_, n) => String.fromCharCode(n)).filter((each) => !'\0\t\n\r'.includes(each))
/** Different ones come first and second, so that no code is found across two others. */
const [firsts, seconds] = [signs.slice(0, signs.length / 2), signs.slice(signs.length / 2)]
const codes = firsts.flatMap((one) => seconds.map((other) => one + other))
const anyCode = new RegExp(`[${firsts.join('')}][${seconds.join('')}]`, 'g')

/** A shorter value of an own field is hardly worth a code. */
const shortestOwn = 8

/**
 * @example
 * const { shortened, whole } = openAbbreviating({ words: { file: ['"status":"active"'] }, own: ['id'] })
 * const { texts, lists } = shortened(['{"of":"business-1","status":"active"}'], ['business-1'])
 * texts[0]?.length // => 14
 * whole('file', texts[0] ?? '', { lists, own: ['business-1'] }) // => '{"of":"business-1","status":"active"}'
 */
export const openAbbreviating = (abbreviations: Abbreviations): Abbreviating => {
  const members = Object.keys(abbreviations.words)
  const table = new Map(members.map((member) => [member, tableOf(abbreviations, member)]))
  const replaced = members.map((member) => replacing(table.get(member)?.words ?? noWords))
  const replacedInLists = replacing(tableOf(abbreviations).sources)

  const whole: Abbreviating['whole'] = (member, text, values) => {
    const known = table.get(member)?.values
    return text.replace(anyCode, (code) => {
      const value = known?.get(code)
      if (value === undefined) throw new Error(`${member} has a code without a meaning`)
      if (typeof value === 'string') return value
      return 'list' in value ? whole(member, String(values.lists[value.list]), values) : String(values.own[value.own])
    })
  }

  return {
    shortened: (texts, own) => {
      const split = texts.map((text) => text?.split(list))
      const repeated = repeatedLists(split)
      const places = new Map(repeated.map((each, n) => [each, codes[n]]))
      const owned = own.flatMap((value, n) => (isWorth(value) ? [[value, codes[mostLists + n] ?? value] as const] : []))
      const shorter = (parts: readonly string[], n: number) => {
        const once = parts.map((part, place) => (isList(place) ? (places.get(part) ?? part) : part)).join('')
        return replaced[n]?.(owned.reduce((short, [value, code]) => short.replaceAll(value, code), once)) ?? null
      }
      return { texts: split.map((parts, n) => (parts ? shorter(parts, n) : null)), lists: repeated.map(replacedInLists) }
    },
    whole,
  }
}

/** The codes in a member and the SQL of what they stand for, in an order in which they can be replaced one after the other. */
export const codesSql = (
  abbreviations: Abbreviations,
  member: string,
  column: { readonly ofList: (n: number) => string; readonly ofField: (field: string) => string },
): readonly (readonly [code: string, value: string])[] => {
  const { own = [] } = abbreviations
  const sqlOf = (value: Value) => {
    if (typeof value === 'string') return textSql(value)
    return `ifnull(${'list' in value ? column.ofList(value.list) : column.ofField(own[value.own] ?? '')}, '')`
  }
  return [...tableOf(abbreviations, member).values].map(([code, value]) => [textSql(code), sqlOf(value)] as const)
}

/** A word, or the number of a list or of an own field. */
type Value = string | { readonly list: number } | { readonly own: number }
type Words = ReadonlyMap<string, string>
const noWords: Words = new Map()

/** The codes in a member. Another member may have the same ones for its own words. */
const tableOf = ({ words, sources = [], own = [] }: Abbreviations, member?: string) => {
  const ofMember = member === undefined ? [] : (words[member] ?? [])
  const lists: readonly Value[] = Array.from({ length: mostLists }, (_, list) => ({ list }))
  const all: readonly Value[] = [...lists, ...own.map((_, n) => ({ own: n })), ...sources, ...ofMember]
  if (all.length > codes.length) throw new RangeError(`${member ?? 'a list'} has more words than there are codes`)
  const values = new Map(all.map((value, n) => [codes[n] ?? '', value]))
  const codesOf = (some: readonly string[], from: number): Words => new Map(some.map((word, n) => [word, codes[from + n] ?? word]))
  const first = mostLists + own.length
  return { values, sources: codesOf(sources, first), words: codesOf(ofMember, first + sources.length) }
}

const replacing = (words: Words): ((text: string) => string) => {
  if (words.size === 0) return (text) => text
  const longestFirst = [...words.keys()].sort((one, other) => other.length - one.length)
  const any = new RegExp(longestFirst.map((word) => RegExp.escape(word)).join('|'), 'g')
  return (text) => text.replace(any, (word) => words.get(word) ?? word)
}

/** Of the parts of a split text. */
const isList = (place: number): boolean => place % 2 === 1

const repeatedLists = (split: readonly (readonly string[] | undefined)[]): readonly string[] => {
  const counts = new Map<string, number>()
  for (const parts of split)
    for (const [place, part] of parts?.entries() ?? []) if (isList(place)) counts.set(part, (counts.get(part) ?? 0) + 1)
  return [...counts].flatMap(([found, count]) => (count > 1 ? [found] : [])).slice(0, mostLists)
}

/** Only a text that JSON writes as it is. */
const isWorth = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= shortestOwn && JSON.stringify(value).length === value.length + 2

const textSql = (text: string): string => `'${text.replaceAll("'", "''")}'`

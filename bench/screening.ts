// How well screening finds listed names, and how rarely it troubles ordinary ones. Positives: names and aliases of the sanctions
// lists, altered as people alter names. Negatives: names from state registries. Reads ../shared/data, or the folder given.

import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { ListedAlias, ListedParty, ScreenedName } from '../src/evidence/matching/listed.ts'
import { screeningIndex } from '../src/evidence/matching/screening-index.ts'

const folder = process.argv[2] ?? new URL('../../shared/data', import.meta.url).pathname
const sampleSize = Number(process.env.SAMPLE ?? 1500)

type Name = { readonly party: ListedParty; readonly name: string; readonly weak: boolean }
type Alteration = { readonly kinds: readonly ListedParty['type'][]; readonly alter: (name: string, random: () => number) => string | null }

const formWords =
  '(?:limited liability company|llc|l\\.l\\.c|inc|corp|co|ltd|limited|company|gmbh|ltda|sa|s\\.a|corporation|sarl|jsc|cjsc|ojsc|pjsc|oao|zao|pao|s\\.?a\\.?l|b\\.v|fzco|pte|pvt|\\(pvt\\)|fze|tov|ooo|(?:open |closed |public )?joint stock company)'
const forms = new RegExp(`(?:[\\s,]+${formWords}\\.?)+$`, 'i')
const formAtStart = new RegExp(`^${formWords}\\b`, 'i')

if (!existsSync(folder)) {
  console.log(`skipped: no published lists in ${folder}`)
  process.exit(0)
}

const parties = [...readSdn(), ...readConsolidated()]
const builtAt = performance.now()
const index = screeningIndex(parties)
console.log(`${parties.length} listed parties, ${index.nameCount} names; index built in ${Math.round(performance.now() - builtAt)} ms`)

const found = measureRecall()
const troubled = [
  measureFalseHits('business names, Oregon', 'business', oregonBusinesses()),
  measureFalseHits('business names, Florida', 'business', floridaBusinesses()),
  measureFalseHits('business names, loan recipients', 'business', loanRecipients()),
  measureFalseHits('people, Oregon', 'person', oregonPeople()),
].reduce((sum, count) => sum + count, 0)
console.log(`precision over all names screened: ${found} of ${found + troubled} names with a hit, ${share(found, found + troubled)}`)

function measureRecall(): number {
  const random = randomFrom(20_240_101)
  const alterations: Readonly<Record<string, Alteration>> = {
    'as listed': { kinds: ['entity', 'individual'], alter: (name) => name },
    'one typing error': { kinds: ['entity', 'individual'], alter: misspell },
    'neighbouring letters exchanged': { kinds: ['entity', 'individual'], alter: exchangeLetters },
    'words in another order': { kinds: ['entity', 'individual'], alter: reorder },
    'accents and punctuation': { kinds: ['entity', 'individual'], alter: accent },
    'legal form changed': { kinds: ['entity'], alter: changeForm },
    'legal form left out': { kinds: ['entity'], alter: dropForm },
    'spaces left out': {
      kinds: ['entity'],
      alter: (name) => (name.split(' ').length === 2 && !forms.test(name) && !formAtStart.test(name) ? name.replace(' ', '') : null),
    },
    'middle name left out': { kinds: ['individual'], alter: dropMiddle },
    'other transliteration': { kinds: ['individual'], alter: transliterate },
  }
  const names: Name[] = parties
    .filter((party) => party.type === 'entity' || party.type === 'individual' || party.type === 'unknown')
    .flatMap((party) => [
      { party, name: party.name, weak: false },
      ...party.aliases.map((alias) => ({ party, name: alias.name, weak: alias.weak === true })),
    ])
  const strong = shuffle(
    names.filter((name) => !name.weak),
    random,
  )
  const all = { tried: 0, found: 0, others: 0, entity: { tried: 0, found: 0 }, individual: { tried: 0, found: 0 } }
  const rows = Object.entries(alterations).flatMap(([label, { kinds, alter }]) =>
    kinds.map((kind) => {
      const row = { alteration: label, kind, tried: 0, found: 0, recall: '', single_word_missed: 0, missed: [] as string[] }
      for (const { party, name } of strong) {
        if (row.tried === sampleSize) break
        // Most whom a list does not tell people from companies are companies.
        if ((party.type === 'unknown' ? 'entity' : party.type) !== kind) continue
        const altered = alter(name, random)
        if (altered === null) continue
        row.tried++
        const hits = index.screen({ kind: kind === 'entity' ? 'business' : 'person', name: altered })
        all.others += hits.filter((hit) => hit.party !== party).length
        if (hits.some((hit) => hit.party === party || hit.party.name === party.name || hit.matchedName === name)) row.found++
        else {
          if (name.trim().split(/[\s,]+/).length === 1) row.single_word_missed++
          row.missed.push(`${name} | ${altered}`)
        }
      }
      for (const sum of [all, all[kind as 'entity' | 'individual']]) {
        sum.tried += row.tried
        sum.found += row.found
      }
      row.recall = share(row.found, row.tried)
      return row
    }),
  )
  console.table(rows.map(({ missed, ...row }) => row))
  console.log(
    `recall over all: ${all.found} of ${all.tried}, ${share(all.found, all.tried)}; entities ${share(all.entity.found, all.entity.tried)}, individuals ${share(all.individual.found, all.individual.tried)}`,
  )
  console.log(`other listed parties hit beside the one sought: ${(all.others / Math.max(1, all.tried)).toFixed(2)} for each name`)
  if (process.env.SHOW)
    for (const row of rows)
      for (const missed of row.missed.slice(0, Number(process.env.SHOW))) console.log(`  ${row.alteration}: ${missed}`)
  return all.found
}

function measureFalseHits(label: string, kind: ScreenedName['kind'], names: readonly string[]): number {
  const startedAt = performance.now()
  const hits = names.flatMap((name) => {
    const hit = index.screen({ kind, name })[0]
    return hit ? [`${name} → ${hit.matchedName} (${hit.party.type}, ${hit.quality}, ${hit.match.score}, ${hit.match.explanation})`] : []
  })
  const perSecond = Math.round((names.length / (performance.now() - startedAt)) * 1000)
  console.log(`${label}: ${hits.length} of ${names.length} hit, ${share(hits.length, names.length)} (${perSecond} screened per second)`)
  if (process.env.SHOW) for (const hit of hits.slice(0, 10 * Number(process.env.SHOW))) console.log(`  ${hit}`)
  return hits.length
}

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`
}

// How names are altered

function misspell(name: string, random: () => number): string | null {
  const letters = [...name]
  const places = places4(name)
  if (places.length === 0) return null
  const at = places[Math.floor(random() * places.length)] as number
  const letter = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)] as string
  const kind = Math.floor(random() * 3)
  if (kind === 0) letters.splice(at, 1)
  else if (kind === 1) letters.splice(at, 0, letter)
  else letters[at] = letters[at]?.toLowerCase() === letter ? 'x' : letter
  return letters.join('')
}

function exchangeLetters(name: string, random: () => number): string | null {
  const places = places4(name).filter((at) => /\p{L}/u.test(name[at + 1] ?? '') && name[at] !== name[at + 1])
  if (places.length === 0) return null
  const at = places[Math.floor(random() * places.length)] as number
  return name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2)
}

/** Places of letters within words of four letters or more, legal forms not counted. */
function places4(name: string): number[] {
  return [...name.matchAll(/\p{L}{4,}/gu)]
    .filter(([word]) => !/^(?:limited|company|gmbh|ltda|corp|sarl)$/i.test(word))
    .flatMap((word) => [...word[0]].map((_, i) => word.index + i))
}

function reorder(name: string, random: () => number): string | null {
  if (name.split(',').length === 2 && !forms.test(name)) return `${name.split(',')[1]} ${name.split(',')[0]}`.trim()
  const form = forms.exec(name)?.[0] ?? ''
  const words = name.slice(0, name.length - form.length).split(' ')
  if (words.length < 2 || formAtStart.test(name) || /^obshch/i.test(name)) return null
  const at = Math.floor(random() * (words.length - 1))
  return [...words.slice(0, at), words[at + 1], words[at], ...words.slice(at + 2)].join(' ') + form
}

function accent(name: string): string | null {
  const accents: Readonly<Record<string, string>> = { a: 'á', e: 'é', o: 'ö', u: 'ü', i: 'í', n: 'ñ' }
  return name
    .toLowerCase()
    .replace(/[aeouin]/g, (letter, at) => (at % 3 === 0 ? (accents[letter] ?? letter) : letter))
    .replace(/-/g, ' ')
    .replace(/'/g, '’')
}

function changeForm(name: string, random: () => number): string | null {
  if (!forms.test(name)) return null
  return `${name.replace(forms, '')} ${['LLC', 'Inc.', 'Ltd', 'GmbH', 'Corp'][Math.floor(random() * 5)]}`
}

function dropForm(name: string): string | null {
  return forms.test(name) ? name.replace(forms, '') : null
}

function dropMiddle(name: string): string | null {
  const [family, given, other] = name.split(',').map((part) => part.trim())
  const words = given?.split(' ') ?? []
  return other !== undefined || words.length < 2 || (words[0] ?? '').length < 3 || /^'?(?:abd|haj|mull|maul|sheikh)/i.test(words[0] ?? '')
    ? null
    : `${words[0]} ${family}`
}

function transliterate(name: string): string | null {
  const ways: readonly (readonly [RegExp, string])[] = [
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
    [/y\b/i, 'iy'],
  ]
  const way = ways.find(([pattern, by]) => pattern.test(name) && name.replace(pattern, by) !== name)
  return way ? name.replace(way[0], way[1]) : null
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** The same numbers every time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

// How the published files are read

function file(name: string): Buffer {
  const bytes = readFileSync(`${folder}/${name}`)
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

function readSdn(): ListedParty[] {
  const rows = (name: string): string[][] => parse(file(name), { relax_column_count: true, trim: true })
  const aliases = Map.groupBy(
    rows('ofac/alt.csv').filter((row) => row.length > 3),
    (row) => row[0] as string,
  )
  return rows('ofac/sdn.csv.gz')
    .filter((row) => row.length > 2)
    .map((row) => {
      const [id = '', name = '', type = ''] = row
      const weak = [...(row[11] ?? '').matchAll(/a\.k\.a\. '([^']+)'/g)].map(
        (found): ListedAlias => ({ name: found[1] as string, weak: true }),
      )
      const listed = (aliases.get(id) ?? []).map((alias): ListedAlias => ({ name: alias[3] as string }))
      return { id: `sdn-${id}`, type: type === '-0-' ? 'entity' : (type as ListedParty['type']), name, aliases: [...listed, ...weak] }
    })
}

function readConsolidated(): ListedParty[] {
  const rows: Record<string, string>[] = parse(file('csl/consolidated.csv.gz'), { columns: true, trim: true, relax_column_count: true })
  return rows
    .filter((row) => !row.source?.startsWith('Specially Designated'))
    .map((row) => {
      const type = (row.type ?? '').toLowerCase()
      const known = type === 'individual' || type === 'vessel' || type === 'aircraft' || type === 'entity'
      const aliases = (row.alt_names ?? '')
        .split(';')
        .map((name) => ({ name: name.trim().replace(/^and /, '') }))
        .filter((alias) => alias.name !== '')
      return { id: `csl-${row._id}`, type: known ? type : 'unknown', name: row.name ?? '', aliases }
    })
}

function oregonRows(): Record<string, string>[] {
  return parse(file('or_sos/biz-list.csv'), { columns: true, trim: true, relax_quotes: true })
}

function oregonBusinesses(): string[] {
  return [...new Set(oregonRows().map((row) => row['Business Name'] ?? ''))]
}

function oregonPeople(): string[] {
  return [
    ...new Set(
      oregonRows()
        .filter((row) => row['Last Name'] && row['First Name'])
        .map((row) => `${row['First Name']} ${row['Middle Name']} ${row['Last Name']}`),
    ),
  ]
}

function floridaBusinesses(): string[] {
  return [
    ...new Set(
      file('fl_sunbiz/20230929c.txt.gz')
        .toString('latin1')
        .split('\n')
        .map((line) => line.slice(12, 204).trim())
        .filter((name) => name !== ''),
    ),
  ]
}

function loanRecipients(): string[] {
  const names = ['ppp/mt_150k_plus_corp_llc.csv', 'ppp/tx_lubbock_corp_llc.csv'].flatMap((name) => {
    const rows: Record<string, string>[] = parse(file(name), {
      columns: (header: string[]) => header.map((column) => column.toLowerCase()),
      bom: true,
      relax_column_count: true,
    })
    return rows.map((row) => row.businessname ?? row.borrowername ?? row.business_name ?? '')
  })
  return [...new Set(names.filter((name) => name !== ''))]
}

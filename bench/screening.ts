// Measures how much damage to a listed name the screening sees through, and how rarely it stops an honest name.
//   npm run bench -- screening [DATA_FOLDER] [--part held-out|tuning] [--each 400] [--honest 1000] [--show 5]
//
// Every list entry belongs to a part by the hash of its id: a third is held out, and nothing is ever tuned by looking at it. Honest
// names are divided in the same way. The damage is in parts/damage.ts. DATA_FOLDER is ../shared/data unless given.

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { ScreenedName } from '../src/evidence/matching/listed.ts'
import { screeningIndex } from '../src/evidence/matching/screening-index.ts'
import { hitsOf } from '../src/evidence/reference/screening.ts'
import { straightforwardIndex } from '../test/evidence/matching/straightforward-index.ts'
import { newPlace } from '../test/evidence/reference/published-files.ts'
import { type Damage, damages } from './parts/damage.ts'
import { parseOptions, wrongUse } from './parts/options.ts'
import { type HonestNames, honestNames, listedParties, type PublishedParty } from './parts/published-names.ts'
import { hashOf, randomFrom } from './parts/random.ts'

const { values, positionals } = parseOptions({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'held-out' },
    each: { type: 'string', default: '400' },
    show: { type: 'string', default: '0' },
    honest: { type: 'string', default: '100000' },
    only: { type: 'string', default: '' },
    timed: { type: 'string', default: '2000' },
  },
})
const folder = positionals[0] ?? new URL('../../shared/data', import.meta.url).pathname
const each = Number(values.each)
const shown = Number(values.show)
/** The curve: by how much every threshold is moved. */
const shifts = [-0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06]
const loosest = Math.min(...shifts)

if (!existsSync(folder)) {
  if (positionals[0] !== undefined) wrongUse(`${folder} does not exist`)
  console.log(`skipped: no published lists in ${folder}`)
  process.exit(0)
}

const place = newPlace()
process.on('exit', () => place.remove())
const parties = await listedParties(place, folder)
const memory = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'bench/parts/screening-memory.ts', place.folder])
console.log(`${String(memory).trim()} MB for a process with all lists open and their index built`)
const honest = await honestNames(place, folder, parties)
const inPart = (id: string): boolean => (hashOf(id) % 3 === 0) === (values.part === 'held-out')

const index = screeningIndex(parties)
console.log(`${parties.length} parties with ${index.nameCount} names; measured on the ${values.part} part`)

type Margins = readonly number[]
const asked: ScreenedName[] = []

/** By how much the best hit that `suits` is above its threshold; infinitely below where there is none. */
function marginOf(kind: 'business' | 'person', name: string, suits: (party: PublishedParty, matched: string) => boolean): number {
  asked.push({ kind, name })
  const hits = hitsOf(index, { kind, name }, loosest)
  return Math.max(
    Number.NEGATIVE_INFINITY,
    ...hits.filter((hit) => suits(hit.party as PublishedParty, hit.matchedName)).map((hit) => hit.match.score - hit.required),
  )
}

const atLeast = (margins: Margins, shift: number): number => margins.filter((margin) => margin >= shift - 1e-9).length
const percent = (part: number, whole: number, digits = 1): string => `${((100 * part) / Math.max(1, whole)).toFixed(digits)} %`
const kindOf = (party: PublishedParty): 'business' | 'person' | null =>
  party.type === 'individual' ? 'person' : party.type === 'entity' || party.type === 'unknown' ? 'business' : null

const recall = measureRecall()
const falseHits = measureFalseHits()
printCurve()
printSpeed()

function measureRecall(): ReadonlyMap<'business' | 'person', Margins> {
  const entries = parties.flatMap((party) => {
    const kind = kindOf(party)
    const names = [party.name, ...party.aliases.filter((alias) => !alias.weak).map((alias) => alias.name)]
    return kind === null ? [] : names.map((name) => ({ party, kind, name }))
  })
  const counts = new Map<string, number>()
  for (const { name } of entries)
    for (const word of new Set(name.toLowerCase().match(/[\p{L}]+/gu) ?? [])) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = (word: string): number => counts.get(word.toLowerCase().replace(/[^\p{L}]/gu, '')) ?? 0
  const shuffled = entries
    .filter(({ party }) => inPart(party.id))
    .map((entry, at) => ({ ...entry, order: hashOf(`${entry.name} ${at}`) }))
    .toSorted((a, b) => a.order - b.order)
  const all = new Map<'business' | 'person', number[]>([
    ['business', []],
    ['person', []],
  ])
  const rows = damages
    .filter(({ label }) => label.includes(values.only))
    .map((rule, at) => {
      const { margins, missed } = measure(rule, shuffled, randomFrom(20_260_000 + at), rarity)
      all.get(rule.of)?.push(...margins)
      for (const line of missed.slice(0, shown)) console.log(`  missed, ${rule.label}: ${line}`)
      return { of: rule.of, damage: rule.label, tried: margins.length, found: percent(atLeast(margins, 0), margins.length) }
    })
  console.table(rows)
  for (const [kind, margins] of all)
    console.log(
      `recall, ${kind === 'business' ? 'businesses' : 'people'}: ${atLeast(margins, 0)} of ${margins.length}, ${percent(atLeast(margins, 0), margins.length)}`,
    )
  return all
}

type Entry = { readonly party: PublishedParty; readonly kind: 'business' | 'person'; readonly name: string }

function measure(rule: Damage, entries: readonly Entry[], random: () => number, rarity: (word: string) => number) {
  const margins: number[] = []
  const missed: string[] = []
  for (const { party, kind, name } of entries) {
    if (margins.length === each) break
    if (kind !== rule.of) continue
    const damaged = rule.damage(name, random, rarity)
    if (damaged === null || damaged === '') continue
    const margin = marginOf(kind, damaged, (hit, matched) => hit.id === party.id || hit.name === party.name || matched === name)
    margins.push(margin)
    if (margin < -1e-9) missed.push(`${name} | ${damaged} | ${margin.toFixed(3)}`)
  }
  return { margins, missed }
}

function measureFalseHits(): ReadonlyMap<'business' | 'person', Margins> {
  const all = new Map<'business' | 'person', number[]>([
    ['business', []],
    ['person', []],
  ])
  const rows = honest.map(({ label, kind, names }: HonestNames) => {
    const own = names
      .filter(inPart)
      .toSorted((a, b) => hashOf(a) - hashOf(b))
      .slice(0, Number(values.honest))
    const margins = own.map((name) => marginOf(kind, name, () => true))
    all.get(kind)?.push(...margins)
    if (shown > 0)
      showHits(
        kind,
        own.filter((_, at) => (margins[at] as number) >= -1e-9),
      )
    return {
      class: label,
      names: own.length,
      hit: atLeast(margins, 0),
      'per 100': ((100 * atLeast(margins, 0)) / Math.max(1, own.length)).toFixed(2),
    }
  })
  console.table(rows)
  for (const [kind, margins] of all)
    console.log(
      `false hits, ${kind === 'business' ? 'businesses' : 'people'}: ${atLeast(margins, 0)} of ${margins.length}, ${((100 * atLeast(margins, 0)) / margins.length).toFixed(2)} per 100 honest names`,
    )
  return all
}

function showHits(kind: 'business' | 'person', names: readonly string[]): void {
  for (const name of names.slice(0, 5 * shown)) {
    const hit = hitsOf(index, { kind, name })[0]
    if (hit)
      console.log(`  false: ${name} → ${hit.matchedName} (${hit.party.type}, ${hit.quality}, ${hit.match.score}, ${hit.match.explanation})`)
  }
}

/** Found and falsely hit, were every threshold higher or lower. */
function printCurve(): void {
  const share = (margins: Margins | undefined, shift: number, digits: number) =>
    percent(atLeast(margins ?? [], shift), margins?.length ?? 0, digits)
  console.table(
    shifts.map((shift) => ({
      thresholds: shift > 0 ? `+${shift}` : String(shift),
      'businesses found': share(recall.get('business'), shift, 1),
      'honest businesses hit': share(falseHits.get('business'), shift, 2),
      'people found': share(recall.get('person'), shift, 1),
      'honest people hit': share(falseHits.get('person'), shift, 2),
    })),
  )
}

/** In time on a core, since other programs may use the machine too; the straightforward index is measured in the same run. */
function printSpeed(): void {
  const each = Math.max(1, Math.floor(asked.length / Number(values.timed)))
  const sample = asked.filter((_, at) => at % each === 0)
  const plain = straightforwardIndex(parties)
  const rounds = [0, 1, 2].map(() => ({
    packed: coreMs(() => sample.map((name) => index.screen(name))),
    plain: coreMs(() => sample.map((name) => plain.screen(name))),
  }))
  const [packed, straight] = [Math.min(...rounds.map((round) => round.packed)), Math.min(...rounds.map((round) => round.plain))]
  console.log(
    `${Math.round((1000 * sample.length) / packed)} screenings a second of one core, ${(straight / packed).toFixed(1)} times as many as without packing and bounds (${sample.length} of the names above, best of three rounds)`,
  )
}

function coreMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

// How far the conclusions of a review can be trusted, over the real registries of Oregon and Florida. Businesses are made from their rows with a
// fixed seed: as registered, as people write them, with typing errors, and under near-identical names that nobody bears. The row says what is true.
// Half of the rows are held out: rules are tuned on the other half only. Reads ../shared/data, or the folder given.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { business } from '../src/commands/business.ts'
import type { Business, Submitted } from '../src/commands/business-state.ts'
import { reviewTasks } from '../src/commands/review.ts'
import type { Source as KeptSource } from '../src/events/parts.ts'
import { normaliseName } from '../src/evidence/matching/names.ts'
import { citedRowOrNone } from '../src/evidence/reference/cited-row.ts'
import { readCurrent } from '../src/evidence/reference/folder.ts'
import { importFiles } from '../src/evidence/reference/import.ts'
import { dataSetOf } from '../src/evidence/reference/kinds.ts'
import type { Entity } from '../src/evidence/reference/records.ts'
import { openReferenceFile } from '../src/evidence/reference/reference-file.ts'
import { openReferenceSource } from '../src/evidence/reference/source.ts'
import { subjectOf } from '../src/processes/finding-parts.ts'
import { registrations as gatherRegistrations } from '../src/processes/gathering.ts'

const data = process.argv[2] ?? new URL('../../shared/data', import.meta.url).pathname
const sampleSize = Number(process.env.SAMPLE ?? 150)
const files = { or_sos: 'or_sos/biz-list.csv', fl_sunbiz: 'fl_sunbiz/20230929c.txt.gz' } as const
const at = '2026-11-21T09:30:00.000Z'

if (!Object.values(files).every((file) => existsSync(join(data, file)))) {
  console.log(`skipped: no registries in ${data}`)
  process.exit(0)
}

type Random = () => number
type Asked = { readonly name: string; readonly of: Entity; readonly isAt: Entity }
type Class = {
  /** The name as it is submitted; null: this row cannot be altered so. */
  readonly alter: (entity: Entity, random: Random) => string | null
  /** `own`: its registration must be found, and named so. `nobody`: nobody bears the name. */
  readonly expect: 'Verified' | 'Similar Match' | 'nobody'
  /** Whose address and officer are submitted: its own, or another's of the state. */
  readonly place: 'own' | 'another'
}

const swapped = (word: string, random: Random): string => {
  const i = 1 + Math.floor(random() * (word.length - 2))
  const kinds = [
    () => word.slice(0, i) + word.slice(i + 1),
    () => word.slice(0, i) + word[i] + word.slice(i),
    () => word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2),
    () => word.slice(0, i) + 'aeiou'[Math.floor(random() * 5)] + word.slice(i + 1),
  ]
  return (kinds[Math.floor(random() * kinds.length)] as () => string)()
}
const inWord = (name: string, least: number, change: (word: string) => string, random: Random): string | null => {
  const core = new Set(normaliseName(name).core)
  const words = name.split(' ')
  const fit = words.flatMap((word, i) => (/^[A-Z]+$/.test(word) && word.length >= least && core.has(word.toLowerCase()) ? [i] : []))
  const chosen = fit[Math.floor(random() * fit.length)]
  return chosen === undefined ? null : words.with(chosen, change(words[chosen] as string)).join(' ')
}
const withoutForm = (name: string): string =>
  name.replace(/[,\s]+(?:LLC|L\.L\.C\.|INC\.?|CORP\.?|LIMITED LIABILITY COMPANY|INCORPORATED|CORPORATION)$/, '')
const withForm = (name: string, change: (core: string) => string): string =>
  `${change(withoutForm(name))}${name.slice(withoutForm(name).length)}`
const pick = <Each>(all: readonly Each[], random: Random): Each => all[Math.floor(random() * all.length)] as Each

const classes: Readonly<Record<string, Class>> = {
  'as registered': { alter: ({ name }) => name, expect: 'Verified', place: 'own' },
  'as people write it': {
    alter: ({ name }, random) => pick([withoutForm(name), name.toLowerCase(), name.replaceAll('&', 'and').replaceAll(/[.,]/g, '')], random),
    expect: 'Verified',
    place: 'own',
  },
  'typing error': {
    alter: ({ name }, random) => inWord(name, 5, (word) => swapped(word, random), random),
    expect: 'Similar Match',
    place: 'own',
  },
  'nobody: a common word more, elsewhere': {
    alter: ({ name }, random) => withForm(name, (core) => `${core} ${pick(['GROUP', 'HOLDINGS', 'SERVICES', 'PARTNERS'], random)}`),
    expect: 'nobody',
    place: 'another',
  },
  'nobody: a letter differs, elsewhere': {
    alter: ({ name }, random) => inWord(name, 5, (word) => swapped(word, random), random),
    expect: 'nobody',
    place: 'another',
  },
  'nobody: plural, elsewhere': {
    alter: ({ name }, random) => inWord(name, 4, (word) => (word.endsWith('S') ? word.slice(0, -1) : `${word}S`), random),
    expect: 'nobody',
    place: 'another',
  },
  'nobody: a number more, at the same address': {
    alter: ({ name }, random) => withForm(name, (core) => `${core} ${pick(['II', '2', '7'], random)}`),
    expect: 'nobody',
    place: 'own',
  },
  'nobody: another distinctive word, at the same address': {
    alter: ({ name }, random) => inWord(name, 5, () => pick(['QUOKKA', 'ZEPHYRINE', 'TAMARACK', 'OBSIDIAN'], random), random),
    expect: 'nobody',
    place: 'own',
  },
}

const folder = mkdtempSync(join(tmpdir(), 'probity-reviews-'))
try {
  for (const [kind, file] of Object.entries(files)) await importFiles({ folder, kind, files: [join(data, file)] })
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const entities = Object.keys(files).flatMap(entitiesOf)
  const bearers = Map.groupBy(entities, ({ state, name }) => `${state} ${normaliseName(name).core.join(' ')}`)
  const source = await openReferenceSource({ folder })
  try {
    for (const [what, half] of [
      ['tuned on', 0],
      ['held out', 1],
    ] as const) {
      console.log(`\n${what}`)
      const ofHalf = entities.filter(({ file_number }) => Number(file_number.at(-1)?.charCodeAt(0)) % 2 === half)
      for (const [title, each] of Object.entries(classes)) await measureClass(title, each, ofHalf)
    }
  } finally {
    await source.close()
  }

  async function measureClass(title: string, { alter, expect, place }: Class, all: readonly Entity[]): Promise<void> {
    const random = randomFrom(20_261_122)
    const tally = { asked: 0, right: 0, others: 0, named: 0, invented: 0, cited: 0, led: 0 }
    while (tally.asked < sampleSize) {
      const of = pick(all, random)
      const isAt =
        place === 'own'
          ? of
          : pick(
              all.filter(({ state, file_number }) => state === of.state && file_number !== of.file_number),
              random,
            )
      const name = alter(of, random)
      if (name === null || isAt.addresses.every(({ labels }) => !labels.includes('principal'))) continue
      const borne = bearers.has(`${of.state} ${normaliseName(name).core.join(' ')}`)
      if (expect !== 'Verified' && borne) continue
      tally.asked++
      const { reviewed, tasks } = await review({ name, of, isAt })
      const attached = Object.values(reviewed.file.registrations)
      const own = attached.filter(({ file_number }) => expect !== 'nobody' && file_number === of.file_number)
      if (own.length > 0) tally.right++
      // Another registration under the very same name, in the same state, may be the same firm's: an assumed name, or a former registration.
      const strangers = attached.filter(
        ({ file_number, name: theirs }) =>
          file_number !== of.file_number && normaliseName(theirs).core.join(' ') !== normaliseName(of.name).core.join(' '),
      )
      const wrong = expect === 'nobody' ? attached : strangers
      if (wrong.length > 0) tally.others++
      if (process.env.VERBOSE && (wrong.length > 0 || (expect !== 'nobody' && own.length === 0)))
        console.log(
          `  "${name}" of "${of.name}" ${of.file_number}: ${attached.map((each) => `${each.name} ${each.file_number}`).join('; ')}`,
        )
      const label = tasks.find(({ key }) => key === 'name')?.sub_label
      if (expect === 'nobody' ? label !== 'Verified' : label === expect) tally.named++
      else if (process.env.VERBOSE) console.log(`  "${name}" of "${of.name}" is ${label}`)
      if (isInvented(reviewed, tasks)) tally.invented++
      const cited = attached.flatMap(({ file_number, sources }) => sources.map((source) => ({ file_number, source })))
      tally.cited += cited.length
      tally.led += cited.filter(leadsToRow).length
    }
    const share = (count: number) => `${((100 * count) / tally.asked).toFixed(1)} %`
    const found = expect === 'nobody' ? '' : `right registration ${share(tally.right)}, `
    const named = expect === 'nobody' ? `not Verified ${share(tally.named)}` : `${expect} ${share(tally.named)}`
    const led = tally.cited === 0 ? '' : `, sources that lead to their row ${((100 * tally.led) / tally.cited).toFixed(1)} %`
    console.log(
      `${title} (${tally.asked}): ${found}another firm's ${share(tally.others)}, ${named}, invented facts ${tally.invented}${led}`,
    )
  }

  /** The published row is there, and is the registration's. */
  function leadsToRow({ file_number, source: { type, metadata } }: { file_number: string; source: KeptSource }): boolean {
    const { kind, version, row } = metadata
    const shown = citedRowOrNone(folder, { kind: String(kind), version: String(version), row: String(row) })
    return type === 'registration' && shown !== null && shown.rows.length > 0 && shown.rows.every(({ text }) => text.includes(file_number))
  }

  async function review({ name, isAt }: Asked) {
    const principal = isAt.addresses.find(({ labels }) => labels.includes('principal')) as Entity['addresses'][number]
    const { labels: _, ...address } = principal
    const submitted: Submitted = {
      business_id: '0198c0de-0000-7000-8000-000000000001',
      mode: 'live',
      name,
      addresses: [{ id: '0198c0de-0000-7000-8000-0000000000a1', ...address }],
      people: [],
      tin: null,
      tin_type: null,
      website: null,
      phone_numbers: [],
      external_id: null,
      unique_external_id: null,
      tags: [],
      business_batch_id: null,
      connection_id: null,
      requester: { id: '0198c0de-0000-7000-8000-0000000000aa', type: 'account' },
    }
    const order = {
      order_id: '0198c0de-0000-7000-8000-0000000000bb',
      product: 'business_verification_verify' as const,
      subproducts: [],
      options: {},
      requester: { id: submitted.requester.id, type: 'account' as const },
    }
    const begun = (
      [
        { type: 'BusinessCreated', data: submitted },
        { type: 'OrderPlaced', data: order },
        { type: 'OrderStarted', data: { order_id: order.order_id } },
      ] as const
    ).reduce(business.evolve, business.initial) as Business
    const evidence = await gatherRegistrations({ business: begun, subject: subjectOf(begun), source, signal: AbortSignal.timeout(60_000) })
    const events = business.decide({ type: 'CompleteOrder', orderId: order.order_id, evidence, review: { id: order.order_id, at } }, begun)
    const reviewed = events.reduce(business.evolve, begun) as Business
    return { reviewed, tasks: reviewTasks(reviewed, at) }
  }

  /** A date, a state or an age that no home-state record on file tells. */
  function isInvented({ file }: Business, tasks: ReturnType<typeof reviewTasks>): boolean {
    const home = Object.values(file.registrations).flatMap(({ state, file_number }) =>
      entities.filter((each) => each.state === state && each.file_number === file_number && each.entity_type.startsWith('DOMESTIC')),
    )
    const told = [file.formation?.formation_date, file.formation?.formation_state]
    const isTold = home.some(({ registration_date, state }) => told[0] === registration_date && told[1] === state)
    const age = tasks.find(({ key }) => key === 'time_in_business')
    return (told.some((each) => each != null) && !isTold) || (age !== undefined && age.sub_label !== 'Unknown' && !isTold)
  }
}

function entitiesOf(kind: string): readonly Entity[] {
  const held = readCurrent(folder)[dataSetOf(kind).kind]
  if (!held) return []
  const { db } = openReferenceFile(join(folder, held.file))
  try {
    return db
      .prepare('SELECT data FROM records ORDER BY key')
      .all()
      .map(({ data }) => JSON.parse(String(data)) as Entity)
  } finally {
    db.close()
  }
}

/** Numbers from 0 up to 1, the same every time (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

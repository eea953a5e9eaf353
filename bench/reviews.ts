// Measures how far the conclusions of a review can be trusted, over real registries and other published records.
//   npm run bench -- reviews [--data ../shared/data] [--sample 150] [--whole] [--verbose]
//
// Names are those that people write, names that nobody bears, records of each kind, and edited registries.
// The truth does not come from the service: `parts/raw-registries.ts` reads the published files in the plainest way, and `labels/reviews.tsv` was
// labelled by hand. The seed is fixed. Half of the rows are held out: rules are tuned on the other half only, and never on the labelled file.
// Options: --data FOLDER (../shared/data), --sample N of each class and half (150), --whole for every row, --verbose for what missed.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Source as KeptSource } from '../src/events/parts.ts'
import { citedRowOrNone } from '../src/evidence/reference/cited-row.ts'
import { importFiles } from '../src/evidence/reference/import.ts'
import { openReferenceSource, type ReferenceSource } from '../src/evidence/reference/source.ts'
import { nameClasses } from './parts/altered-names.ts'
import { editedRegistries } from './parts/edited-registries.ts'
import { parseOptions } from './parts/options.ts'
import { hashOf, oneOf, randomFrom } from './parts/random.ts'
import { plainName, type RawCompany, type RawKind, rawCompanies, rawFiles } from './parts/raw-registries.ts'
import { type Asked, type Reviewed, reviewed, taskIn } from './parts/reviewing.ts'

const { values: options } = parseOptions({
  options: {
    data: { type: 'string', default: new URL('../../shared/data', import.meta.url).pathname },
    sample: { type: 'string', default: '150' },
    whole: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})
const { data, verbose } = options
const sampleSize = Number(options.sample)
const seed = 20_261_122

const registries = ['or_sos', 'fl_sunbiz'] as const
const others = ['irs_eo', 'fmcsa_census', 'ppp_loans', 'chicago_licenses'] as const

if (!Object.values(rawFiles).every((file) => existsSync(join(data, file)))) {
  console.log(`skipped: no registries in ${data}`)
  process.exit(0)
}

const registered = registries.flatMap((kind) => rawCompanies(data, kind))
const byNumber: ReadonlyMap<string, RawCompany> = new Map(registered.map((each) => [each.number, each]))

const folder = mkdtempSync(join(tmpdir(), 'probity-reviews-'))
try {
  for (const kind of [...registries, ...others]) await importFiles({ folder, kind, files: [join(data, rawFiles[kind])] })
  const source = await openReferenceSource({ folder })
  try {
    const companies = registered.filter(({ address }) => address !== null)
    for (const [half, ofHalf] of halves(companies)) {
      console.log(`\n${half}: names`)
      for (const title of Object.keys(nameClasses)) await measureNames(source, title, ofHalf, companies)
      await measurePeople(source, ofHalf)
    }
    await measureLabels(source, companies)
    for (const kind of others)
      for (const [half, ofHalf] of halves(rawCompanies(data, kind))) await measureRecords(source, kind, half, ofHalf)
    await measureNumbers(source, companies)
  } finally {
    await source.close()
  }
  console.log('\nedited registries: told in the review, with both versions')
  for (const { what, asked, told } of await editedRegistries(data, { each: Math.min(sampleSize, 40), seed, verbose }))
    console.log(`${what} (${asked}): ${share(told, asked)}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function share(count: number, of: number): string {
  return of === 0 ? 'none' : `${((100 * count) / of).toFixed(1)} %`
}

/** Half of the rows by a hash of their number, which is the same in every run. */
function halves(companies: readonly RawCompany[]): readonly (readonly [string, readonly RawCompany[]])[] {
  const half = (wanted: number) => companies.filter(({ number }) => hashOf(number) % 2 === wanted)
  return [
    ['tuned on', half(0)],
    ['held out', half(1)],
  ]
}

/** What is measured of: a sample that is the same in every run, or all. */
function chosenOf<Each>(all: readonly Each[]): readonly Each[] {
  if (options.whole || all.length <= sampleSize) return all
  const random = randomFrom(seed)
  return [...new Set(Array.from({ length: sampleSize * 3 }, () => oneOf(all, random)))].slice(0, sampleSize)
}

function missed(...told: readonly unknown[]): void {
  if (verbose) console.log('  missed:', ...told)
}

type NameTally = { asked: number; right: number; others: number; named: number; invented: number; cited: number; led: number }

async function measureNames(
  source: ReferenceSource,
  title: string,
  all: readonly RawCompany[],
  everybody: readonly RawCompany[],
): Promise<void> {
  const { alter, expect, place } = nameClasses[title] as (typeof nameClasses)[string]
  const bearers = new Set(everybody.map(({ state, name }) => `${state} ${plainName(name)}`))
  const random = randomFrom(seed)
  const tally: NameTally = { asked: 0, right: 0, others: 0, named: 0, invented: 0, cited: 0, led: 0 }
  const most = options.whole ? Number.POSITIVE_INFINITY : sampleSize
  for (const of of shuffled(all)) {
    if (tally.asked >= most) break
    const name = alter(of.name, random)
    const isBorne = name !== null && bearers.has(`${of.state} ${plainName(name)}`)
    if (name === null || (expect !== 'Verified' && isBorne)) continue
    const at = place === 'own' ? of : anotherOf(of, all, random)
    tally.asked++
    judgeName({ title, name, of, expect }, await reviewed(source, { name, address: at.address }), tally)
  }
  toldNames(title, expect, tally)
}

function shuffled(all: readonly RawCompany[]): readonly RawCompany[] {
  return all.toSorted((a, b) => hashOf(`${seed} ${a.number}`) - hashOf(`${seed} ${b.number}`))
}

function anotherOf(of: RawCompany, all: readonly RawCompany[], random: () => number): RawCompany {
  for (;;) {
    const other = oneOf(all, random)
    if (other.state === of.state && other.number !== of.number && houseOf(other) !== houseOf(of)) return other
  }
}

/** Many organisations share the house of a bank or an agent. */
function houseOf({ address }: RawCompany): string {
  return /\d+/.exec(address?.line1 ?? '')?.[0] ?? address?.line1 ?? ''
}

type NameAsked = { readonly title: string; readonly name: string; readonly of: RawCompany; readonly expect: string }

function judgeName({ title, name, of, expect }: NameAsked, review: Reviewed, tally: NameTally): void {
  const attached = Object.values(review.business.file.registrations)
  const label = taskIn(review, 'name')?.sub_label
  const own = attached.filter(({ file_number }) => file_number === of.number)
  // Another registration under the very same name in the state may be the same firm's: an assumed name, or a former registration.
  const strangers = attached.filter((each) => each.file_number !== of.number && plainName(each.name) !== plainName(of.name))
  const wrong = expect === 'nobody' ? attached : strangers
  const isNamed = expect === 'nobody' ? label !== 'Verified' : label === expect
  if (own.length > 0) tally.right++
  if (wrong.length > 0) tally.others++
  if (isNamed) tally.named++
  if (wrong.length > 0 || !isNamed || (expect !== 'nobody' && own.length === 0))
    missed(
      title,
      `"${name}" of "${of.name}" ${of.number} is ${label}:`,
      attached.map((each) => `${each.name} ${each.file_number}`).join('; '),
    )
  if (isInvented(review)) {
    tally.invented++
    missed('invented facts', name, review.business.file.formation)
  }
  const cited = attached.flatMap(({ file_number, sources }) => sources.map((each) => ({ file_number, source: each })))
  tally.cited += cited.length
  tally.led += cited.filter(leadsToRow).length
}

function toldNames(title: string, expect: string, { asked, right, others: wrong, named, invented, cited, led }: NameTally): void {
  const found = expect === 'nobody' ? '' : `right registration ${share(right, asked)}, `
  const label = expect === 'nobody' ? 'not Verified' : expect
  const rows = cited === 0 ? '' : `, sources that lead to their row ${share(led, cited)}`
  console.log(
    `${title} (${asked}): ${found}another firm's ${share(wrong, asked)}, ${label} ${share(named, asked)}, invented facts ${invented}${rows}`,
  )
}

/** A date, a state or an age that no home-state row of an attached registration tells. */
function isInvented({ business: { file }, tasks }: Reviewed): boolean {
  const rows = Object.values(file.registrations).flatMap(({ file_number }) => byNumber.get(file_number) ?? [])
  const isTold = rows.some(
    ({ formedOn, state }) => formedOn !== null && formedOn === file.formation?.formation_date && state === file.formation.formation_state,
  )
  const tells = file.formation?.formation_date != null || file.formation?.formation_state != null
  const age = tasks.find(({ key }) => key === 'time_in_business')
  return (tells && !isTold) || (age !== undefined && age.sub_label !== 'Unknown' && !isTold)
}

/** The published row is there, and is the registration's. */
function leadsToRow({ file_number, source: { type, metadata } }: { file_number: string; source: KeptSource }): boolean {
  const { kind, version, row } = metadata
  const shown = citedRowOrNone(folder, { kind: String(kind), version: String(version), row: String(row) })
  return type === 'registration' && shown !== null && shown.rows.length > 0 && shown.rows.every(({ text }) => text.includes(file_number))
}

/** Registered agents and officers that are companies, submitted as people. */
async function measurePeople(source: ReferenceSource, all: readonly RawCompany[]): Promise<void> {
  const withoutForm = (name: string) => name.replace(/,? (?:LLC|INC|CORP|LTD)\.?$/, '')
  const asked: readonly (readonly [what: string, people: (of: RawCompany) => readonly string[]])[] = [
    ['a registered agent', ({ agent }) => (agent === null ? [] : [agent])],
    ['an officer that is a company', ({ companyOfficers }) => companyOfficers],
    ['an officer that is a company, without its legal form', ({ companyOfficers }) => companyOfficers.map(withoutForm)],
  ]
  for (const [what, people] of asked) {
    const chosen = chosenOf(all.flatMap((of) => people(of).map((person) => ({ of, person }))))
    let found = 0
    for (const { of, person } of chosen) {
      const review = await reviewed(source, { name: of.name, address: of.address, person })
      if (taskIn(review, 'person_verification')?.sub_label === 'Verified') found++
      else missed(what, person, 'of', of.name)
    }
    console.log(`${what} (${chosen.length}): found ${share(found, chosen.length)}`)
  }
}

/** The file that was labelled by hand: the number of a registration, a name as somebody may submit it, and what the review must say. */
async function measureLabels(source: ReferenceSource, companies: readonly RawCompany[]): Promise<void> {
  console.log('\nlabelled by hand, never tuned on')
  const [, ...lines] = readFileSync(new URL('./labels/reviews.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const random = randomFrom(seed)
  const labelled = lines.map((line) => line.split('\t') as [string, string, string, string, string, string])
  for (const [expect, ofLabel] of Map.groupBy(labelled, ([, , , , expected]) => expected)) {
    const tally: NameTally = { asked: 0, right: 0, others: 0, named: 0, invented: 0, cited: 0, led: 0 }
    for (const [state, number, name, place, , why] of ofLabel) {
      const of = companies.find((each) => each.state === state && each.number === number)
      if (!of) continue
      const at = place === 'own' ? of : anotherOf(of, companies, random)
      tally.asked++
      judgeName({ title: why, name, of, expect }, await reviewed(source, { name, address: at.address }), tally)
    }
    toldNames(expect, expect, tally)
  }
}

/** Rows of exempt organisations, carriers, loans and licences: evidence of name and address, and of nobody else's. */
async function measureRecords(source: ReferenceSource, kind: RawKind, half: string, all: readonly RawCompany[]): Promise<void> {
  const usable = all.filter(({ address, name }) => address !== null && /[A-Z]{3}/i.test(name))
  const companies = [...new Map(usable.map((each) => [`${plainName(each.name)} ${each.address?.line1}`, each])).values()]
  const names = new Set(all.map(({ name }) => plainName(name)))
  const random = randomFrom(seed)
  const tally = { name: 0, address: 0, task: 0, others: 0, near: 0 }
  const chosen = chosenOf(companies)
  const hasTask = kind === 'fmcsa_census' ? 'motor_carriers' : kind === 'ppp_loans' ? 'ppp_loans' : null
  const alter = nameClasses['nobody: a letter differs, elsewhere']?.alter
  for (const of of chosen) {
    const asked: Asked = { name: of.name, address: of.address }
    const review = await reviewed(source, asked)
    const [name, address] = ['name', 'address_verification'].map((key) => taskIn(review, key)?.sub_label)
    if (name === 'Verified') tally.name++
    else missed(kind, `"${of.name}" is ${name}`)
    if (address === 'Verified') tally.address++
    else missed(kind, of.address?.line1, 'is', address)
    if (hasTask && taskIn(review, hasTask)) tally.task++
    const altered = alter?.(of.name.toUpperCase(), random)
    if (!altered || names.has(plainName(altered))) continue
    tally.near++
    const near = await reviewed(source, {
      name: altered,
      address: anotherOf(of, [...companies, ...companiesElsewhere(of)], random).address,
    })
    const { public_records, carriers, loans, tax_exempt } = near.business.file
    if (Object.keys({ ...public_records, ...carriers, ...loans }).length > 0 || tax_exempt !== null) {
      tally.others++
      missed(kind, `"${altered}" has records of "${of.name}"`)
    }
  }
  const task = hasTask ? `, task ${hasTask} ${share(tally.task, chosen.length)}` : ''
  console.log(
    `${kind}, ${half} (${chosen.length}): name Verified ${share(tally.name, chosen.length)}, address Verified ${share(tally.address, chosen.length)}${task}; a letter differs, elsewhere (${tally.near}): another's record ${share(tally.others, tally.near)}`,
  )
}

/** Somewhere in the same state, for a state of which the file has but one address. */
function companiesElsewhere(of: RawCompany): readonly RawCompany[] {
  return of.address === null ? [] : [{ ...of, number: `${of.number} elsewhere`, address: { ...of.address, line1: '1 Nowhere Plaza' } }]
}

/** Tax numbers that Florida publishes: its own company's answer, and another's. */
async function measureNumbers(source: ReferenceSource, companies: readonly RawCompany[]): Promise<void> {
  const withNumber = companies.filter(({ kind, tin }) => kind === 'fl_sunbiz' && tin !== null)
  let found = 0
  let mismatch = 0
  for (const of of withNumber) {
    const own = await reviewed(source, { name: of.name, address: of.address, tin: of.tin })
    if (taskIn(own, 'tin')?.sub_label === 'Found') found++
    else missed('number of', of.name, taskIn(own, 'tin')?.sub_label)
    const another = await reviewed(source, { name: 'Quokka Zephyrine Tamarack LLC', address: of.address, tin: of.tin })
    if (taskIn(another, 'tin')?.sub_label === 'Mismatch') mismatch++
  }
  console.log(
    `\ntax numbers that Florida publishes (${withNumber.length}): Found ${share(found, withNumber.length)}; under another name Mismatch ${share(mismatch, withNumber.length)}`,
  )
}

// Registries are replaced by edited copies: a company each is dissolved, vanishes, is renamed, moves, gets another officer or a new lien. Every case
// must be told in the review, with what changed and between which versions.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { noVendors } from '../../src/evidence/products/vendors.ts'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { lienSearches } from '../../src/evidence/reference/lien-search.ts'
import { openReferenceSource } from '../../src/evidence/reference/source.ts'
import { hashOf } from './random.ts'
import { floridaCell, floridaColumns, floridaRecords, type RawCompany, rawCompanies, rawFiles } from './raw-registries.ts'
import { type Reviewed, reviewed, reviewedAgain, taskIn } from './reviewing.ts'

type Case = {
  readonly what: string
  /** The record as the newer file has it; null: it is gone. */
  readonly edit: (record: Buffer) => Buffer | null
  readonly isTold: (review: Reviewed) => boolean
}

const [before, after] = ['2026-04', '2026-05'] as const

const written = (record: Buffer, column: keyof typeof floridaColumns, text: string): Buffer => {
  const [from, to] = floridaColumns[column]
  const copy = Buffer.from(record)
  copy.write(text.padEnd(to - from).slice(0, to - from), from, 'latin1')
  return copy
}

const registrationIn = ({ business }: Reviewed) => Object.values(business.file.registrations)[0]

/** Some message of the review says what changed, and names both versions. */
const tells =
  (...words: readonly string[]) =>
  ({ tasks }: Reviewed): boolean =>
    tasks.some(({ message }) => [before, after, ...words].every((word) => message.includes(word)))

const cases: readonly Case[] = [
  {
    what: 'dissolved',
    edit: (record) => written(record, 'status', 'I'),
    isTold: (review) =>
      registrationIn(review)?.status === 'inactive' && taskIn(review, 'sos_inactive') !== undefined && tells('status')(review),
  },
  {
    what: 'vanished',
    edit: () => null,
    isTold: (review) =>
      registrationIn(review)?.status === 'unknown' && taskIn(review, 'sos_unknown') !== undefined && tells('No longer in')(review),
  },
  {
    what: 'renamed',
    edit: (record) => written(record, 'name', 'QUOKKA ZEPHYRINE TAMARACK LLC'),
    isTold: (review) =>
      Object.keys(review.business.file.registrations).length === 1 && tells('QUOKKA ZEPHYRINE TAMARACK', 'It was')(review),
  },
  { what: 'moved', edit: (record) => written(record, 'line1', '77 QUOKKA ROAD'), isTold: tells('addresses') },
  {
    what: 'another officer',
    edit: (record) => written(record, 'officer', 'QUOKKA              ZEPHYRINE     T'),
    isTold: tells('officers'),
  },
]

const lienHeader =
  'LIEN_TYPE,LIEN NUMBER,FILE_NUMBER,FILE_TYPE,FILING_DATE,LAPSE_DATE,PARTY_TYP,ENTITY_TYP,ENTITY,MAIL_ADDR_1,MAIL_ADDR_2,CITY,STATE,ZIP_CODE,COUNTRY'

const lienOn = ({ name, address }: RawCompany, at: number): string =>
  `UCC,${99_000_000 + at},${99_000_000 + at},INITIAL,03/25/2026,03/25/2031,DB,ORG,"${name.replaceAll('"', '""')}","${address?.line1}",,${address?.city},OR,${address?.zip},USA`

type Options = { readonly each: number; readonly seed: number; readonly verbose: boolean }
type Told = { readonly what: string; readonly asked: number; readonly told: number }

export const editedRegistries = async (data: string, options: Options): Promise<readonly Told[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-edited-'))
  try {
    return [...(await registrationsEdited(folder, data, options)), await liensAdded(folder, data, options)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Under a name that is not that of a daily file, so that it stands for the whole registry and a missing row says something. */
const importFlorida = async (folder: string, records: readonly Buffer[], version: string): Promise<void> => {
  const file = join(folder, `cordata-${version}.txt`)
  writeFileSync(file, Buffer.concat(records.flatMap((record) => [record, Buffer.from('\n')])))
  await importFiles({ folder, kind: 'fl_sunbiz', files: [file], version })
}

const registrationsEdited = async (folder: string, data: string, { each, seed, verbose }: Options): Promise<readonly Told[]> => {
  const records = floridaRecords(gunzipSync(readFileSync(join(data, rawFiles.fl_sunbiz))))
  const companies = new Map(rawCompanies(data, 'fl_sunbiz').map((company) => [company.number, company]))
  const numberOf = (record: Buffer) => floridaCell(record, 'number')
  const chosen = records
    .filter((record) => companies.get(numberOf(record))?.address && floridaCell(record, 'officerKind') === 'P')
    .toSorted((a, b) => hashOf(`${seed} ${numberOf(a)}`) - hashOf(`${seed} ${numberOf(b)}`))
    .slice(0, each * cases.length)
  const caseOf = new Map(chosen.map((record, at) => [numberOf(record), cases[at % cases.length] as Case]))
  await importFlorida(folder, records, before)
  const reviews = await fromSource(folder, async (source) => {
    const all = new Map<string, Reviewed>()
    for (const number of caseOf.keys()) {
      const { name, address } = companies.get(number) as RawCompany
      all.set(number, await reviewed(source, { name, address }))
    }
    return all
  })
  const edited = records.flatMap((record) => {
    const edit = caseOf.get(numberOf(record))?.edit
    const now = edit ? edit(record) : record
    return now === null ? [] : [now]
  })
  await importFlorida(folder, edited, after)
  return fromSource(folder, async (source) => {
    const told = new Map<string, { asked: number; told: number }>()
    for (const [number, { what, isTold }] of caseOf) {
      const tally = told.get(what) ?? { asked: 0, told: 0 }
      const review = await reviewedAgain(source, reviews.get(number) as Reviewed)
      tally.asked++
      if (isTold(review)) tally.told++
      else if (verbose)
        console.log('  missed:', what, companies.get(number)?.name, registrationIn(review)?.changed, registrationIn(review)?.vanished)
      told.set(what, tally)
    }
    return [...told].map(([what, tally]) => ({ what, ...tally }))
  })
}

const liensAdded = async (folder: string, data: string, { each, seed }: Options): Promise<Told> => {
  const debtors = rawCompanies(data, 'or_sos')
    .filter(({ address, name }) => address?.state === 'OR' && /(?:LLC|INC\.?)$/.test(name))
    .toSorted((a, b) => hashOf(`${seed} ${a.number}`) - hashOf(`${seed} ${b.number}`))
    .slice(0, each)
  const importLiens = async (version: string, liens: readonly string[]) => {
    const file = join(folder, `ucc-${version}.csv`)
    writeFileSync(file, `${[lienHeader, ...liens].join('\n')}\n`)
    await importFiles({ folder, kind: 'or_ucc', files: [file], version })
  }
  const somebody =
    'UCC,98000001,98000001,INITIAL,03/04/2026,03/04/2031,DB,ORG,QUOKKA ZEPHYRINE TAMARACK LLC,1 NOWHERE PLZ,,SALEM,OR,97301,USA'
  await importFiles({ folder, kind: 'or_sos', files: [join(data, rawFiles.or_sos)] })
  await importLiens(before, [somebody])
  const again = async (earlier: ReadonlyMap<string, Reviewed> | null) =>
    fromSource(folder, async (source) => {
      const products = lienSearches({ reference: source.reference, loaded: () => ['or_ucc'], now: () => new Date() })
      const vendors = { ...noVendors, products }
      const reviews = new Map<string, Reviewed>()
      for (const { number, name, address } of debtors) {
        const from = earlier?.get(number) ?? (await reviewed(source, { name, address }))
        reviews.set(number, await reviewedAgain(source, from, vendors))
      }
      return reviews
    })
  const first = await again(null)
  await importLiens(after, [somebody, ...debtors.map(lienOn)])
  const second = await again(first)
  const told = debtors.filter(({ number }) => {
    const [was, is] = [first, second].map((reviews) => taskIn(reviews.get(number) as Reviewed, 'liens')?.sub_label)
    return was === 'None Found' && is === 'Found'
  })
  return { what: 'a new lien', asked: debtors.length, told: told.length }
}

const fromSource = async <Answer>(
  folder: string,
  ask: (source: Awaited<ReturnType<typeof openReferenceSource>>) => Promise<Answer>,
): Promise<Answer> => {
  const source = await openReferenceSource({ folder })
  try {
    return await ask(source)
  } finally {
    await source.close()
  }
}

// Searches at any vendor with a JSON API. A file (SOURCES_CONFIG) gives addresses, headers and field names, so that another vendor needs another
// file but no code. If a vendor is away or its answer is unusable, the search is unavailable; it never blocks an order.
import { z } from 'zod'
import { keysOf } from '../../events/keys-of.ts'
import type { Subject } from '../ports.ts'
import { at } from '../vendor-templates.ts'
import {
  type FoundRecord,
  notConfigured,
  type ProductSource,
  type RecordKind,
  recordKinds,
  type SearchFinding,
  type SearchProduct,
  searches,
  searchProducts,
} from './products.ts'
import { type AskVendor, NoAnswer, type Values, vendorRequest, WrongSourcesConfig } from './vendor.ts'
import { businessValues, unavailableBecause, vendorSource } from './vendor-answers.ts'

const kinds = keysOf(recordKinds)

const Search = z.strictObject({
  ...vendorRequest,
  /** Dotted path to the list of records in the answer; empty: the answer is the list. */
  records: z.string().default(''),
  kind: z.enum(kinds).optional(),
  /** Maps our fields to dotted paths within a record. */
  fields: z.record(z.string(), z.string()),
  /** Our fields that are lists: where the list is within a record, and a mapping from our items' fields to paths within the vendor's. */
  lists: z.record(z.string(), z.strictObject({ path: z.string(), fields: z.record(z.string(), z.string()) })).default({}),
  /** Fields with the same value in every record. */
  constants: z.record(z.string(), z.json()).default({}),
  /** Maps the vendor's values to ours, by field. */
  words: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** The field that identifies a record. */
  key: z.string(),
})
type Search = z.output<typeof Search>

export const ProductsConfig = z.partialRecord(z.enum(searchProducts), z.union([Search, z.array(Search)]))

/** @throws WrongSourcesConfig */
export const vendorSearches = (config: z.output<typeof ProductsConfig>, ask: AskVendor): ProductSource => {
  const vendorsOf = (product: SearchProduct): readonly Search[] => [config[product] ?? []].flat()
  for (const product of searchProducts)
    for (const { kind } of vendorsOf(product))
      if (kind && !(searches[product].kinds as readonly RecordKind[]).includes(kind))
        throw new WrongSourcesConfig(`has a wrong products.${product}.kind: ${kind} is not what this product finds`)

  const search = async (product: SearchProduct, subject: Subject, signal?: AbortSignal): Promise<SearchFinding> => {
    const vendors = vendorsOf(product)
    if (vendors.length === 0) return { outcome: 'unavailable', reason: notConfigured, passing: false }
    const asked = searches[product].about === 'business' ? [null] : subject.people
    try {
      const answers = await Promise.all(
        vendors.flatMap((search) =>
          asked.map(async (person) =>
            recordsIn(await ask.json(search, valuesOf(subject, person), signal), {
              search,
              kind: search.kind ?? searches[product].kinds[0],
              subject,
              person,
            }),
          ),
        ),
      )
      return { outcome: 'searched', records: answers.flat(), sources: vendors.map(({ name }) => vendorSource(name, 'all', subject)) }
    } catch (error) {
      return unavailableBecause(error, signal)
    }
  }
  return { answers: (product) => vendorsOf(product).length > 0, search }
}

type Person = Subject['people'][number]

const valuesOf = (subject: Subject, person: Person | null): Values =>
  person ? { ...businessValues(subject), name: person.name, tin: '', dob: person.dob ?? '' } : businessValues(subject)

type About = { readonly search: Search; readonly kind: RecordKind; readonly subject: Subject; readonly person: Person | null }

/** @throws NoAnswer */
const recordsIn = (answer: unknown, { search, kind, subject, person }: About): FoundRecord[] => {
  const list = at(answer, search.records)
  if (!Array.isArray(list)) throw new NoAnswer(`${search.name} answered without a list of records`, { passing: false })
  return list.map((each): FoundRecord => {
    const content = recordKinds[kind].safeParse({ ...search.constants, ...told(each, search), ...listed(each, search) })
    const key = at(each, search.key)
    if (!content.success || (typeof key !== 'string' && typeof key !== 'number')) {
      const field = content.success ? 'key' : content.error.issues.map(({ path }) => path.join('.')).join(', ')
      throw new NoAnswer(`${search.name} answered a record that cannot be used: ${field}`, { passing: false })
    }
    return {
      kind,
      person_id: person?.id ?? null,
      key: String(key),
      content: content.data,
      sources: [vendorSource(search.name, String(key), subject)],
    }
  })
}

type Told = { readonly [field: string]: unknown }

/** Our fields, with the vendor's values translated to ours. Fields that the vendor leaves out are left out. */
const told = (record: unknown, { fields, words }: Pick<Search, 'fields' | 'words'>): Told =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, path]) => {
      const value = at(record, path)
      return value === undefined ? [] : [[field, typeof value === 'string' ? (words[field]?.[value] ?? value) : value]]
    }),
  )

const listed = (record: unknown, { lists, words }: Search): Told =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([field, { path, fields }]) => {
      const items = at(record, path)
      return Array.isArray(items) ? [[field, items.map((item) => told(item, { fields, words }))]] : []
    }),
  )

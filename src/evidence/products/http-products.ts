// Searches over HTTP at any vendor with a JSON interface: addresses, headers and the names of things come from a file (SOURCES_CONFIG), so that
// another vendor is another file and no code. A vendor that is away or answers nonsense makes a search unavailable; it never holds an order up.
import { readFileSync } from 'node:fs'
import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'
import type { Source, Subject } from '../ports.ts'
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

const kinds = Object.keys(recordKinds) as [RecordKind, ...RecordKind[]]

const Search = z.strictObject({
  /** The vendor as reviewers know it: the data set of every source. */
  name: z.string().min(1),
  method: z.enum(['GET', 'POST']).default('GET'),
  /** `{name}`, `{address}`, `{state}`, `{tin}`, `{dob}` stand for what is known of the business or the person. */
  url: z.string().regex(/^https?:\/\//, 'must be an http or https address'),
  /** `${NAME}` is taken from the environment, so that secrets need not stand in the file. */
  headers: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.json()).optional(),
  /** Dotted path to the list of records in the answer; empty: the answer is the list. */
  records: z.string().default(''),
  kind: z.enum(kinds).optional(),
  /** From our fields to dotted paths within a record. */
  fields: z.record(z.string(), z.string()),
  /** Fields that are the same in every record. */
  constants: z.record(z.string(), z.json()).default({}),
  /** From the vendor's words to ours, by field. */
  words: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** The field that tells records apart. */
  key: z.string(),
  timeout_seconds: z.number().min(1).max(60).default(20),
})
type Search = z.output<typeof Search>

const SourcesConfig = z.strictObject({ products: z.partialRecord(z.enum(searchProducts), z.union([Search, z.array(Search)])) })
export type SourcesConfig = z.input<typeof SourcesConfig>

/** A configuration that cannot be used; the message says what is wrong with it. */
export class WrongSourcesConfig extends Error {
  override readonly name = 'WrongSourcesConfig'
}

type Environment = { readonly [name: string]: string | undefined }

/** @throws WrongSourcesConfig naming the file */
export const readProductSource = (file: string, environment: Environment): ProductSource => {
  let given: unknown
  try {
    given = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new WrongSourcesConfig(`SOURCES_CONFIG: ${file} cannot be read as JSON (${error instanceof Error ? error.message : error})`)
  }
  try {
    return httpProducts(given as SourcesConfig, environment)
  } catch (error) {
    throw new WrongSourcesConfig(`SOURCES_CONFIG: ${file} ${error instanceof Error ? error.message : error}`)
  }
}

/** @throws WrongSourcesConfig */
export const httpProducts = (config: SourcesConfig, environment: Environment = {}): ProductSource => {
  const parsed = SourcesConfig.safeParse(config)
  if (!parsed.success)
    throw new WrongSourcesConfig(parsed.error.issues.map(({ path, message }) => `has a wrong ${path.join('.')}: ${message}`).join('; '))
  const byProduct = new Map(
    Object.entries(parsed.data.products).map(([product, given]) => [
      product,
      [given ?? []].flat().map((search) => ({ ...search, headers: withSecrets(search.headers, environment) })),
    ]),
  )
  for (const product of searchProducts)
    for (const { kind } of byProduct.get(product) ?? [])
      if (kind && !(searches[product].kinds as readonly RecordKind[]).includes(kind))
        throw new WrongSourcesConfig(`has a wrong products.${product}.kind: ${kind} is not what this product finds`)

  const search = async (product: SearchProduct, subject: Subject, signal?: AbortSignal): Promise<SearchFinding> => {
    const vendors = byProduct.get(product) ?? []
    if (vendors.length === 0) return { outcome: 'unavailable', reason: notConfigured }
    const asked = searches[product].about === 'business' ? [null] : subject.people
    try {
      const answers = await Promise.all(
        vendors.flatMap((search) => asked.map((person) => ask(search, search.kind ?? searches[product].kinds[0], subject, person, signal))),
      )
      return { outcome: 'searched', records: answers.flat(), sources: vendors.map(({ name }) => sourceOf(name, 'all', subject)) }
    } catch (error) {
      signal?.throwIfAborted()
      return { outcome: 'unavailable', reason: error instanceof Unusable ? error.message : `${vendors[0]?.name} could not be reached` }
    }
  }
  return { answers: (product) => (byProduct.get(product)?.length ?? 0) > 0, search }
}

/** Names no person: it stands in the review. */
class Unusable extends Error {}

type Person = Subject['people'][number]

const largestAnswer = 5 * 1024 * 1024

const ask = async (
  search: Search,
  kind: RecordKind,
  subject: Subject,
  person: Person | null,
  signal?: AbortSignal,
): Promise<FoundRecord[]> => {
  const address = subject.addresses[0]
  const values: Readonly<Record<string, string>> = {
    name: person?.name ?? subject.names[0] ?? '',
    address: address?.full_address ?? '',
    state: address?.state ?? '',
    tin: person ? '' : (subject.tin ?? ''),
    dob: person?.dob ?? '',
  }
  const answer = await fetchJson(search, values, signal)
  const list = search.records === '' ? answer : at(answer, search.records)
  if (!Array.isArray(list)) throw new Unusable(`${search.name} answered without a list of records`)
  return list.map((each): FoundRecord => {
    const told = Object.entries(search.fields).map(([field, path]) => {
      const value = at(each, path)
      return [field, typeof value === 'string' ? (search.words[field]?.[value] ?? value) : value] as const
    })
    const content = recordKinds[kind].safeParse({
      ...search.constants,
      ...Object.fromEntries(told.filter(([, value]) => value !== undefined)),
    })
    const key = at(each, search.key)
    if (!content.success || (typeof key !== 'string' && typeof key !== 'number')) {
      const field = content.success ? 'key' : content.error.issues.map(({ path }) => path.join('.')).join(', ')
      throw new Unusable(`${search.name} answered a record that cannot be used: ${field}`)
    }
    return {
      kind,
      person_id: person?.id ?? null,
      key: String(key),
      content: content.data,
      sources: [sourceOf(search.name, String(key), subject)],
    }
  })
}

const fetchJson = async (
  { name, method, url, headers, body, timeout_seconds }: Search,
  values: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => {
  const timeout = AbortSignal.timeout(timeout_seconds * 1000)
  const response = await fetch(
    url.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(values[field] ?? '')),
    {
      method,
      headers: { accept: 'application/json', ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(method === 'POST' ? { body: JSON.stringify(filled(body ?? values, values)) } : {}),
      // A redirect would take the credentials to wherever it leads.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    },
  )
  if (!response.ok) {
    await response.body?.cancel()
    throw new Unusable(`${name} answered ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > largestAnswer) throw new Unusable(`${name} answered more than ${largestAnswer / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown
  } catch {
    throw new Unusable(`${name} answered no JSON`)
  }
}

const sourceOf = (vendor: string, row: string, { business_id }: Subject): Source => {
  const metadata = { data_set: vendor, version: new Date().toISOString().slice(0, 10), row }
  return { id: uuidv5(JSON.stringify(['vendor', metadata]), business_id), type: 'vendor', metadata }
}

const withSecrets = (headers: Readonly<Record<string, string>>, environment: Environment) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => {
        const value = environment[variable]
        if (value === undefined) throw new WrongSourcesConfig(`names the environment variable ${variable}, which is not set`)
        return value
      }),
    ]),
  )

const filled = (template: unknown, values: Readonly<Record<string, string>>): unknown => {
  if (typeof template === 'string') return template.replaceAll(/\{(\w+)\}/g, (_, field: string) => values[field] ?? '')
  if (Array.isArray(template)) return template.map((each) => filled(each, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, each]) => [name, filled(each, values)]))
}

/** The value at a dotted path; numbers count into lists. */
const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (held, name) =>
        typeof held === 'object' && held !== null && Object.hasOwn(held, name) ? (held as Record<string, unknown>)[name] : undefined,
      value,
    )

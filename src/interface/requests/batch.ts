// Turns a row of an uploaded CSV into the request to create a business (records.md, Batch CSV). Problems are reported under the column titles.
import { z } from 'zod'
import type { NewOrder } from '../../commands/business-orders.ts'
import type { Submitted } from '../../commands/business-state.ts'
import { derivedId } from '../../events/derived-id.ts'
import { type ErrorEntry, entriesOf, predicate, sentence } from '../messages.ts'
import { titleOf } from '../upload-format.ts'
import { businessFrom, CreateBusiness } from './business.ts'

export type RowOf = {
  readonly batchId: string
  /** From 0. */
  readonly row: number
  readonly mode: Submitted['mode']
  readonly columns: readonly string[]
  readonly requester: Submitted['requester']
}

export type RowRead = { readonly business: Submitted; readonly orders: readonly NewOrder[] } | { readonly errors: readonly ErrorEntry[] }

/** Derived from batch and row, so that reading a row again gives the same business. */
export const rowBusinessId = (batchId: string, row: number): string => derivedId(`row-${row}`, batchId)

const addressFields = { address_line1: 'line1', address_line2: 'line2', city: 'city', state: 'state', postal_code: 'postal_code' } as const

const Row = CreateBusiness.safeExtend({ phone_number: z.string().trim().min(5).max(40).optional() })

export const readRow = (cells: readonly string[], { batchId, row, mode, columns, requester }: RowOf): RowRead => {
  if (cells.length > columns.length)
    return { errors: [{ message: `the row has ${cells.length} cells, but there are ${columns.length} columns` }] }
  const byTitle = new Map(columns.map((column, index) => [titleOf(column), (cells[index] ?? '').trim()]))
  const cell = (title: string): string | undefined => byTitle.get(title) || undefined

  const titles = new Map<string, string>([
    ['tin.tin', 'tin'],
    ['website.url', 'website'],
    ['addresses', 'address'],
  ])
  const addresses = ['', '2', '3', '4', '5'].flatMap((n) => {
    const named = Object.entries(addressFields).map(
      ([field, ending]) => [field, `address${n}_${ending}`, cell(`address${n}_${ending}`)] as const,
    )
    const filled = named.filter(([, , value]) => value !== undefined)
    const full = cell(`address${n}`)
    return full === undefined && filled.length === 0 ? [] : [{ n, full, named, filled }]
  })
  const people = Array.from({ length: 9 }, (_, index) => index + 1).flatMap((n) => {
    const name = cell(`person_name${n}`)
    const dob = cell(`person_dob${n}`)
    return name === undefined && dob === undefined ? [] : [{ n, name, dob }]
  })
  for (const [index, { n, full, named }] of addresses.entries()) {
    titles.set(`addresses.${index}.full_address`, `address${n}`)
    titles.set(`addresses.${index}`, `address${n}`)
    if (full === undefined) for (const [field, title] of named) titles.set(`addresses.${index}.${field}`, title)
  }
  for (const [index, { n }] of people.entries()) {
    titles.set(`people.${index}.name`, `person_name${n}`)
    titles.set(`people.${index}.dob`, `person_dob${n}`)
  }
  const tags = cell('tags')
    ?.split(';')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

  const request = {
    name: cell('name'),
    ...(addresses.length === 0
      ? {}
      : {
          addresses: addresses.map(({ full, filled }) =>
            full === undefined ? Object.fromEntries(filled.map(([field, , value]) => [field, value])) : { full_address: full },
          ),
        }),
    ...(people.length === 0 ? {} : { people: people.map(({ name, dob }) => ({ name, dob })) }),
    ...member('external_id', cell('external_id')),
    ...member('unique_external_id', cell('unique_external_id')),
    ...member('phone_number', cell('phone_number')),
    ...member('tags', tags),
    ...(cell('tin') === undefined ? {} : { tin: { tin: cell('tin') } }),
    ...(cell('website') === undefined ? {} : { website: { url: cell('website') } }),
  }
  const result = Row.safeParse(request, { error: predicate })
  if (!result.success)
    return { errors: entriesOf(result.error.issues).map(({ message, parameter }) => inColumn(message, parameter, titles)) }

  const id = rowBusinessId(batchId, row)
  const { phone_number: number } = result.data
  const { business, orders } = businessFrom(result.data, { id, mode, requester, idOf: (what) => derivedId(what, id) })
  const phone_numbers = number === undefined ? [] : [{ id: derivedId('phone', id), number }]
  return { business: { ...business, phone_numbers, business_batch_id: batchId }, orders }
}

const member = <Value>(field: string, value: Value | undefined): { readonly [field: string]: Value } =>
  value === undefined ? {} : { [field]: value }

/** Reports a problem of the request under its column. */
const inColumn = (message: string, parameter: string | undefined, titles: ReadonlyMap<string, string>): ErrorEntry => {
  if (parameter === undefined) return { message }
  const title = titles.get(parameter) ?? parameter
  const field = parameter.split('.').at(-1) ?? ''
  return { message: message.startsWith(`${field} `) ? sentence(title, message.slice(field.length + 1)) : message, parameter: title }
}

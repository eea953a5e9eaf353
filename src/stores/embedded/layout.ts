// How a document lies in its row. Mostly it is JSON in the column `document`. In a collection with abbreviations each member of its schema has a column:
// texts, numbers and booleans as they are, lists and objects as JSON that is written shorter (abbreviations.ts). `document` then holds what fits into none.
import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import type { Abbreviations, CollectionSpec, Document } from '../document-store.ts'
import { mostLists, openAbbreviating } from './abbreviations.ts'
import { columnName, quoted, scalarFields, stored } from './columns.ts'
import { parsedDocument } from './repeated-sources.ts'
import type { Row } from './rows.ts'
import { propertiesOf, type ScalarType, scalarType } from './sql-types.ts'

/** What the columns of a row hold of a document, before its lists and objects are written shorter. */
export type Parts = {
  readonly document: string | null
  readonly scalars: readonly SQLInputValue[]
  readonly members: readonly (string | null)[]
  /** The values of the fields that the abbreviations call its own. */
  readonly own: readonly unknown[]
}

export type Layout = {
  /** The columns of `stored` and their types. */
  readonly columns: readonly (readonly [name: string, type: string])[]
  /** The type of a declared field's column; empty where it takes any. */
  readonly typeOf: (field: string) => string
  /** What a statement selects to read a document. */
  readonly selected: string
  /** For the thread that folds. */
  readonly partsOf: (document: Document | null) => Parts
  /** For the thread that writes. */
  readonly stored: (parts: Parts) => readonly SQLInputValue[]
  /** Of a row that begins with what is `selected`; null: it was deleted. */
  readonly documentIn: (row: Row) => Document | null
}

export const layoutOf = (spec: CollectionSpec): Layout => (spec.abbreviations ? shorterLayout(spec, spec.abbreviations) : plainLayout)

const plainLayout: Layout = {
  columns: [['document', 'text']],
  typeOf: () => '',
  selected: 'document',
  partsOf: (document) => ({ document: document && JSON.stringify(document), scalars: [], members: [], own: [] }),
  stored: ({ document }) => [document],
  documentIn: ([document]) => (typeof document === 'string' ? parsedDocument(document) : null),
}

export const listName = (n: number): string => `list ${n}`

/** Scalar members by name, with their types; and members that are lists or objects. The others are in `document`. */
export const membersOfSchema = (spec: CollectionSpec, { words }: Abbreviations) => {
  const properties = propertiesOf(spec)
  const scalars = new Map(
    properties.flatMap(([name, schema]) => {
      const type = scalarType(schema)
      return type ? [[name, type] as const] : []
    }),
  )
  const named = [...properties.map(([name]) => name), ...Object.keys(words)]
  return { scalars, members: [...new Set(named)].filter((name) => !scalars.has(name)) }
}

const columnTypes: Readonly<Record<ScalarType, string>> = { integer: 'integer', number: 'real', boolean: 'integer', string: 'text' }

/** In `document`: the members that the document lacks. The others without a value are null. */
const absentMembers = '$absent'

const shorterLayout = (spec: CollectionSpec, abbreviations: Abbreviations): Layout => {
  const { scalars, members } = membersOfSchema(spec, abbreviations)
  const { own = [] } = abbreviations
  const { shortened, whole } = openAbbreviating({
    ...abbreviations,
    words: Object.fromEntries(members.map((member) => [member, abbreviations.words[member] ?? []])),
  })
  const declared = scalarFields(spec)
  const others = [...scalars.keys()].filter((name) => !declared.includes(name))
  const listNames = Array.from({ length: mostLists }, (_, n) => listName(n))
  const noLists: readonly null[] = listNames.map(() => null)
  const columns = [
    ['document', 'text'],
    ...others.map((name) => [columnName(name), columnTypes[scalars.get(name) ?? 'string']] as const),
    ...[...members.map(columnName), ...listNames].map((name) => [name, 'text'] as const),
  ] as const

  const selected = [...columns.map(([name]) => name), ...[...scalars.keys()].filter((name) => declared.includes(name)).map(columnName)]
  const names = [...scalars.keys(), ...members]
  const placeOf = (name: string) => selected.indexOf(columnName(name))
  const scalarPlaces = [...scalars].map(([name, type]) => ({ name, type, place: placeOf(name) }))
  const memberPlaces = members.map((name) => ({ name, place: placeOf(name) }))
  const ownPlaces = own.map(placeOf)
  const listPlaces = listNames.map((name) => selected.indexOf(name))
  const isList = new Set(members)
  /** Copied for each document that is read: to add its many members one by one would take longer, also each time that such a document is copied. */
  const blank: Record<string, unknown> = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))

  const restOf = (document: Document): string => {
    const rest: Record<string, unknown> = {}
    for (const name of Object.keys(document)) {
      const value = document[name]
      const type = scalars.get(name)
      if (type ? !fits(value, type) : !(isList.has(name) && typeof value === 'object')) rest[name] = value
    }
    const absent = names.filter((name) => document[name] === undefined)
    if (absent.length > 0) rest[absentMembers] = absent
    return JSON.stringify(rest)
  }

  return {
    columns,
    typeOf: (field) => columnTypes[scalars.get(field) ?? ('' as ScalarType)] ?? '',
    selected: selected.map(quoted).join(', '),
    partsOf: (document) => ({
      document: document && restOf(document),
      scalars: others.map((name) => stored(document?.[name])),
      members: members.map((name) => jsonOf(document?.[name])),
      own: own.map((name) => document?.[name]),
    }),
    stored: ({ document, scalars: values, members: texts, own: owned }) => {
      const { texts: short, lists } = shortened(texts, owned)
      return [document, ...values, ...short, ...lists, ...noLists.slice(lists.length)]
    },
    documentIn: (row) => {
      const [others] = row
      if (typeof others !== 'string') return null
      const { [absentMembers]: absent, ...rest } = JSON.parse(others) as Record<string, unknown>
      const values = { lists: listPlaces.map((place) => row[place]), own: ownPlaces.map((place) => row[place]) }
      const document = { ...blank }
      for (const { name, type, place } of scalarPlaces) document[name] = scalarIn(row[place], type)
      for (const { name, place } of memberPlaces) {
        const text = row[place]
        if (typeof text === 'string') document[name] = JSON.parse(whole(name, text, values))
      }
      if (Array.isArray(absent)) for (const name of absent) delete document[name]
      return Object.assign(document, rest) as Document
    },
  }
}

const fits = (value: unknown, type: ScalarType): boolean =>
  value === null || value === undefined || (type === 'integer' ? Number.isSafeInteger(value) : typeof value === type)

/** Of a list or object. */
const jsonOf = (value: unknown): string | null => (typeof value === 'object' && value !== null ? JSON.stringify(value) : null)

const scalarIn = (value: SQLOutputValue | undefined, type: ScalarType): unknown => {
  if (value === null || value === undefined || type === 'string') return value
  return type === 'boolean' ? Number(value) === 1 : Number(value)
}

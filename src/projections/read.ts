// Reads the documents of a projection. The projection gives the collection, the type of its documents, and the fields that may be filtered and
// sorted on: a field that it does not declare, or a value of another type than the field's, does not compile.
import type { DocumentStore, FindOptions, Place } from '../stores/document-store.ts'
import type { ValueOf } from './fields.ts'
import type { Projection } from './projection.ts'

/**
 * @example
 * import { businesses } from 'src/projections/businesses.ts'
 * declare const read: Read
 * const where = { account_id: '0198c0de-0000-7000-8000-0000000000ac', status: 'in_review' } as const
 * const waiting = await read(businesses).find({ where, sort: [['created_at', 'desc']], perPage: 20 })
 * console.log(waiting.map(({ name }) => name))
 */
export type Read = <Doc, Field extends string>(projection: Projection<Doc, Field>) => Reading<Doc, Field>

export type Reading<Doc, Field extends string> = {
  readonly get: (key: string) => Promise<Doc | undefined>
  /** By key; those that there are. */
  readonly getMany: (keys: readonly string[]) => Promise<ReadonlyMap<string, Doc>>
  readonly find: <Where extends FieldConditions<Doc, Field>>(options?: Find<Doc, Field, Where>) => Promise<readonly Doc[]>
  readonly count: <Where extends FieldConditions<Doc, Field>>(where?: OnlyDeclared<Doc, Field, Where>) => Promise<number>
  /** Every document in key order, read as it is consumed. */
  readonly all: () => AsyncIterable<Doc>
}

export type Find<Doc, Field extends string, Where extends FieldConditions<Doc, Field>> = Pick<FindOptions, 'page' | 'perPage' | 'after'> & {
  readonly where?: OnlyDeclared<Doc, Field, Where>
  readonly sort?: Sort<Field>
}

/** What a filter of a projection may say: the type for one that is built step by step, as `WhereOf<typeof businesses>`. */
export type WhereOf<Of> = Of extends Projection<infer Doc, infer Field> ? FieldConditions<Doc, Field> : never

/** Not by the members of a list. */
export type Sort<Field extends string> = readonly (readonly [field: Exclude<Field, `${string}[]`>, direction: 'asc' | 'desc'])[]

export type FieldConditions<Doc, Field extends string> = { readonly [Name in Field]?: ConditionOn<Nullable<ValueOf<Doc, Name>>> }

/** The compiler lets further fields through in variables and spreads, and an undefined value in an optional field; this refuses both. */
export type OnlyDeclared<Doc, Field extends string, Where> = Where & {
  readonly [Name in keyof Where]: Name extends Field ? ConditionOn<Nullable<ValueOf<Doc, Name>>> : never
}

type ConditionOn<Value> = Value | { readonly in: readonly Value[] } | TextCondition<Value> | Bounds<Value>

/** Words and ranges are for free text and numbers, not for the words of a closed list. */
type TextCondition<Value> = string extends Value ? { readonly contains: string } : never
type Bounds<Value> = string extends Value ? Range<string> : number extends Value ? Range<number> : never
type Range<Bound> = { readonly gt?: Bound; readonly gte?: Bound; readonly lt?: Bound; readonly lte?: Bound }

/** A filter finds a field that is absent as null. */
type Nullable<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value

type Each<Doc, Field extends string, Where extends FieldConditions<Doc, Field>> = Required<Pick<Find<Doc, Field, Where>, 'where'>> & {
  readonly by: Sort<Field>[number][0] & keyof Doc
  readonly perPage?: number
  /** What a document is kept under; its id when absent. */
  readonly keyOf?: (document: Doc) => string
}

/**
 * Every document that is found, in the order of a field, read a page at a time as it is consumed. What the consumer does may change or end what is
 * found: no other document is passed over.
 * @example
 * import { businesses } from 'src/projections/businesses.ts'
 * declare const read: Read
 * const where = { account_id: '0198c0de-0000-7000-8000-0000000000ac', status: 'in_review' } as const
 * for await (const { name } of eachFound(read(businesses), { where, by: 'created_at' })) console.log(name)
 */
export async function* eachFound<Doc extends { readonly id: string }, Field extends string, Where extends FieldConditions<Doc, Field>>(
  reading: Pick<Reading<Doc, Field>, 'find'>,
  { where, by, perPage = 500, keyOf = ({ id }) => id }: Each<Doc, Field, Where>,
): AsyncGenerator<Doc> {
  for (let last: Doc | undefined, more = true; more; ) {
    // What is sorted by is no object.
    const after = last ? { after: { key: keyOf(last), values: [last[by] ?? null] as Place['values'] } } : {}
    const page = await reading.find<Where>({ where, sort: [[by, 'asc']], perPage, ...after })
    yield* page
    last = page.at(-1)
    more = page.length === perPage
  }
}

export const reader = (documents: DocumentStore): Read => {
  // A request reads several projections: what reads one is made once.
  const readings = new Map<string, unknown>()
  return <Doc, Field extends string>({ spec: { name } }: Projection<Doc, Field>) => {
    const known = readings.get(name) ?? readingOf(documents, name)
    readings.set(name, known)
    // What is stored under a projection's name is what the projection folded.
    return known as Reading<Doc, Field>
  }
}

const readingOf = <Doc>(documents: DocumentStore, name: string): Reading<Doc, string> => {
  const typed = (document: object) => document as Doc
  return {
    // What is stored under a projection's name is what the projection folded. No promise is made for the type alone: each request reads several documents.
    get: (key) => documents.get(name, key) as Promise<Doc | undefined>,
    getMany: async (keys) => {
      if (keys.length === 0) return new Map()
      const found = [...(await documents.getMany(name, keys))]
      return new Map(found.flatMap(([key, { document }]) => (document === null ? [] : [[key, typed(document)] as const])))
    },
    find: async (options) => (await documents.find(name, options as FindOptions)).map(typed),
    count: (where) => documents.count(name, where as FindOptions['where']),
    all: async function* () {
      for await (const { key, document } of documents.all(name)) {
        if (document === null) throw new Error(`${key} in ${name} cannot be read: npm run audit -- replay names all such records`)
        yield typed(document)
      }
    },
  }
}

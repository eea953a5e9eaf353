// What analysts may rely on in a collection: its plain top-level fields with their types, as the JSON schema that gives the SQL view its columns
// and MongoDB its validator. TypeScript checks each column against the document, so that no schema refuses what a projection writes.
import type { CollectionSpec } from '../stores/document-store.ts'
import type { JsonObject } from '../stores/event-store.ts'

type ColumnOf<Value> =
  NonNullable<Value> extends string
    ? 'text'
    : NonNullable<Value> extends boolean
      ? 'boolean'
      : NonNullable<Value> extends number
        ? 'integer' | 'number'
        : 'json'

/** `json`: a list or an object; any field may be null. */
export type Columns<Doc> = { readonly [Field in keyof Doc]?: ColumnOf<Doc[Field]> }

/**
 * The JSON schema of a collection with these columns. A field without a column may hold anything.
 * @example
 * columns<{ id: string; paid: boolean | null }>({ id: 'text', paid: 'boolean' }).properties // => { id: { type: ['string', 'null'] }, paid: { type: ['boolean', 'null'] } }
 */
export const columns = <Doc>(named: Columns<Doc>): NonNullable<CollectionSpec['schema']> => ({
  type: 'object',
  required: ['id'],
  properties: Object.fromEntries(
    Object.entries(named as { readonly [field: string]: string }).map(([field, type]) => [field, schemaOf(type)]),
  ),
})

const schemaOf = (type: string): JsonObject => (type === 'json' ? {} : { type: [type === 'text' ? 'string' : type, 'null'] })

// The reads of the document store on MongoDB: documents by key, by filter, counted, or all of a collection.
import type { Collection, Filter } from 'mongodb'
import { type Collections, checkFields, declaredFields, pageOf } from '../collections.ts'
import type { CollectionSpec, Document, DocumentStore, FindOptions } from '../document-store.ts'
import type { Reach } from './availability.ts'
import { chunks } from './bulk.ts'
import { alive, decodeFields, onlyFields, type StoredFields } from './documents.ts'
import { afterOf, filterOf, sortOf } from './query.ts'

export type Reads = Pick<DocumentStore, 'get' | 'rendering' | 'getMany' | 'find' | 'count' | 'all'>

export type ReadOptions = {
  readonly collections: Collections<CollectionSpec>
  readonly documentsOf: (spec: CollectionSpec) => Collection<StoredFields>
  readonly reach: Reach
}

const readAtOnce = 1000

export const openReads = ({ collections, documentsOf, reach: { repeatable } }: ReadOptions): Reads => ({
  get: (name, key) =>
    repeatable(async () => {
      const found = await documentsOf(collections.at(name)).findOne({ _id: key, ...alive }, { projection: onlyFields })
      return found === null ? undefined : decodeFields(found)
    }),

  rendering: (name, key) =>
    repeatable(async () => {
      const found = await documentsOf(collections.at(name)).findOne({ _id: key, ...alive }, { projection: { _rendering: 1 } })
      return found?._rendering
    }),

  getMany: (name, keys) =>
    repeatable(async () => {
      const documents = documentsOf(collections.at(name))
      const found = new Map<string, { document: Document | null; position: bigint }>()
      for (const some of chunks(keys, readAtOnce))
        for await (const stored of documents.find({ _id: { $in: some } }, { batchSize: readAtOnce, projection: onlyFields }))
          found.set(stored._id, { document: stored._deleted ? null : decodeFields(stored), position: stored._position })
      return found
    }),

  find: (name, options = {}) =>
    repeatable(async () => {
      const spec = collections.at(name)
      checkFields(spec, declaredFields(spec), options.where, options.sort)
      const { skip, limit } = pageOf(options)
      const parts = afterOf(options).map((part) => ({ $and: [filterOf(spec, options.where), part] }))
      const found = await pageIn(documentsOf(spec), parts, { sort: options.sort, skip, limit })
      return found.map((stored) => decodeFields(stored))
    }),

  count: (name, where) =>
    repeatable(async () => {
      const spec = collections.at(name)
      checkFields(spec, declaredFields(spec), where)
      return Number(await documentsOf(spec).countDocuments(filterOf(spec, where)))
    }),

  // Page by page from the last key on, so that neither a slow reader nor a change of primary loses the place.
  all: async function* (name) {
    const documents = documentsOf(collections.at(name))
    let after: string | undefined
    while (true) {
      const behind = after === undefined ? {} : { _id: { $gt: after } }
      const page = await repeatable(() =>
        documents.find({ ...alive, ...behind }, { projection: onlyFields, sort: [['_id', 1]], limit: readAtOnce }).toArray(),
      )
      for (const stored of page) yield { key: stored._id, document: decodeFields(stored), position: stored._position }
      after = page.at(-1)?._id
      if (page.length < readAtOnce) return
    }
  },
})

type Asked = Pick<FindOptions, 'sort'> & { readonly skip: number; readonly limit: number | undefined }

/** What meets the first filter comes before what meets the next one. Where the first ones give enough, the later ones are not asked for. */
const pageIn = async (documents: Collection<StoredFields>, filters: readonly Filter<StoredFields>[], { sort, skip, limit }: Asked) => {
  const options = { projection: onlyFields, sort: sortOf(sort) }
  const [filter = {}] = filters
  if (filters.length === 1) return documents.find(filter, { ...options, skip, ...(limit !== undefined && { limit }) }).toArray()
  const found: StoredFields[] = []
  for (const each of filters) {
    const rest = limit === undefined ? {} : { limit: skip + limit - found.length }
    if (rest.limit !== 0) found.push(...(await documents.find(each, { ...options, ...rest }).toArray()))
  }
  return found.slice(skip)
}

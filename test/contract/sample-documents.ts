// Collections and documents for the tests of the document stores. The server may be shared with other tests: every name is new.
import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import type { Change, CollectionSpec, Document, DocumentStore, FindOptions, Where } from '../../src/stores/document-store.ts'

export type OpenedDocumentStore = {
  readonly store: DocumentStore
  /** Closes the store that is open and opens it again over the same data. */
  readonly reopen?: () => Promise<DocumentStore>
  /** Closes the store that is open and removes what it left behind. */
  readonly close: () => Promise<void>
}

/** A collection name, or a kind of records, that no other test has. */
export const unique = (name: string): string => `${name}_${randomUUID().slice(0, 18).replaceAll('-', '')}`

export const write = (key: string, position: bigint, document: Document = { at: Number(position) }): Change => ({ key, document, position })
export const erase = (key: string, position: bigint): Change => ({ key, document: null, position })

/** A collection of its own, with the commits and queries of one test said shortly. */
export type Scene = {
  readonly name: string
  readonly commit: (position: bigint, ...changes: readonly Change[]) => Promise<void>
  readonly get: (key: string) => Promise<Document | undefined>
  readonly keys: (options?: FindOptions) => Promise<unknown[]>
  /** The ids of what is found, in order; checks on the way that `count` counts as many. */
  readonly found: (where: Where) => Promise<unknown[]>
}

/** Defines a collection and fills it with documents, the first at position 1; a document's key is its `id`. */
export const scene = async (
  store: DocumentStore,
  {
    indexes = [],
    version = 1,
    search,
    counted,
    documents = [],
  }: Partial<CollectionSpec> & { readonly documents?: readonly (Document & { readonly id: string })[] } = {},
): Promise<Scene> => {
  const name = unique('things')
  await store.define([{ name, version, indexes, ...(search ? { search } : {}), ...(counted ? { counted } : {}) }])
  const commit: Scene['commit'] = (position, ...changes) => store.commit([{ collection: name, partition: 'all', changes, position }])
  const keys: Scene['keys'] = async (options) => (await store.find(name, options)).map(({ id }) => id)
  if (documents.length > 0) await commit(BigInt(documents.length), ...documents.map((each, n) => write(each.id, BigInt(n + 1), each)))
  return {
    name,
    commit,
    keys,
    get: (key) => store.get(name, key),
    found: async (where) => {
      const ids = await keys({ where })
      const count = await store.count(name, where)
      if (count !== ids.length) throw new Error(`count says ${count} where find finds ${ids.length}`)
      return ids
    },
  }
}

/** Checks that the promise is refused with an error of this kind that names what it is about. */
export const rejects = async (promise: Promise<unknown>, kind: new (message: string) => Error, naming: string): Promise<void> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.instance(error, kind)
  assert.ok(error instanceof Error && error.message.includes(naming), `the message names ${naming}`)
}

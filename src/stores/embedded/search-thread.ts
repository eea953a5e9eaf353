// Queries that may look through a whole collection, answered in a thread of their own: other requests are answered meanwhile.
import { addressOf } from '../collections.ts'
import type { CollectionSpec } from '../document-store.ts'
import type { LongReads } from './reads.ts'
import { openStoreThread } from './store-thread.ts'

/** What the thread does. */
export type Searching = LongReads & { readonly define: (spec: CollectionSpec) => void }

export type SearchThread = Searching & { readonly close: () => Promise<void> }

/** `file`: the read models. Each query sees all that was committed before it. A thread that dies is replaced at the next query. */
export const openSearchThread = (file: string): SearchThread => {
  const specs = new Map<string, CollectionSpec>()
  const thread = openStoreThread<Searching>({
    program: new URL('./search-worker.ts', import.meta.url),
    data: file,
    what: 'searches the read models',
    begin: (tell) => {
      for (const spec of specs.values()) tell('define', spec)
    },
  })
  return {
    define: (spec) => {
      specs.set(addressOf(spec), spec)
      thread.tell('define', spec)
    },
    find: (collection, options) => thread.call('find', collection, options),
    count: (collection, where) => thread.call('count', collection, where),
    close: thread.close,
  }
}

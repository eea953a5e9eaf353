// Queries that may look through a whole collection, answered in a thread of their own: other requests are answered meanwhile.
import type { CollectionSpec } from '../document-store.ts'
import { openCollectionThread } from './collection-thread.ts'
import type { LongReads } from './reads.ts'

/** What the thread does. */
export type Searching = LongReads & { readonly define: (spec: CollectionSpec) => void }

export type SearchThread = Searching & { readonly close: () => Promise<void> }

/** `file`: the read models. Each query sees all that was committed before it. A thread that dies is replaced at the next query. */
export const openSearchThread = (file: string): SearchThread => {
  const { call, ...thread } = openCollectionThread<LongReads>({
    program: new URL('./search-worker.ts', import.meta.url),
    data: file,
    what: 'searches the read models',
  })
  return { ...thread, find: (...given) => call('find', ...given), count: (...given) => call('count', ...given) }
}

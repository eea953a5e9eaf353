// A thread of the embedded stores that works on collections: it knows their definitions before it is called, also when it replaces one that died.
import { addressOf } from '../collections.ts'
import type { CollectionSpec } from '../document-store.ts'
import type { Offer } from './line.ts'
import { openStoreThread, type StoreThread, type StoreThreadOptions } from './store-thread.ts'

type Defining = { readonly define: (spec: CollectionSpec) => void }

export type CollectionThread<Theirs extends Offer> = Pick<StoreThread<Theirs & Defining>, 'call' | 'close'> & Defining

/** `Theirs`: what the program of the thread offers besides `define`. */
export const openCollectionThread = <Theirs extends Offer>(
  options: Omit<StoreThreadOptions<Defining>, 'begin'>,
): CollectionThread<Theirs> => {
  const specs = new Map<string, CollectionSpec>()
  const thread: StoreThread<Defining> = openStoreThread<Defining>({
    ...options,
    begin: (tell) => {
      for (const spec of specs.values()) tell('define', spec)
    },
  })
  return {
    // The line carries calls by name: the type says which names the program answers to.
    call: thread.call as CollectionThread<Theirs>['call'],
    close: thread.close,
    define: (spec) => {
      specs.set(addressOf(spec), spec)
      thread.tell('define', spec)
    },
  }
}

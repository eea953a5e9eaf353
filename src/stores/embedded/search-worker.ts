// The thread of `search-thread.ts`: answers the queries that it receives, in order, over its own connection.
import { parentPort, workerData } from 'node:worker_threads'
import { definedCollections } from '../collections.ts'
import { addTextSearch } from './conditions.ts'
import { openReadModels } from './read-models.ts'
import { type CollectionReads, openReads, readsOf } from './reads.ts'
import type { Searching } from './search-thread.ts'
import { offerWork } from './store-thread.ts'
import { transactions } from './transactions.ts'

const database = openReadModels(workerData as string)
addTextSearch(database)
const collections = definedCollections<CollectionReads>()
const { read, endRead } = transactions(database)
const { here } = openReads({ database, collections, beginRead: read })

// Each call must see what was committed before it, also where several are answered in one turn of the event loop.
const offer: Searching = {
  define: (spec) => {
    endRead()
    collections.define(spec, readsOf(database, spec))
  },
  find: (collection, options) => {
    endRead()
    return here.find(collection, options)
  },
  count: (collection, where) => {
    endRead()
    return here.count(collection, where)
  },
}

offerWork(parentPort, offer, () => {
  endRead()
  database.close()
})

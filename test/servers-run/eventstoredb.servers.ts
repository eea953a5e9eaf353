// The contract of every event store against a real EventStoreDB: the one that EVENT_STORE_URL names, whose log it may share with others.
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { eventStoreContract } from '../contract/event-store.ts'

const url = process.env.EVENT_STORE_URL

if (!url) console.log('SKIPPED: 31 (EVENT_STORE_URL names no EventStoreDB to test against)')
else {
  const contract = eventStoreContract('eventstoredb (real server)', async () => {
    let store = await openEventStoreDB({ url })
    return {
      store,
      reopen: async () => {
        await store.close()
        store = await openEventStoreDB({ url })
        return store
      },
      close: () => store.close(),
    }
  })
  contract.run()
}

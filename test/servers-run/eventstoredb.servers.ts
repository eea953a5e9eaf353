// The contract of every event store against a real EventStoreDB: the one at EVENT_STORE_URL, whose log it may share with others, or one that is started
// for it. test/stores runs it on the stand-in.
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { eventStoreContract } from '../contract/event-store.ts'
import { startEventStore } from '../servers/eventstored.ts'

const started = process.env.EVENT_STORE_URL ? undefined : await startEventStore()
const url = process.env.EVENT_STORE_URL ?? started?.url ?? ''

if (started?.standIn) {
  console.log('SKIPPED: 33 (neither EVENT_STORE_URL nor EVENTSTORED names an EventStoreDB, and no Docker engine answers)')
  await started.stop()
} else {
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
  contract.after(() => started?.stop())
  contract.run()
}

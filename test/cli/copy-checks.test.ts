// What a copy looks at before it writes: whether workers run on the stores, and whose records are in the target.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { requireOwnRecords, requireStopped } from '../../src/cli/copy-checks.ts'
import { CopyRefused } from '../../src/cli/copy-log.ts'
import { readConfig } from '../../src/config.ts'
import { holdLeases } from '../../src/processes/running/leases.ts'
import { startService } from '../../src/service.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { subjectKeyKind } from '../../src/stores/key-ring.ts'
import { startEventStoreServer } from '../servers/eventstore.ts'
import { startCommand } from './command.ts'

const test = suite('before a copy')
let root = ''
let stores: Record<'one' | 'two', DocumentStore>

test.before.each(async () => {
  root = mkdtempSync(join(tmpdir(), 'probity-copy-checks-'))
  stores = {
    one: await openEmbeddedDocumentStore({ folder: join(root, 'one') }),
    two: await openEmbeddedDocumentStore({ folder: join(root, 'two') }),
  }
})
test.after.each(async () => {
  await Promise.all([stores.one.close(), stores.two.close()])
  rmSync(root, { recursive: true })
})

const refusal = (checking: Promise<void>): Promise<unknown> =>
  checking.then(
    () => 'nothing',
    (error: unknown) => error,
  )

const putKeys = async ({ records }: DocumentStore, keys: readonly string[]) => {
  for (const key of keys) await records.put(subjectKeyKind, key, { wrapped: 'x' }, { expectedRevision: -1 })
}

test('a worker that runs refuses it, and one that has stopped or died does not', async () => {
  const { records } = stores.one
  await requireStopped(stores.one, '--keys-from')
  await records.put('workers', 'died', {}, { expectedRevision: -1 })
  await requireStopped(stores.one, '--keys-from')
  const leases = await holdLeases({ records, partitions: ['0'], worker: 'runs', begin: async () => async () => undefined })
  const refused = await refusal(requireStopped(stores.one, '--keys-from')).finally(leases.close)
  assert.instance(refused, CopyRefused)
  assert.is((refused as Error).message, 'a worker runs on the store of --keys-from: stop the service first')
  await requireStopped(stores.one, '--keys-from')
})

test('a target with the source’s own keys is taken, and one with any other is not', async () => {
  await putKeys(stores.one, ['a', 'b', 'c'])
  await requireOwnRecords(stores.one, stores.two)
  await putKeys(stores.two, ['a', 'b'])
  await requireOwnRecords(stores.one, stores.two)
  await putKeys(stores.two, ['d'])
  assert.instance(await refusal(requireOwnRecords(stores.one, stores.two)), CopyRefused)
})

test('the records of another service stay as they were', async () => {
  const [source, other] = [join(root, 'source'), join(root, 'other')]
  for (const DATA_DIR of [source, other])
    await startService(readConfig({ DATA_DIR, PORT: '0', LOG_LEVEL: 'silent' })).then((service) => service.stop())
  rmSync(join(source, 'master.key'))
  const server = await startEventStoreServer()
  const inventory = async () => {
    const store = await openEmbeddedDocumentStore({ folder: other })
    const { recordKinds } = await store.inventory()
    const counts = await Promise.all(recordKinds.map(async (kind) => [kind, await store.records.list(kind)] as const))
    await store.close()
    return counts
  }
  const before = await inventory()
  const { code, output } = await startCommand('stores', ['copy', '--from', source, '--to', server.url, '--keys-to', other]).ended
  const appends = server.calls().append
  await server.stop()
  assert.is(code, 1)
  assert.match(output, /^stores: the target of the keys holds those of another log/)
  assert.equal([await inventory(), appends], [before, 0])
})

test.run()

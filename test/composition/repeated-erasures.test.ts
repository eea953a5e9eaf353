// Restored records hold keys that an erasure destroyed. A start destroys them again, and the operator repeats erasures that a restored log lacks too.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { auditOperations } from '../../src/composition/audit-operations.ts'
import { type Kernel, openKernel } from '../../src/composition/kernel.ts'
import { destroyKeysAgain, repeatErasures } from '../../src/composition/repeated-erasures.ts'
import { readConfig } from '../../src/config.ts'
import { rowBusinessId } from '../../src/interface/requests/batch.ts'
import { liens } from '../../src/projections/liens.ts'
import { runs } from '../../src/projections/runs.ts'
import { openBatchRows, sealRows } from '../../src/stores/batch-rows.ts'
import { subjectKeyKind } from '../../src/stores/key-ring.ts'
import { saveProcessCheckpoints } from '../../src/stores/process-checkpoints.ts'
import { submitted } from '../commands/businesses.ts'
import { samples } from '../events/samples.ts'
import { appendTo, context, masterKey } from '../stores/log.ts'

const test = suite('repeated erasures')
const dataDir = mkdtempSync(join(tmpdir(), 'probity-repeating-'))
const config = readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64') })
const open = async (): Promise<Kernel> => {
  const opened = await openKernel(config, {})
  await opened.stores.documents.define([liens.spec, runs.spec])
  return opened
}
let kernel = await open()
test.after(async () => {
  await kernel.stores.close()
  rmSync(dataDir, { recursive: true })
})

const rowsOf = () => openBatchRows({ records: kernel.stores.documents.records, keyRing: kernel.keyRing })
const auditing = () => ({ kernel, work: { passed: async () => true, batchRows: rowsOf() }, dataDir: null, now: () => new Date() })
const erase = (business_id: string) =>
  auditOperations(auditing()).erase({ business_id, person_id: null, reason: 'asked', requested_by: 'officer', dry_run: false })
const streamOf = (id: string) => `business-${id}`
const textOf = async (id: string) => JSON.stringify((await kernel.log.read(streamOf(id))).map(({ data }) => data))
const notesIn = async (id: string) => (await kernel.log.read(streamOf(id))).filter(({ type }) => type === 'PersonalDataErased')

/** A business from the only row of an upload. */
const uploaded = async (): Promise<{ readonly id: string; readonly batchId: string }> => {
  const batchId = randomUUID()
  const id = rowBusinessId(batchId, 0)
  const append = appendTo(kernel.log, context)
  const batch = { ...(samples.BusinessBatchUploaded[0]?.data as object), row_count: 1, chunk_rows: 1 }
  await append(`business_batch-${batchId}`, { type: 'BusinessBatchUploaded', data: batch } as never)
  await rowsOf().write(batchId, 0, sealRows([['Ann']], await rowsOf().keyOf(batchId), 0))
  const people = [{ id: randomUUID(), name: 'Ann', title: null, email: null, phone: null, dob: null, ssn: null }]
  await append(streamOf(id), { type: 'BusinessCreated', data: { ...submitted, business_id: id, people, business_batch_id: batchId } })
  return { id, batchId }
}

/** The records as they are now, to put them back in the place of later ones. */
const backUp = async () => {
  const { records } = kernel.stores.documents
  const kinds = [subjectKeyKind, 'batch_rows']
  const kept = await Promise.all(kinds.map(async (kind) => ({ kind, all: await records.list(kind) })))
  return async () => {
    const back = kernel.stores.documents.records
    for (const { kind, all } of kept)
      for (const { key, value } of all) await back.put(kind, key, value, { expectedRevision: (await back.get(kind, key))?.revision ?? -1 })
    await kernel.stores.close()
    kernel = await open()
  }
}

test('a start destroys the keys that restored records hold again, and overwrites the row of the upload', async () => {
  const { id, batchId } = await uploaded()
  const restore = await backUp()
  await erase(id)
  await restore()
  assert.match(await textOf(id), 'Ann')
  assert.equal(await rowsOf().read(batchId, 0), [['Ann']])
  assert.is(await destroyKeysAgain(kernel), 1)
  assert.not.match(await textOf(id), 'Ann')
  assert.equal(await rowsOf().read(batchId, 0), [['[erased]']])
  assert.is(await destroyKeysAgain(kernel), 0)
})

test('a start makes sure that nobody makes a new key for an erased person whose record is lost', async () => {
  const { id } = await uploaded()
  await erase(id)
  const { records } = kernel.stores.documents
  await records.remove(subjectKeyKind, id)
  await destroyKeysAgain(kernel)
  assert.is((await kernel.keyRing.find([id])).get(id), 'erased')
})

test('notes that the processes of all partitions had passed when the records were kept are not looked at again', async () => {
  const { id } = await uploaded()
  const restore = await backUp()
  const before = await kernel.log.store.end()
  await erase(id)
  const end = await kernel.log.store.end()
  const reached = (partition: string, position: bigint) =>
    saveProcessCheckpoints(kernel.stores.documents.records, partition, { positions: new Map([['erasures', position]]), logEnd: end })
  await restore()
  await reached('one', end)
  assert.is(await destroyKeysAgain(kernel), 0)
  await reached('other', before)
  assert.is(await destroyKeysAgain(kernel), 1)
})

test('an erasure that the log lacks is repeated as it was noted, once, also under a legal hold', async () => {
  const { id, batchId } = await uploaded()
  const placed = { type: 'LegalHoldPlaced', data: { hold_id: randomUUID(), reason: 'Smith v. Acme' } } as const
  await appendTo(kernel.log, context)(streamOf(id), placed as never)
  const order_id = randomUUID()
  const person = (await kernel.log.read(streamOf(id)))[0]?.data as unknown as { readonly people: readonly { readonly id: string }[] }
  const subjects = [id, String(person.people[0]?.id)]
  const note = { subjects, kind: 'business' as const, reason: 'asked', requested_by: 'officer', order_id }
  const unknown = { ...note, stream: streamOf(randomUUID()), subjects: [randomUUID()] }
  const repeat = (dry_run: boolean) => repeatErasures(auditing())({ erasures: [{ ...note, stream: streamOf(id) }, unknown], dry_run })

  assert.equal(await repeat(true), { keys: 2, unknown: 1, kept_by_reader: false })
  assert.match(await textOf(id), 'Ann')
  assert.equal(await repeat(false), { keys: 2, unknown: 1, kept_by_reader: false })
  assert.not.match(await textOf(id), 'Ann')
  assert.equal(await rowsOf().read(batchId, 0), [['[erased]']])
  assert.equal(
    (await notesIn(id)).map(({ data }) => data),
    [note],
  )
  assert.equal(await repeat(false), { keys: 0, unknown: 1, kept_by_reader: false })
  assert.is((await notesIn(id)).length, 1)
})

test.run()

// The change of the master key: afterwards the new one opens what the old one opened, wherever it was interrupted, and never do the records fit neither.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DocumentStore, Records } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { checkKeys, noteMasterKey, replaceMasterKey } from '../../src/stores/kept-keys.ts'
import { openKeyRing, subjectKeyKind } from '../../src/stores/key-ring.ts'
import { beginKeyChange, endKeyChange, rewrapKeys } from '../../src/stores/master-key-change.ts'
import { filled } from '../filled.ts'

const test = suite('change of the master key')
const [from, to, third] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer, Buffer]
const subjects = Array.from({ length: 2_500 }, (_, n) => `person-${n}`)
/** The message of what it throws. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: Error) => error.message,
  )

let folder = ''
let store: DocumentStore
let records: Records

test.before.each(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probity-key-change-'))
  store = await openEmbeddedDocumentStore({ folder })
  records = store.records
})
test.after.each(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** The keys as they are under this master key. */
const opened = async (masterKey: Buffer) =>
  [...(await openKeyRing({ records, masterKey }).find(subjects))].map(([subject, key]) => [
    subject,
    typeof key === 'string' ? key : key.export().toString('hex'),
  ])

const made = async () => {
  await noteMasterKey({ records, masterKey: from })
  await openKeyRing({ records, masterKey: from }).obtain(subjects)
  return opened(from)
}

const starting = (masterKey: Buffer) => checkKeys({ subjects: new Set(subjects), records, masterKey, acceptLoss: false })

test('the new key opens all that the old one opened, and the old one opens nothing any more', async () => {
  const before = await made()
  assert.is(await beginKeyChange({ records, from, to }), false)
  assert.equal(await rewrapKeys({ records, from, to }), { keys: 2_500, changed: 2_500, unopened: 0 })
  await replaceMasterKey({ records, masterKey: to })
  await endKeyChange(records)
  assert.equal(await opened(to), before)
  assert.ok(filled(await opened(from)).every(([, key]) => key === 'lost'))
  await starting(to)
  assert.match(await refusal(starting(from)), /is not the one that the data was written with/)
})

test('interrupted in the middle it is refused at the start under both keys, and run again it ends well', async () => {
  const before = await made()
  await beginKeyChange({ records, from, to })
  const killed = rewrapKeys({ records, from, to }, () => {
    throw new Error('killed')
  })
  assert.is(await refusal(killed), 'killed')
  for (const key of [from, to])
    assert.match(
      await refusal(starting(key)),
      /a change of the master key has begun and not ended: run npm run stores -- change-master-key again/,
    )
  assert.match(await refusal(beginKeyChange({ records, from, to: third })), /a change to another new master key has begun/)
  assert.is(await beginKeyChange({ records, from, to }), false)
  assert.equal(await rewrapKeys({ records, from, to }), { keys: 2_500, changed: 1_500, unopened: 0 })
  assert.equal(await opened(to), before)
})

test('a wrong old key is refused before anything is written, with a mark and without one', async () => {
  const before = await made()
  assert.match(await refusal(beginKeyChange({ records, from: third, to })), /the old master key .* is not the one/)
  await records.remove('installation', 'master_key_mark')
  assert.match(await refusal(beginKeyChange({ records, from: third, to })), /the old master key .* is not the one/)
  assert.equal(await opened(from), before)
  await starting(from)
})

test('the key of an erased person stays destroyed, and a damaged one as it is', async () => {
  await made()
  await openKeyRing({ records, masterKey: from }).destroy('person-0')
  await records.put(subjectKeyKind, 'person-1', { wrapped: 'damaged' }, { expectedRevision: 0 })
  await beginKeyChange({ records, from, to })
  assert.equal(await rewrapKeys({ records, from, to }), { keys: 2_499, changed: 2_498, unopened: 1 })
  assert.equal(
    (await opened(to)).filter(([, key]) => key === 'erased' || key === 'lost'),
    [
      ['person-0', 'erased'],
      ['person-1', 'lost'],
    ],
  )
})

test('run again after its end, it wraps what was made under the old key since', async () => {
  await made()
  await beginKeyChange({ records, from, to })
  await rewrapKeys({ records, from, to })
  await replaceMasterKey({ records, masterKey: to })
  await endKeyChange(records)
  await openKeyRing({ records, masterKey: from }).obtain(['person-late'])
  assert.is(await beginKeyChange({ records, from, to }), true)
  assert.equal(await rewrapKeys({ records, from, to }), { keys: 2_501, changed: 1, unopened: 0 })
})

test.run()

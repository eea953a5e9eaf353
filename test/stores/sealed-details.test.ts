// Numbers and dates of birth in read models: who reads the store sees a mask, the service sees the value.
import { rmSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { erased } from '../../src/events/personal-data.ts'
import type { CollectionSpec, Document, DocumentStore } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { sealingDetails } from '../../src/stores/sealed-details.ts'
import { commitOf, temporaryFolder } from './embedded-documents-scene.ts'

const test = suite('sealed details')
const masterKey = Buffer.alloc(32, 5)

const guests: CollectionSpec = {
  name: 'guests',
  version: 1,
  indexes: ['name'],
  rendered: true,
  sealed: [
    { at: 'people.*.dob', mask: 'date' },
    { at: 'tin', mask: 'digits', only: { field: 'tin_type', is: 'ssn' } },
    { at: 'owner.ssn', mask: 'digits', rendered: true },
  ],
}

const ann: Document = {
  id: 'a',
  name: 'Ann',
  people: [{ dob: '1961-07-29' }, { dob: null }, { dob: erased }],
  tin: '417382951',
  tin_type: 'ssn',
  owner: { ssn: '528491637' },
}

let folder: string
let raw: DocumentStore
let store: DocumentStore
const write = (position: bigint, document: Document, rendering: string | null = null) =>
  store.commit([commitOf('guests', position, { key: String(document.id), document, position, rendering })])

test.before.each(async () => {
  folder = temporaryFolder()
  raw = await openEmbeddedDocumentStore({ folder })
  store = sealingDetails(raw, masterKey)
  await store.define([guests])
})
test.after.each(async () => {
  await raw.close()
  rmSync(folder, { recursive: true })
})

const seal = ' sealed:[\\w-]+$'

test('the store holds a mask and the sealed value, and nothing else is changed', async () => {
  await write(1n, ann)
  const { people, tin, owner, ...rest } = (await raw.get('guests', 'a')) as Document
  assert.equal(rest, { id: 'a', name: 'Ann', tin_type: 'ssn' })
  assert.match(String(tin), new RegExp(`^\\*\\*\\*\\*\\*2951${seal}`))
  assert.match(String((owner as Document).ssn), new RegExp(`^\\*\\*\\*\\*\\*1637${seal}`))
  const [first, ...others] = people as Document[]
  assert.match(String(first?.dob), new RegExp(`^\\*\\*\\*\\*-\\*\\*-\\*\\*${seal}`))
  assert.equal(others, [{ dob: null }, { dob: erased }])
})

test('the service reads what was written, in each way of reading, by the bare name and by the version', async () => {
  await write(1n, ann)
  for (const name of ['guests', 'guests@1']) {
    assert.equal(await store.get(name, 'a'), ann)
    assert.equal(await store.find(name, { where: { name: 'Ann' } }), [ann])
    assert.equal((await store.getMany(name, ['a'])).get('a'), { document: ann, position: 1n })
    assert.equal(await Array.fromAsync(store.all(name)), [{ key: 'a', document: ann, position: 1n }])
  }
  await store.commit([commitOf('guests', 2n, { key: 'a', document: null, position: 2n })])
  assert.equal((await store.getMany('guests', ['a'])).get('a'), { document: null, position: 2n })
})

test('a document without such a value, or with an empty one, is read as it was written', async () => {
  const changes: readonly Document[] = [{ owner: null, people: [] }, { owner: {}, people: null }, { owner: { ssn: '' } }]
  for (const [n, change] of changes.entries()) {
    const document = { ...ann, ...change }
    await write(BigInt(n) + 1n, document)
    assert.equal(await store.get('guests', 'a'), document)
  }
})

test('a number that is no person’s stays as it is', async () => {
  const company = { ...ann, tin_type: 'ein' }
  await write(1n, company)
  assert.is((await raw.get('guests', 'a'))?.tin, '417382951')
  assert.equal(await store.get('guests', 'a'), company)
})

test('the answer for clients is sealed where it holds the value, and given as it was', async () => {
  const answer = JSON.stringify({ note: 'her "ssn":"1" is asked for', owner: { ssn: '528491637' } })
  await write(1n, ann, answer)
  const held = await raw.rendering('guests', 'a')
  assert.not.match(String(held), '528491637')
  assert.match(String(held), /"ssn":"\*\*\*\*\*1637 sealed:/)
  assert.is(await store.rendering('guests', 'a'), answer)
  await write(2n, ann)
  assert.is(await store.rendering('guests', 'a'), undefined)
})

test('the same value in the same place is stored the same, and elsewhere it is another text that opens nothing', async () => {
  await write(1n, ann)
  const before = await raw.get('guests', 'a')
  await write(2n, { ...ann, name: 'Anne' })
  assert.equal(await raw.get('guests', 'a'), { ...before, name: 'Anne' })
  await write(3n, { ...ann, id: 'b' })
  assert.is.not((await raw.get('guests', 'b'))?.tin, before?.tin)
  // A person with rights on the store copies what is sealed of one record into another.
  const moved = { ...ann, id: 'c', tin: before?.tin ?? null }
  await raw.commit([commitOf('guests', 4n, { key: 'c', document: moved, position: 4n })])
  assert.is((await store.get('guests', 'c'))?.tin, before?.tin)
})

test('another master key opens nothing', async () => {
  await write(1n, ann)
  const other = sealingDetails(raw, Buffer.alloc(32, 6))
  await other.define([guests])
  assert.equal(await other.get('guests', 'a'), await raw.get('guests', 'a'))
})

test('a collection whose later version seals nothing is read as it lies', async () => {
  await write(1n, ann)
  const { sealed: _, ...open } = guests
  await store.define([{ ...open, version: 2 }])
  await store.commit([commitOf('guests', 1n, { key: 'a', document: ann, position: 1n })])
  assert.equal([await raw.get('guests', 'a'), await store.get('guests', 'a')], [ann, ann])
  assert.equal(await store.get('guests@1', 'a'), ann)
})

test.run()

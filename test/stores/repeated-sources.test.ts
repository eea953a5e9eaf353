// Documents with the same sources in many places: each list is in the file once, and readers get whole documents.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CollectionSpec, Document } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { parsedDocument, withListsOnce } from '../../src/stores/embedded/repeated-sources.ts'

const test = suite('repeated sources')

const source = (row: string, metadata: object = {}) => ({ id: row, type: 'or_sos', metadata: { data_set: 'or_sos', row, ...metadata } })

const twice = (sources: readonly object[]): Document =>
  ({ file: { a: { sources }, b: [{ sources }] }, review: { tasks: [{ sources }] } }) as unknown as Document

const same = (document: Document): string => {
  const text = withListsOnce(JSON.stringify(document))
  assert.equal(parsedDocument(text), document)
  return text
}

test('a list that repeats is written once, one that does not stays in its place', () => {
  const repeated = same(twice([source('repeated'), source('other')]))
  assert.is(repeated.split('"row":"repeated"').length, 2)
  assert.is(repeated.split('{"$":0}').length, 4)
  const single = { a: { sources: [source('one')] }, b: { sources: [source('two')] }, c: { sources: [] } } as unknown as Document
  assert.is(same(single), JSON.stringify(single))
})

test('texts that look like JSON change nothing', () => {
  same(twice([source('}}]'), source('"sources":[{"id":"'), source('\\"}],'), source('{"$":0}')]))
  const { file } = twice([source('repeated')])
  same({ file: file ?? null, note: '"sources":[{"id":"1","type":"a","metadata":{}}]', $: { sources: 'none' } })
})

test('of many lists some stay in their places', () => {
  const many = Array.from({ length: 40 }, (_, n) => twice([source(`row ${n}`)]))
  same({ many } as unknown as Document)
})

test('a reader of the store and an analyst get whole documents', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-sources-'))
  const object = { type: 'object' }
  const spec: CollectionSpec = {
    name: 'filed',
    version: 1,
    indexes: ['name'],
    repeating: ['file', 'review'],
    schema: { properties: { name: { type: 'string' }, file: object, review: { anyOf: [object, { type: 'null' }] } } },
  }
  const documents: readonly Document[] = [
    { name: 'a', ...twice([source('1'), source('2', { note: '"quoted" }]' })]) },
    { name: 'b', ...twice([source('3')]), review: null },
    { name: 'c', file: {}, review: null },
  ]
  const store = await openEmbeddedDocumentStore({ folder, threaded: true })
  try {
    await store.define([spec])
    const changes = documents.map((document, n) => ({ key: String(document.name), document, position: BigInt(n + 1) }))
    await store.commit([{ collection: 'filed', partition: 'all', changes, position: 3n }])
    assert.equal(await store.find('filed', { sort: [['name', 'asc']] }), documents)
    assert.equal(await store.get('filed', 'a'), documents[0])
    assert.equal((await store.getMany('filed', ['b'])).get('b')?.document, documents[1])
    assert.equal(
      (await Array.fromAsync(store.all('filed'))).map(({ document }) => document),
      documents,
    )
    const file = new DatabaseSync(join(folder, 'read-models.sqlite'), { readOnly: true })
    const seen = file.prepare('select name, file, review from filed order by name').all()
    const [{ stored } = {}] = file.prepare('select document as stored from filed_v1 order by key').all()
    file.close()
    assert.equal(
      seen.map(({ name, file, review }) => ({ name, file: JSON.parse(String(file)), review: JSON.parse(String(review)) })),
      documents,
    )
    assert.is(String(stored).split('"row":"1"').length, 2)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
})

test.run()

// Tables of earlier releases have repeated lists of sources once in each row: readers get whole documents.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CollectionSpec, Document } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { parsedDocument } from '../../src/stores/embedded/repeated-sources.ts'

const test = suite('repeated sources')

const source = (row: string, metadata: object = {}) => ({ id: row, type: 'or_sos', metadata: { data_set: 'or_sos', row, ...metadata } })

const twice = (sources: readonly object[]): Document =>
  ({ file: { a: { sources }, b: [{ sources }] }, review: { tasks: [{ sources }] } }) as unknown as Document

/** As the earlier release wrote it. */
const listsOnce = (document: Document, sources: readonly object[]): string => {
  const list = JSON.stringify(sources)
  return `{"$sources":[${list}],${JSON.stringify(document).slice(1).replaceAll(`"sources":${list}`, '"sources":{"$":0}')}`
}

test('a document is read whole, also one that looks like it', () => {
  const sources = [source('repeated'), source('"sources":[{"id":"', { note: '"quoted" }]' })]
  assert.equal(parsedDocument(listsOnce(twice(sources), sources)), twice(sources))
  const plain = { file: {}, note: '{"$":0}', $: { sources: 'none' } }
  assert.equal(parsedDocument(JSON.stringify(plain)), plain)
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
  const lists = [[source('1'), source('2', { note: '"quoted" }]' })], [source('3')], []] as const
  const documents: readonly Document[] = [
    { name: 'a', ...twice(lists[0]) },
    { name: 'b', ...twice(lists[1]), review: null },
    { name: 'c', file: {}, review: null },
  ]
  const store = await openEmbeddedDocumentStore({ folder, threaded: true })
  try {
    await store.define([spec])
    const changes = documents.map((document, n) => ({ key: String(document.name), document, position: BigInt(n + 1) }))
    await store.commit([{ collection: 'filed', partition: 'all', changes, position: 3n }])
    const other = new DatabaseSync(join(folder, 'read-models.sqlite'))
    for (const [n, document] of documents.slice(0, 2).entries())
      other
        .prepare('update filed_v1 set document = ?, position = 4 where key = ?')
        .run(listsOnce(document, lists[n] ?? []), String(document.name))
    other.close()
    assert.equal(await store.find('filed', { sort: [['name', 'asc']] }), documents)
    assert.equal(await store.get('filed', 'a'), documents[0])
    assert.equal((await store.getMany('filed', ['b'])).get('b')?.document, documents[1])
    assert.equal(
      (await Array.fromAsync(store.all('filed'))).map(({ document }) => document),
      documents,
    )
    const file = new DatabaseSync(join(folder, 'read-models.sqlite'), { readOnly: true })
    const seen = file.prepare('select name, file, review from filed order by name').all()
    file.close()
    assert.equal(
      seen.map(({ name, file, review }) => ({ name, file: JSON.parse(String(file)), review: JSON.parse(String(review)) })),
      documents,
    )
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
})

test.run()

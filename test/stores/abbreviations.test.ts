// Documents that are many and much alike are written shorter. Readers get them whole, and analysts see what a collection without abbreviations shows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Abbreviations, CollectionSpec, Document, DocumentStore } from '../../src/stores/document-store.ts'
import { mostLists, openAbbreviating } from '../../src/stores/embedded/abbreviations.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'

const test = suite('abbreviations')

const source = (row: string) => ({ id: row, type: 'or_sos', metadata: { data_set: 'or_sos', row } })

const abbreviations: Abbreviations = {
  words: { file: ['"status":"active"', '"status":"', '","', `it's "so"`], tasks: ['"status":"', '{"key":"', '[', '",'] },
  sources: ['"sources":[{"id":"', '"metadata":{"data_set":"'],
  own: ['id', 'at', 'name'],
}

const same = (file: unknown, tasks: unknown, own: readonly unknown[] = []) => {
  const { shortened, whole } = openAbbreviating(abbreviations)
  const texts = [JSON.stringify(file), JSON.stringify(tasks)]
  const { texts: short, lists } = shortened(texts, own)
  const back = ['file', 'tasks'].map((member, n) => whole(member, String(short[n]), { lists, own }))
  assert.equal(back, texts)
  return short.join('')
}

test('words, lists of sources and own values have a code, and come back', () => {
  const at = '2026-11-24T13:39:25.341Z'
  const short = same(
    { a: { status: 'active', at, sources: [source('1')] } },
    [{ key: 'name', status: 'passive', at, sources: [source('1')] }],
    ['1', at],
  )
  assert.not.match(short, at)
  assert.not.match(short, 'or_sos')
  assert.not.match(short, '"status":"')
})

test('an own value of eight signs has a code of two, a shorter one stays', () => {
  const short = (value: string) => openAbbreviating({ words: { file: [] }, own: ['id'] }).shortened([`["${value}"]`], [value]).texts[0]
  assert.is(short('12345678')?.length, 6)
  assert.is(short('1234567'), '["1234567"]')
})

test('where one word begins another, the longer one has its code', () => {
  const words = ['"status"', '"status":"active"', '"status":']
  const { shortened } = openAbbreviating({ words: { file: words } })
  for (const word of words) assert.is(shortened([`{${word}}`], []).texts[0]?.length, 4, word)
})

test('what looks like a word, a code or a value of its own changes nothing', () => {
  const codes = Array.from({ length: 32 }, (_, n) => String.fromCharCode(n)).join('')
  for (const text of [codes, `${codes}\u007f`, '"status":"active"', '\\","', '$1$&', "it's", '\u2028\ud800', 'é‑😀'])
    same(
      { [text]: text, b: [text, { sources: [source(`${text}]"}]`)] }] },
      [{ sources: [source(`${text}]"}]`)] }],
      [text, `${text}12345678`, '"quoted" name'],
    )
})

test('of many lists some stay in their places, and no text at all stays none', () => {
  const lists = Array.from({ length: mostLists + 5 }, (_, n) => ({ sources: [source(`row ${n}`)] }))
  same([lists, lists], lists)
  assert.equal(openAbbreviating(abbreviations).shortened([null, null], [null]), { texts: [null, null], lists: [] })
})

test('more words than there are codes are refused', () => {
  /** With the lists, and one value of its own. */
  const opened = (count: number) =>
    openAbbreviating({ words: { file: Array.from({ length: count }, (_, n) => `word ${n}.`) }, own: ['id'] })
  const most = 14 * 14 - mostLists - 1
  const { shortened, whole } = opened(most)
  const text = JSON.stringify(`word ${most - 1}.`)
  const { texts, lists } = shortened([text], [''])
  assert.ok(String(texts[0]).length < text.length)
  assert.is(whole('file', String(texts[0]), { lists, own: [''] }), text)
  assert.throws(() => opened(most + 1), /file has more words than there are codes/)
})

const text = { type: ['string', 'null'] }
const plain: CollectionSpec = {
  name: 'plain',
  version: 1,
  indexes: ['name', ['state', 'at']],
  filters: ['rank', 'active', 'tags[]'],
  schema: {
    properties: {
      id: text,
      name: text,
      state: text,
      at: text,
      rank: { type: ['integer', 'null'] },
      share: { type: ['number', 'null'] },
      active: { type: ['boolean', 'null'] },
      tags: {},
      file: {},
      tasks: {},
    },
  },
}
const shorter: CollectionSpec = { ...plain, name: 'shorter', abbreviations }

const at = '2026-11-24T13:39:25.341Z'
const documents: readonly Document[] = [
  {
    id: 'business-1',
    name: 'Acme "Widgets" LLC',
    state: 'OR',
    at,
    rank: 3,
    share: 0.25,
    active: true,
    tags: ['a', 'b'],
    file: { business: 'business-1', at, status: 'active', sources: [source('1')] },
    tasks: [{ key: 'name', status: 'success', at, sources: [source('1')] }],
    beyond: { the: 'schema' },
  },
  { id: 'business-2', name: null, state: 'TX', at, rank: 0, share: 5, active: false, tags: [], file: {}, tasks: null },
  { id: 'business-3', name: '', rank: null, active: null, file: 'no object', tasks: [1.5, 'two', null] },
  // What the schema does not allow is kept all the same.
  { id: 'business-4', name: 'four', rank: 1.5, share: 1e300, active: 'yes', tags: 7, file: true, tasks: { a: null } },
] as unknown as readonly Document[]

const inStore = async (work: (store: DocumentStore, folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-abbreviations-'))
  const store = await openEmbeddedDocumentStore({ folder, threaded: true })
  try {
    await work(store, folder)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

const write = (store: DocumentStore, collection: string, some: readonly Document[], position = 1n) =>
  store.commit([
    { collection, partition: 'all', position, changes: some.map((document) => ({ key: String(document.id), document, position })) },
  ])

test('every way to read gives the whole documents', () =>
  inStore(async (store) => {
    await store.define([shorter])
    await write(store, 'shorter', [...documents].reverse())
    await write(store, 'shorter', documents, 2n)
    assert.equal(await store.find('shorter'), documents)
    assert.equal(
      (await Array.fromAsync(store.all('shorter'))).map(({ document }) => document),
      documents,
    )
    for (const document of documents) {
      const key = String(document.id)
      assert.equal(await store.get('shorter', key), document)
      assert.equal((await store.getMany('shorter', [key])).get(key), { document, position: 2n })
    }
    assert.equal(await store.find('shorter', { where: { active: true, 'tags[]': 'b', rank: { gte: 3 } } }), [documents[0]])
    assert.equal(await store.find('shorter', { where: { active: false } }), [documents[1]])
  }))

test('analysts see the same as of a collection without abbreviations', () =>
  inStore(async (store, folder) => {
    await store.define([plain, shorter])
    // A value of another type than the schema's has no column of its own in any view.
    const some = documents.slice(0, 3)
    for (const collection of ['plain', 'shorter']) await write(store, collection, some)
    const file = new DatabaseSync(join(folder, 'read-models.sqlite'), { readOnly: true })
    const seen = (view: string) => file.prepare(`select *, typeof(share) as share_type from ${view} order by key`).all()
    const [first] = file.prepare('select "$.file" as file from shorter_v1 order by key').all()
    const plan = file.prepare('explain query plan select state, tasks from shorter').all()
    assert.equal(seen('shorter'), seen('plain'))
    // Nothing is put together in between, so what is not selected costs nothing.
    assert.equal(
      plan.map(({ detail }) => detail),
      ['SCAN shorter_v1'],
    )
    assert.not.match(String(first?.file), /or_sos|2026/)
    file.close()
  }))

test('a field that is declared later is found in the documents that are there', () =>
  inStore(async (store) => {
    await store.define([shorter])
    await write(store, 'shorter', documents)
    await store.define([{ ...shorter, indexes: ['name', 'file.status', 'tasks[]'] }])
    assert.equal(await store.find('shorter', { where: { 'file.status': 'active' } }), [documents[0]])
    assert.equal(await store.find('shorter', { where: { 'tasks[]': 'two' } }), [documents[2]])
    assert.equal(await store.find('shorter'), documents)
  }))

test.run()

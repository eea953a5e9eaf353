// What a dropped version leaves in the free pages of the file is overwritten, a piece at a time and beside the commits.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openOverwriting } from '../../src/stores/embedded/overwriting.ts'
import { write } from '../contract/sample-documents.ts'
import { eventually } from '../eventually.ts'
import { filled } from '../filled.ts'
import { commitOf } from './embedded-documents-scene.ts'

const test = suite('overwriting what dropped versions leave')

let folder: string
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'probity-overwriting-'))
})
test.after.each(() => rmSync(folder, { recursive: true }))

const file = () => join(folder, 'read-models.sqlite')
const opened = (threaded = true) => openEmbeddedDocumentStore({ folder, threaded })
const older = { name: 'one', version: 1, indexes: ['owner'] }
const newer = { ...older, version: 2 }
const megabytes = 24

/** A version that another one has replaced; its documents hold the words `in plain`. */
const replaced = async () => {
  const store = await opened()
  await store.define([older])
  for (let n = 0; n < megabytes; n++) {
    const document = { id: `${n}`, owner: `Ann in plain ${n}`, note: `in plain ${randomBytes(500_000).toString('hex')}` }
    await store.commit([commitOf('one', BigInt(n + 1), write(document.id, BigInt(n + 1), document))])
  }
  await store.define([newer])
  await store.close()
}

const isOver = () => {
  const database = new DatabaseSync(file(), { readOnly: true })
  const isMarked = openOverwriting(database).isMarked()
  database.close()
  return !isMarked
}

const reads = (sql: string) => {
  const database = new DatabaseSync(file(), { readOnly: true })
  try {
    return database.prepare(sql).get()
  } finally {
    database.close()
  }
}

const inPlain = () => filled(readdirSync(folder)).filter((name) => readFileSync(join(folder, name), 'latin1').includes('in plain'))

const withStore = async (work: (store: DocumentStore) => Promise<void>, threaded = true) => {
  const store = await opened(threaded)
  try {
    await store.define([newer])
    await work(store)
  } finally {
    await store.close()
  }
}

test('nothing is left in the files, and commits come in between', async () => {
  await replaced()
  assert.equal(inPlain(), ['read-models.sqlite'])
  await withStore(async (store) => {
    await store.drop('one@1')
    assert.not(isOver(), 'the drop does not wait for it')
    let position = 0n
    do {
      position++
      await store.commit([commitOf('one', position, write('a', position, { id: 'a', owner: `Bob ${position}` }))])
      await pause(10)
    } while (!isOver())
    assert.ok(position > 2n)
    assert.is((await store.get('one', 'a'))?.owner, `Bob ${position}`)
  })
  assert.equal(inPlain(), [])
})

test('when it is over, the file alone holds nothing of it, and it is not over while a reader keeps it out of the file', async () => {
  await replaced()
  const reader = new DatabaseSync(file(), { readOnly: true })
  await withStore(async (store) => {
    await store.drop('one@1')
    reader.exec('begin; select count(*) from sqlite_schema')
    const zeros = () => Number(reads(`select count(*) as n from _overwritten where id = -2`)?.n)
    await eventually('the zeros are in the log', () => zeros() === 1)
    assert.equal(inPlain(), ['read-models.sqlite'])
    reader.exec('commit')
    await eventually('all is overwritten', isOver)
    assert.equal(inPlain(), [], 'and the store is still open')
  })
  reader.close()
})

test('without threads it is done with the drop', async () => {
  await replaced()
  await withStore(async (store) => {
    await store.drop('one@1')
    assert.ok(isOver())
  }, false)
  assert.equal(inPlain(), [])
})

test('a stop does not wait for it, and the next start goes on with it', async () => {
  await replaced()
  await withStore((store) => store.drop('one@1'))
  assert.not(isOver())
  assert.equal(inPlain(), ['read-models.sqlite'])
  await withStore(() => eventually('all is overwritten', isOver))
  assert.equal(inPlain(), [])
})

test('a version that is dropped meanwhile is overwritten, too', async () => {
  await replaced()
  await withStore(async (store) => {
    await store.drop('one@1')
    await store.commit([commitOf('one', 1n, write('a', 1n, { id: 'a', owner: 'Cid in plain' }))])
    await store.define([{ ...older, version: 3 }])
    await store.drop('one@2')
    await eventually('all is overwritten', isOver)
  })
  assert.equal(inPlain(), [])
})

test('a piece is a megabyte, and all pieces take no room but that of free pages', () => {
  const database = new DatabaseSync(file())
  const numberIn = (pragma: string) => Number(Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0])
  const overwriting = openOverwriting(database)
  database.exec('create table dropped (zeros blob); insert into dropped values (zeroblob(3000000)); drop table dropped')
  overwriting.mark()
  const [pages, free] = [numberIn('page_count'), numberIn('freelist_count')]
  assert.is(overwriting.piece(), 'more')
  assert.ok(free - numberIn('freelist_count') > 240)
  assert.ok(free - numberIn('freelist_count') <= 260)
  let pieces = 1
  while (overwriting.piece() === 'more') pieces++
  assert.ok(pieces >= 5, 'three that overwrite, and three that hand back')
  assert.ok(numberIn('page_count') <= pages + 1)
  assert.not(overwriting.isMarked())
  database.close()
})

test.run()

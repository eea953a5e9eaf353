import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Records, TraceKept } from '../../src/stores/document-store.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openRecordsAside } from '../../src/stores/embedded/set-aside.ts'
import { filled } from '../filled.ts'
import { embeddedDocumentsScene, rowsOf } from './embedded-documents-scene.ts'

const test = suite('records of the embedded document store')
const scene = embeddedDocumentsScene(test)
const { opened } = scene

test('a removed or replaced record leaves its bytes in none of the files', async () => {
  const kind = 'subject_keys'
  const secretOf = (n: number, revision: number) => `secret-${n}-${revision}-${'x'.repeat((n * 37) % 900)}`
  const numbers = Array.from({ length: 600 }, (_, n) => n)
  const inScatteredOrder = numbers.map((n) => (n * 401) % 600)
  await Promise.all(
    inScatteredOrder.map((n) => scene.store.records.put(kind, `key-${n}`, { secret: secretOf(n, 0) }, { expectedRevision: -1 })),
  )
  await Promise.all(
    numbers.map((n) => scene.store.records.put(kind, `key-${n}`, { secret: secretOf((n * 7) % 600, 1) }, { expectedRevision: 0 })),
  )
  const pads = opened('records.sqlite')
  const gone = numbers.filter((n) => n % 3 > 0)
  const goneKeys = gone.map(
    (n) => pads.prepare('select pad from records join pads using (slot) where key = ?').get(`key-${n}`)?.pad as Uint8Array,
  )
  pads.close()
  for (const n of filled(gone)) if (n % 100 === 1) assert.is(await scene.store.records.remove(kind, `key-${n}`), true)
  await Promise.all(gone.map((n) => scene.store.records.remove(kind, `key-${n}`)))

  const files = filled(readdirSync(scene.folder)).map((file) => readFileSync(join(scene.folder, file)))
  for (const n of numbers)
    for (const revision of [0, 1])
      assert.not.ok(
        files.some((bytes) => bytes.includes(`secret-${n}-${revision}-`)),
        `${n} at ${revision}`,
      )
  for (const key of filled(goneKeys))
    assert.not.ok(
      files.some((bytes) => bytes.includes(key)),
      'the key of a removed record',
    )
  assert.is((await scene.store.records.list(kind)).length, 200)
  assert.equal((await scene.store.records.get(kind, 'key-3'))?.value, { secret: secretOf(21, 1) })
})

/** Another program that reads the records until it is told to end. */
const reading = () => {
  const other = opened('records.sqlite')
  other.exec('begin')
  other.prepare('select * from records').all()
  return () => other.close()
}

const holding = (text: string | Uint8Array) =>
  readdirSync(scene.folder).filter((file) => file.startsWith('records') && readFileSync(join(scene.folder, file)).includes(text))

test('a removal is done while another program reads the records, and a write after that wipes the bytes', async () => {
  const { records } = scene.store
  await records.put('work', 'a', {}, { expectedRevision: -1 })
  const file = opened('records.sqlite')
  const key = filled(rowsOf(file, 'select pad from pads'))[0]?.pad as Uint8Array
  file.close()
  const end = reading()
  assert.is(await records.remove('work', 'a'), true)
  assert.is(await records.get('work', 'a'), undefined)
  assert.is(await records.put('work', 'b', {}, { expectedRevision: -1 }), 0)
  assert.is(filled(holding(key)).length > 0, true)
  end()
  await records.put('work', 'c', {}, { expectedRevision: -1 })
  assert.equal(holding(key), [])
})

test('a write that may leave no trace says so when another program keeps the bytes alive, and all others in its group are done', async () => {
  const { records } = scene.store
  await records.put('keys', 'a', { secret: 'kept' }, { expectedRevision: -1 })
  const end = reading()
  const [outcome, other] = await Promise.allSettled([
    records.put('keys', 'a', { secret: 'gone' }, { expectedRevision: 0, withoutTrace: true }),
    records.put('keys', 'b', {}, { expectedRevision: -1 }),
  ])
  assert.ok(outcome.status === 'rejected' && outcome.reason instanceof TraceKept)
  assert.equal(other, { status: 'fulfilled', value: 0 })
  end()
  assert.equal((await records.get('keys', 'a'))?.value, { secret: 'gone' })
})

test('an expired record leaves the file with one of the next writes, and its key with it', async () => {
  const expiresAt = new Date(Date.now() - 1)
  await scene.store.records.put('answers', 'a', { secret: 'kept for a day' }, { expectedRevision: -1, expiresAt })
  await scene.store.close()
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
  await scene.store.records.put('answers', 'b', {}, { expectedRevision: -1 })
  const file = opened('records.sqlite')
  assert.equal(rowsOf(file, 'select key from records'), [{ key: 'b' }])
  assert.equal(rowsOf(file, 'select count(*) as used from pads where free = 0'), [{ used: 1 }])
  file.close()
})

test('a record that was written anew since it was read is not set aside', async () => {
  await scene.store.records.put('work', 'a', { n: 0 }, { expectedRevision: -1 })
  const file = join(scene.folder, 'records.sqlite')
  const other = new DatabaseSync(file)
  const aside = openRecordsAside(other, file)
  const rowNow = () => other.prepare("select kind, key, value from records where kind = 'work'").get()!
  const read = rowNow()
  await scene.store.records.put('work', 'a', { n: 1 }, { expectedRevision: 0 })
  aside.move(read)
  assert.equal([(await scene.store.records.get('work', 'a'))?.value, aside.all()], [{ n: 1 }, []])
  aside.move(rowNow())
  assert.equal([await scene.store.records.get('work', 'a'), aside.all().length], [undefined, 1])
  other.close()
})

test('records that cannot be opened are set aside wherever they are met, and fill no page', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  const dueAt = new Date(0)
  for (const key of keys) await scene.store.records.put('work', key, { key }, { expectedRevision: -1, dueAt })
  await scene.store.close()
  const file = new DatabaseSync(join(scene.folder, 'records.sqlite'))
  file.exec("update records set value = zeroblob(length(value)) where key in ('a', 'b', 'd')")
  file.close()
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
  const aside = async () => (await scene.store.records.setAside()).map(({ kind, key }) => `${kind} ${key}`)
  assert.equal(
    (await scene.store.records.list('work', { limit: 2 })).map(({ key }) => key),
    ['c', 'e'],
  )
  assert.equal(await aside(), ['work a', 'work b', 'work d'])
  assert.equal(
    (await scene.store.records.due(['work'], new Date(), 9)).map(({ key }) => key),
    ['c', 'e', 'f'],
  )
  assert.is(await scene.store.records.put('work', 'a', { key: 'again' }, { expectedRevision: -1 }), 0)
  assert.is(await scene.store.records.remove('work', 'b'), true)
  await scene.store.close()
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
  assert.equal(await aside(), ['work a', 'work d'], 'also after a restart')
})

test('writes that wait when the store is closed are finished first', async () => {
  const put = scene.store.records.put('keys', 'a', {}, { expectedRevision: -1 })
  await scene.store.close()
  assert.is(await put, 0)
  const late = scene.store.records.put('keys', 'b', {}, { expectedRevision: -1 })
  assert.match(String(await late.catch((error: unknown) => error)), 'Error: database is not open', 'a later one is not')
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
  assert.is((await scene.store.records.get('keys', 'a'))?.revision, 0)
})

test('a page deep in a long list reads no more of the file than the first', async () => {
  const keyOf = (n: number) => `p/${String(n).padStart(6, '0')}`
  await scene.store.close()
  const file = new DatabaseSync(join(scene.folder, 'records.sqlite'))
  file.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
    insert into records (kind, key, value, slot, revision) select 'work', format('p/%06d', n), zeroblob(700), 0, 0 from numbers`)
  file.exec('pragma wal_checkpoint(truncate)')
  file.close()
  const megabytesFor = async (work: (records: Records) => Promise<unknown>) => {
    scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
    const before = bytesRead()
    await work(scene.store.records)
    const read = bytesRead() - before
    await scene.store.close()
    return read / 1e6
  }
  for (const options of [
    { after: keyOf(19_998) },
    { after: keyOf(19_998), prefix: 'p/' },
    { after: keyOf(3), prefix: 'p/', backwards: true },
  ]) {
    const read = await megabytesFor((records) => records.keys('work', { ...options, limit: 9 }))
    assert.ok(read < 0.2, `${read} MB for ${JSON.stringify(options)}`)
  }
  assert.ok((await megabytesFor((records) => records.keys('work'))) > 10)
  scene.store = await openEmbeddedDocumentStore({ folder: scene.folder })
})

/** By this process, from files. */
const bytesRead = () => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])

test.run()

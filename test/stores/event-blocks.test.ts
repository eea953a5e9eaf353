// How events lie in the embedded log's file: long appends packed into blocks, short ones and those of earlier releases as JSON.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { DamagedEvent, type EventData, noStream } from '../../src/stores/event-store.ts'
import { all, someEvents } from '../contract/sample-events.ts'

const test = suite('blocks of events')
let folder = ''
let file = ''

test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'probity-blocks-'))
  file = join(folder, 'events.sqlite')
})
test.after.each(() => rmSync(folder, { recursive: true, force: true }))

/** Events of which each has this many characters of data. */
const events = (count: number, characters: number): readonly EventData[] =>
  someEvents(count).map((event, n) => ({ ...event, data: { n, text: 'Ünïcode ✓ '.repeat(characters / 10) }, metadata: { hash: `h${n}` } }))

const rows = (sql = 'select data, metadata, packed from events order by position'): readonly Record<string, SQLOutputValue>[] => {
  const database = new DatabaseSync(file)
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}

const change = (sql: string): void => {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

const contentOf = ({ id, data, metadata }: EventData) => ({ id, data, metadata })

test('a long append is packed into its first row, a short one is not', async () => {
  const store = await openEmbeddedEventStore({ file })
  await store.append('long', events(3, 500), noStream)
  await store.append('short', events(1, 500), noStream)
  await store.close()
  const [first, second, third, short] = rows()
  assert.equal(
    [first?.data, first?.metadata, second?.data, second?.packed, third?.packed],
    ['{}', '{}', '{}', new Uint8Array(), new Uint8Array()],
  )
  assert.ok(first?.packed instanceof Uint8Array && first.packed.length < 500)
  assert.match(String(short?.data), /^\{"n":0/)
  assert.is(short?.packed, null)
})

test('each event of a block is found from either end, in the middle, by its type and beside those of other streams', async () => {
  const store = await openEmbeddedEventStore({ file })
  const written = events(150, 100)
  const last = { ...written[149]!, type: 'Ended' }
  const stream = [...written.slice(0, 149), last]
  await store.append('s-1', stream, noStream)
  await store.append('s-2', events(3, 500), noStream)
  const expected = stream.map(contentOf)
  assert.equal((await store.read('s-1')).map(contentOf), expected)
  assert.equal((await store.read('s-1', { direction: 'backwards' })).map(contentOf), expected.toReversed())
  for (const from of [1, 63, 64, 65, 127, 128, 148]) {
    const [found] = await store.read('s-1', { from, limit: 1 })
    assert.equal(found && contentOf(found), expected[from], `revision ${from}`)
    await store.read('s-2', { from: 1, limit: 1 })
  }
  assert.equal((await all(store.readAll({ types: ['Ended'] }))).map(contentOf), expected.slice(149))
  assert.equal((await all(store.readAll({ direction: 'backwards', after: 20n, limit: 2 }))).map(contentOf), [expected[18], expected[17]])
  await store.close()
})

const layout1 = `
  create table events (position integer primary key, stream text not null, revision integer not null, id text not null, type text not null,
    data text not null, metadata text not null) strict;
  create unique index events_by_stream on events (stream, revision);
  insert into events values (1, 's-1', 0, 'one', 'Happened', '{"n":1}', '{"hash":"a"}'), (2, 's-1', 1, 'two', 'Happened', '{"n":2}', '{"hash":"b"}');
  pragma application_id = ${0x50726f62}; pragma user_version = 1`

test('a file of the first layout is read as it is, and written on', async () => {
  change(layout1)
  const early = await openEmbeddedEventStore({ file, readOnly: true })
  assert.equal(
    (await early.read('s-1')).map(({ data }) => data.n),
    [1, 2],
  )
  await early.close()
  assert.equal(
    rows('pragma user_version').map(({ user_version }) => user_version),
    [1],
  )

  const store = await openEmbeddedEventStore({ file })
  await store.append('s-1', events(3, 500), 1)
  assert.equal(
    (await store.read('s-1')).map(({ data }) => data.n),
    [1, 2, 0, 1, 2],
  )
  await store.close()
  assert.equal(
    rows('select data, metadata from events where position < 3').map(({ data }) => data),
    ['{"n":1}', '{"n":2}'],
  )
})

test('what somebody writes into the columns of a packed event is what is read', async () => {
  const store = await openEmbeddedEventStore({ file })
  await store.append('s-1', events(3, 500), noStream)
  await store.close()
  change(`update events set data = json_set(data, '$.n', 7) where position = 2; update events set metadata = '{"cut' where position = 3`)
  const edited = await openEmbeddedEventStore({ file })
  const [first, second] = await edited.read('s-1', { limit: 2 })
  assert.equal([first?.data.n, second?.data, second?.metadata], [0, { n: 7 }, { hash: 'h1' }])
  assert.instance(await edited.read('s-1', { from: 2 }).catch((reason) => reason), DamagedEvent)
  await edited.close()
})

test('a damaged block, or one whose first row is gone, is a damaged event at each place that it concerns', async () => {
  const store = await openEmbeddedEventStore({ file })
  await store.append('s-1', events(1, 10), noStream)
  await store.append('s-1', events(3, 500), 0)
  await store.close()
  const refusal = async (from: number) => {
    const reopened = await openEmbeddedEventStore({ file, readOnly: true })
    const error = await reopened.read('s-1', { from }).catch((reason) => reason)
    await reopened.close()
    assert.instance(error, DamagedEvent)
    return [error.position, error.place]
  }
  change('update events set packed = substr(packed, 1, length(packed) - 9) where position = 2')
  assert.equal(await refusal(1), [2n, { stream: 's-1', revision: 1 }])
  assert.equal(await refusal(3), [4n, { stream: 's-1', revision: 3 }])
  change('delete from events where position = 2')
  assert.equal(await refusal(2), [3n, { stream: 's-1', revision: 2 }])
})

test.run()

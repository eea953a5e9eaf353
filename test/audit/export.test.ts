// Exports hold every event once, in order, however often they were interrupted.

import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exported } from '../../src/audit/export.ts'
import { linesOf, resumeLines } from '../../src/audit/export-lines.ts'
import { openParquet } from '../../src/audit/export-parquet.ts'
import { filled } from '../filled.ts'
import { openStores, type Stores, switched } from '../stores/log.ts'

const test = suite('export')
let stores: Stores
let folder: string

test.before.each(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probity-export-'))
  stores = await openStores()
  for (let n = 0; n < 25; n++) await stores.append(`account-${n % 3}`, switched(`feature ${n} with “quotes”`))
})
test.after.each(async () => {
  await stores.close()
  rmSync(folder, { recursive: true })
})

const toParquet = async (stopAfter = Number.POSITIVE_INFINITY, sizes = { rowsPerGroup: 4, rowsPerFile: 8 }, filter = {}) => {
  const parquet = await openParquet(folder, filter, sizes)
  let batches = 0
  for await (const batch of exported(stores.log, filter, parquet.resumeAfter)) {
    await parquet.write(batch)
    // Killed: what was written stays, and the system lets go of the lock.
    if (++batches >= stopAfter) return parquet.close()
  }
  await parquet.end()
  parquet.close()
}

const files = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.parquet'))
    .sort()
const rows = async () => {
  const all = []
  for (const file of files()) all.push(...(await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, file)) })))
  return all as { readonly [column: string]: unknown }[]
}

test('a file of lines is continued behind its last whole line, however long, and a line that was cut off is dropped', () => {
  const file = join(folder, 'lines.jsonl')
  assert.is(resumeLines(file), undefined, 'there is no file yet')
  const line = (position: number, text: string) => `${JSON.stringify({ specversion: '1.0', position: String(position), text })}\n`
  const [first, long] = [line(1, 'short'), line(2, 'é'.repeat(100_000))]
  for (const [content, position, kept] of [
    ['', undefined, ''],
    [first.slice(0, -1), undefined, ''],
    [first, 1n, first],
    [first + long, 2n, first + long],
    [first + long.slice(0, 90_000), 1n, first],
    [first + long + first.slice(0, 5), 2n, first + long],
    [long + first, 1n, long + first],
  ] as const) {
    writeFileSync(file, content)
    assert.is(resumeLines(file), position)
    assert.is(readFileSync(file, 'utf8'), kept)
  }
})

test('a file of lines that holds something else stays as it is', () => {
  const file = join(folder, 'mine.json')
  const line = `${JSON.stringify({ specversion: '1.0', position: '1' })}\n`
  for (const content of [
    '{"mine": 1}',
    'a note\nnot finished',
    '{"mine":1}\n',
    'null\n',
    `${line}a note`,
    JSON.stringify({ specversion: '1.0', position: 'first' }).concat('\n'),
  ]) {
    writeFileSync(file, content)
    assert.throws(() => resumeLines(file), /mine\.json holds something else than an export as NDJSON: choose another file/)
    assert.is(readFileSync(file, 'utf8'), content)
  }
})

test('Parquet holds typed columns, in row groups, and says what the log says', async () => {
  await toParquet()
  const found = await rows()
  const [first] = await Array.fromAsync(stores.log.store.readAll({ limit: 1 }))
  const actor = first?.metadata.actor as { readonly type: string; readonly id: string } | undefined
  assert.is(found.length, 25)
  assert.equal(
    found.map(({ position }) => position),
    Array.from({ length: 25 }, (_, n) => BigInt(n + 1)),
  )
  assert.equal(found[0], {
    position: 1n,
    id: first?.id,
    type: 'probity.FeatureSwitched',
    subject: 'account-0',
    revision: 0,
    time: new Date(String(first?.metadata.recorded_at)),
    account_id: first?.metadata.account_id,
    actor_type: actor?.type,
    actor_id: actor?.id,
    hash: first?.metadata.hash,
    data: first?.data,
  })
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(join(folder, files()[0] ?? '')))
  assert.equal([files().length, metadata.row_groups.length], [4, 2])
})

test('interrupted, a Parquet export goes on behind the last whole file; what comes later is added', async () => {
  await toParquet(1)
  assert.is(files().length, 3, 'three are whole, one was cut off')
  await toParquet()
  await stores.append('account-9', switched('later'))
  await toParquet()
  assert.equal(
    (await rows()).map(({ position }) => Number(position)),
    Array.from({ length: 26 }, (_, n) => n + 1),
  )
  assert.not(filled(readdirSync(folder)).some((name) => name.endsWith('.part')))
})

test('a folder with an export of other events is not mixed with this one', async () => {
  await toParquet()
  const other = await openParquet(folder, { types: ['BusinessApproved'] }).catch((error: Error) => error)
  assert.match((other as Error).message, /was begun with other filters: --type differs from \S+_export\.json; give the same/)
})

test('tools that take a folder for one table find nothing in it that is not Parquet', async () => {
  await toParquet(1)
  assert.equal(
    readdirSync(folder).filter((name) => !/^[_.]|\.parquet$/.test(name)),
    [],
    'pyarrow and Spark pass over names that begin with _ or a dot',
  )
  renameSync(join(folder, '_export.json'), join(folder, 'export.json'))
  await toParquet()
  assert.equal([existsSync(join(folder, 'export.json')), (await rows()).length], [false, 25], 'an export of an earlier release goes on')
})

test('lines go on behind the last whole one, and a line that was cut off is written anew', async () => {
  const file = join(folder, 'events.ndjson')
  const run = async () => {
    const after = resumeLines(file)
    for await (const batch of exported(stores.log, {}, after)) appendFileSync(file, linesOf(batch))
  }
  const positions = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => Number(JSON.parse(line).position))
  await run()
  const all = Array.from({ length: 25 }, (_, n) => n + 1)
  assert.equal(positions(), all)
  for (const cut of [10, 1, 700, statSync(file).size]) {
    truncateSync(file, statSync(file).size - Math.min(cut, statSync(file).size))
    await run()
    assert.equal(positions(), all, `after ${cut} bytes were lost`)
  }
  appendFileSync(file, `{"specversion":"1.0","id":"${'x'.repeat(200_000)}`)
  await run()
  assert.equal(positions(), all)
})

test('by account, type and time', async () => {
  const count = async (filter: object) => (await Array.fromAsync(exported(stores.log, filter))).flatMap(({ events }) => events).length
  const [first] = await Array.fromAsync(stores.log.store.readAll({ limit: 1 }))
  const time = String(first?.metadata.recorded_at)
  assert.is(await count({ account: first?.metadata.account_id }), 25)
  assert.equal([await count({ account: 'another' }), await count({ types: ['FeatureSwitched'] }), await count({ types: [] })], [0, 25, 0])
  assert.is((await count({ from: time, to: time })) > 0, true)
  assert.is(await count({ to: '2000-01-01T00:00:00.000Z' }), 0)
})

test('a long log is exported whole, each event once and in order, and gone on with from any of them', async () => {
  const count = 2_000
  await stores.append('account-long', ...Array.from({ length: count - 25 }, (_, n) => switched(`feature ${n}`)))
  const sizes: number[] = []
  for (const after of [0, 999, 1_500, count]) {
    const [positions, reached]: [number[], bigint[]] = [[], []]
    for await (const { events, position } of exported(stores.log, {}, BigInt(after))) {
      sizes.push(events.length)
      positions.push(...events.map((event) => Number(event.position)))
      reached.push(position)
    }
    assert.equal(
      positions,
      Array.from({ length: count - after }, (_, n) => after + n + 1),
    )
    assert.is(reached.at(-1), after === count ? undefined : BigInt(count))
  }
  assert.ok(filled(sizes).every((size) => size <= 1_000))
})

test.run()

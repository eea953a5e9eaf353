// Long uploads are read in a thread: what would exhaust it is refused, and nothing of it is written.
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { titleProblem } from '../../../src/http/upload/csv-problems.ts'
import { takeUpload } from '../../../src/http/upload/uploads.ts'

const key = createSecretKey(randomBytes(32))
const bodyOf = (csv: string): Uint8Array =>
  Buffer.from(JSON.stringify({ name: 'One', filename: 'one.csv', csv: Buffer.from(csv).toString('base64') }))
const rows = (count: number) => `name,address\n${'Acme Widgets LLC,1 Main St\n'.repeat(count)}`

const taken = async (csv: string, limits?: { readonly ms: number; readonly megabytes: number }) => {
  let chunks = 0
  const write = async () => {
    chunks++
  }
  const outcome = await takeUpload({ body: bodyOf(csv), account: 'account' }, key, write, limits)
  return { outcome, chunks }
}

const refusal = {
  status: 422,
  entries: [{ message: 'csv could not be read: reading it takes too much time or memory', parameter: 'csv' }],
}

test('a CSV that takes too much memory could not be read, and the next one is', async () => {
  assert.equal(await taken(rows(500_000), { ms: 60_000, megabytes: 16 }), { outcome: refusal, chunks: 0 })
  const { outcome, chunks } = await taken(rows(10_000))
  assert.ok('rowCount' in outcome && outcome.rowCount === 10_000)
  assert.is(chunks, 100)
})

test('a CSV that takes too long could not be read', async () => {
  assert.equal(await taken(rows(500_000), { ms: 20, megabytes: 512 }), { outcome: refusal, chunks: 0 })
})

test('a hundred thousand titles are compared in a moment, and one of them that stands there twice is named', () => {
  const titles = ['name', ...Array.from({ length: 100_000 }, (_, index) => `t${index}`)]
  const before = process.cpuUsage()
  assert.is(titleProblem(titles, titles), null)
  const twice = [...titles, 't7']
  assert.is(titleProblem(twice, twice), 'has the column t7 twice: columns 9 and 100002')
  assert.ok(process.cpuUsage(before).user < 2_000_000, `${process.cpuUsage(before).user} µs`)
})

test.run()

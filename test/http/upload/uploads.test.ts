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

const taken = async (csv: string, limits: { readonly ms?: number; readonly megabytes?: number } = {}) => {
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

/** A thread that does this instead of reading. */
const program = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`)
const posting = (count: number) =>
  program(`import { parentPort } from 'node:worker_threads'
for (let chunk = 0; chunk < ${count}; chunk++) parentPort.postMessage({ chunk, sealed: String(chunk) })
parentPort.postMessage({ outcome: { rowCount: ${count} } })`)

/** Its first byte over what is read without a thread. */
const long = () => Buffer.alloc(65_537, 32)
type Write = (chunk: number, sealed: string) => Promise<void>
const takenBy = (text: URL, write: Write = async () => undefined) =>
  takeUpload({ body: long(), account: 'account' }, key, write, { program: text })
const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: Error) => error.message,
  )

test('a thread that fails or ends too early fails the upload', async () => {
  assert.is(await failure(takenBy(program('process.exit(3)'))), 'reading the upload ended with 3')
  assert.is(await failure(takenBy(program("throw new Error('broken')"))), 'broken')
  assert.is(await failure(takenBy(program('await new Promise(() => {})'))), 'reading the upload ended with 13')
  assert.equal(await takenBy(posting(1)), { rowCount: 1 })
})

test('chunks are written in their order, eight at a time', async () => {
  const written: number[] = []
  const widths: number[] = []
  let under = 0
  const outcome = await takenBy(posting(21), async (chunk, sealed) => {
    assert.is(sealed, String(chunk))
    written.push(chunk)
    widths.push(++under)
    await new Promise((resolve) => setImmediate(resolve))
    under--
  })
  assert.equal(outcome, { rowCount: 21 })
  assert.equal(
    written,
    Array.from({ length: 21 }, (_, chunk) => chunk),
  )
  assert.is(Math.max(...widths), 8)
})

test('a chunk that cannot be written fails the upload, be it the first or the last', async () => {
  for (const failing of [0, 9, 20]) {
    const write = async (chunk: number) => {
      if (chunk === failing) throw new Error('the disk is full')
    }
    assert.is(await failure(takenBy(posting(21), write)), 'the disk is full')
  }
})

test('a wrong upload writes nothing, short or long', async () => {
  for (const rows of [1, 10_000]) {
    const { outcome, chunks } = await taken(`name,address\n${'Acme,x\n'.repeat(rows)}B,"x`)
    assert.ok('status' in outcome)
    assert.is(chunks, 0)
  }
  const short = await taken(rows(101))
  assert.ok('rowCount' in short.outcome && short.outcome.rowCount === 101)
  assert.is(short.chunks, 2)
})

test('the memory of a long body goes to the thread, and what lies around it stays', async () => {
  const content = bodyOf(rows(5_000))
  const whole = new Uint8Array(content)
  const around = new Uint8Array(content.length + 20)
  around.set(content, 0)
  const behind = new Uint8Array(content.length + 20)
  behind.set(content, 20)
  const shared = new Uint8Array(new SharedArrayBuffer(content.length))
  shared.set(content)
  for (const body of [whole, around.subarray(0, content.length), behind.subarray(20), shared]) {
    const outcome = await takeUpload({ body, account: 'account' }, key, async () => undefined)
    assert.ok('rowCount' in outcome && outcome.rowCount === 5_000)
  }
  assert.equal([whole.length, around.length, behind.length, shared.length], [0, content.length + 20, content.length + 20, content.length])
})

test.run()

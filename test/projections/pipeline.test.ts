// Events on their way into the read models: the next piece is folded while one is written, and what could not be written comes again.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openPipeline, type Piece } from '../../src/projections/pipeline.ts'
import type { RecordedEvent } from '../../src/stores/event-store.ts'
import { eventually } from '../eventually.ts'

const test = suite('the pipeline of the projector')

const eventAt = (position: number): RecordedEvent => ({
  id: `event-${position}`,
  stream: 'account-a',
  revision: position - 1,
  type: 'FeatureSwitched',
  data: {},
  metadata: {},
  position: BigInt(position),
})

const batch = (from: number, to: number, live = false) => ({
  events: Array.from({ length: to - from + 1 }, (_, n) => eventAt(from + n)),
  position: BigInt(to),
  live,
})

const positionsIn = ({ events, upTo }: Piece) => [events.map(({ position }) => Number(position)).join(' '), Number(upTo)]

/** A pipeline whose writes end when the test says so. */
const scene = (size = 2) => {
  const folded: ReturnType<typeof positionsIn>[] = []
  const written: ReturnType<typeof positionsIn>[] = []
  const writes: { readonly end: () => void; readonly fail: () => void }[] = []
  let failures = 0
  let unnoticed = 0
  const pipeline = openPipeline({
    size,
    onFailure: () => void failures++,
    onUnnoticed: () => void unnoticed++,
    write: async (piece, before) => {
      folded.push(positionsIn(piece))
      const writing = Promise.withResolvers<void>()
      writes.push({ end: writing.resolve, fail: () => writing.reject(new Error('the disk is full')) })
      const ended = before.then(() => writing.promise).then(() => void written.push(positionsIn(piece)))
      // A piece behind one that fails is never asked for its own end.
      writing.promise.catch(() => undefined)
      return { written: ended }
    },
  })
  /** Ends the writes with these numbers, each as soon as its piece is folded. */
  const endWrites = async (...numbers: readonly number[]) => {
    for (const n of numbers) {
      await eventually('the next is folded', () => folded.length > n)
      writes[n]?.end()
    }
  }
  return { pipeline, folded, written, writes, endWrites, failures: () => failures, unnoticed: () => unnoticed }
}

const failed = (taking: Promise<void>): Promise<string> =>
  taking.then(
    () => 'taken',
    (error: Error) => error.message,
  )

test('a piece is folded while the one before it is written, and no third one', async () => {
  const { pipeline, folded, written, writes } = scene()
  await pipeline.take(batch(1, 2))
  const taking = pipeline.take(batch(3, 6))
  await eventually('two are folded', () => folded.length === 2)
  assert.equal(written, [])
  writes[0]?.end()
  await eventually('the third is folded', () => folded.length === 3)
  assert.equal(written, [['1 2', 2]])
  for (const { end } of writes) end()
  await taking
  await pipeline.close()
  assert.equal(written, [
    ['1 2', 2],
    ['3 4', 4],
    ['5 6', 6],
  ])
})

test('on catching up too few events wait for others; once live, all are folded, and the next ones while they are written', async () => {
  const { pipeline, folded, written, writes } = scene()
  await pipeline.take(batch(1, 1))
  assert.equal([folded, pipeline.isEmpty()], [[], false])
  await pipeline.take({ events: [], position: 9n, live: true })
  assert.equal([folded, written], [[['1', 9]], []])
  const taking = pipeline.take(batch(10, 10, true))
  await eventually('the next is folded', () => folded.length === 2)
  let isTaken = false
  void taking.then(() => {
    isTaken = true
  })
  await nextTurn()
  assert.equal([isTaken, written], [false, []], 'a third one waits')
  writes[0]?.end()
  await taking
  assert.equal([written, pipeline.isEmpty()], [[['1', 9]], false])
  writes[1]?.end()
  await pipeline.close()
  assert.is(pipeline.isEmpty(), true)
})

test('a piece reaches up to its last event, and the last one up to the end of the batch', async () => {
  const { pipeline, written, endWrites } = scene(3)
  const taking = pipeline.take({ ...batch(1, 7, true), position: 9n })
  await endWrites(0, 1, 2)
  await taking
  await pipeline.close()
  assert.equal(written, [
    ['1 2 3', 3],
    ['4 5 6', 6],
    ['7', 9],
  ])
})

test('a stretch without events is written too, up to its end', async () => {
  const { pipeline, written, writes } = scene()
  await pipeline.take({ events: [], position: 40n, live: false })
  writes[0]?.end()
  await pipeline.close()
  assert.equal(written, [['', 40]])
})

test('what could not be written comes again in order with the batch that learns of it, and nothing comes twice', async () => {
  const { pipeline, folded, written, writes, endWrites, failures } = scene()
  await pipeline.take(batch(1, 2))
  const second = pipeline.take(batch(3, 5))
  await eventually('both are folded', () => folded.length === 2)
  writes[0]?.fail()
  assert.is(await failed(second), 'the disk is full')
  assert.equal([written, failures()], [[], 1])

  const again = pipeline.take(batch(3, 5, true))
  await endWrites(2, 3, 4)
  await again
  await pipeline.close()
  assert.equal(written, [
    ['1 2', 2],
    ['3 4', 4],
    ['5', 5],
  ])
  assert.equal([failures(), pipeline.isEmpty()], [1, true])
})

test('a failure that nobody waits for is said at once and told to the next batch alone, and the piece comes again', async () => {
  const { pipeline, folded, written, writes, failures, unnoticed } = scene()
  await pipeline.take(batch(1, 2, true))
  const second = pipeline.take(batch(3, 4, true))
  await eventually('both are folded', () => folded.length === 2)
  writes[0]?.end()
  await second
  assert.is(unnoticed(), 0)
  writes[1]?.fail()
  await eventually('it is said', () => unnoticed() === 1)
  const nothingMore = { events: [], position: -1n, live: true }
  assert.is(await failed(pipeline.take(nothingMore)), 'the disk is full')
  const again = pipeline.take(nothingMore)
  await eventually('it is folded again', () => folded.length === 3)
  writes[2]?.end()
  assert.is(await failed(again), 'taken')
  await pipeline.close()
  assert.equal(written, [
    ['1 2', 2],
    ['3 4', 4],
  ])
  assert.equal([failures(), unnoticed(), pipeline.isEmpty()], [1, 1, true])
})

test('two pieces that fail one behind the other are one failure', async () => {
  const { pipeline, folded, written, writes, endWrites, failures, unnoticed } = scene()
  await pipeline.take(batch(1, 2, true))
  const second = pipeline.take(batch(3, 4, true))
  await eventually('both are folded', () => folded.length === 2)
  writes[0]?.fail()
  assert.is(await failed(second), 'the disk is full')
  const again = pipeline.take(batch(3, 4, true))
  await endWrites(2, 3)
  await again
  await pipeline.close()
  assert.equal(written, [
    ['1 2', 2],
    ['3 4', 4],
  ])
  assert.equal([failures(), unnoticed()], [1, 0])
})

test('batches that are given at the same time are taken one after the other', async () => {
  const { pipeline, folded, endWrites } = scene()
  const taken = [batch(1, 2, true), batch(3, 4, true), batch(5, 6, true)].map(pipeline.take)
  await endWrites(0, 1, 2)
  await Promise.all(taken)
  assert.equal(
    folded.map(([events]) => events),
    ['1 2', '3 4', '5 6'],
  )
})

test('a pipeline is closed when what it is taking is folded and written', async () => {
  const { pipeline, folded, written, endWrites } = scene()
  const taking = pipeline.take(batch(1, 6, true))
  let isClosed = false
  const closing = pipeline.close().then(() => {
    isClosed = true
  })
  await endWrites(0)
  await eventually('the third is folded', () => folded.length === 3)
  assert.is(isClosed, false)
  await endWrites(1, 2)
  await Promise.all([taking, closing])
  assert.is(written.length, 3)
})

test('a piece that cannot be folded comes again, and the one before it does not', async () => {
  const written: ReturnType<typeof positionsIn>[] = []
  let folds = 0
  const pipeline = openPipeline({
    size: 2,
    onFailure: () => undefined,
    onUnnoticed: () => undefined,
    write: async (piece, before) => {
      if (++folds === 2) throw new Error('the key is away')
      return { written: before.then(() => void written.push(positionsIn(piece))) }
    },
  })
  await pipeline.take(batch(1, 2))
  assert.is(await failed(pipeline.take(batch(3, 4))), 'the key is away')
  await pipeline.take(batch(3, 4, true))
  await pipeline.close()
  assert.equal(written, [
    ['1 2', 2],
    ['3 4', 4],
  ])
})

test.run()

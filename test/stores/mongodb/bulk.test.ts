import { type BulkWriteResult, type Collection, MongoBulkWriteError, type WriteError } from 'mongodb'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { duplicatesIn } from '../../../src/stores/mongodb/bulk.ts'

const operations = [0, 1, 2].map((key) => ({ insertOne: { document: { _id: key } } }))

/** A collection whose server refuses some of the operations, by their index. */
const refusing = (refusals: readonly (readonly [index: number, code: number])[]) => {
  const writeErrors = refusals.map(([index, code]) => ({ index, code }) as WriteError)
  const error = new MongoBulkWriteError({ message: 'refused', code: refusals[0]?.[1] ?? 0, writeErrors }, {} as BulkWriteResult)
  return { bulkWrite: () => Promise.reject(error) } as unknown as Collection<{ _id: number }>
}

const duplicate = 11000
const notAsTheValidatorHasIt = 121

test('of many writes those are told that met a document of the same key', async () => {
  assert.equal(
    [
      ...(await duplicatesIn(
        refusing([
          [0, duplicate],
          [2, duplicate],
        ]),
        operations,
      )),
    ],
    [0, 2],
  )
})

test('writes that were refused for anything else fail, so that nobody goes on as if they had been done', async () => {
  for (const refusals of [
    [[1, notAsTheValidatorHasIt]],
    [
      [0, duplicate],
      [1, notAsTheValidatorHasIt],
    ],
    [],
  ] as const) {
    const outcome = await duplicatesIn(refusing(refusals), operations).catch((error: unknown) => error)
    assert.instance(outcome, MongoBulkWriteError)
  }
})

test.run()

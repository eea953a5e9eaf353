// What SQLite fails to write: nothing of its transaction stays, the caller is told why, and the next write works. Tried in each file of the embedded
// stores and in both ways of failing: SQLite undoes the statement alone, as at a refused row, or ends the whole transaction, as at a failing disk.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openDurableThread } from '../../src/stores/embedded/durable-thread.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { noStream } from '../../src/stores/event-store.ts'
import { someEvents } from '../contract/sample-events.ts'
import { filled } from '../filled.ts'

type Failure = 'abort' | 'rollback'

const openAll = async (folder: string, threaded: boolean) => {
  const thread = threaded ? openDurableThread() : undefined
  const events = await openEmbeddedEventStore({ file: join(folder, 'events.sqlite'), thread })
  const documents = await openEmbeddedDocumentStore({ folder, threaded, thread })
  await documents.define([{ name: 'things', version: 1, indexes: ['state', 'tags[]'], search: ['state'], counted: ['state'] }])
  const close = async () => {
    await events.close()
    await documents.close()
    await thread?.close()
  }
  return { events, documents, close }
}

/** Makes SQLite fail at the rows of a table that meet the condition. @returns what makes it whole again, and so writes to the file itself */
const breakDown = (file: string, failure: Failure, [table, condition]: readonly [string, string]) => {
  const intruder = new DatabaseSync(file)
  intruder.exec(
    `create trigger broken before insert on "${table}" when ${condition} begin select raise(${failure}, 'the row cannot be written'); end`,
  )
  return () => {
    intruder.exec('drop trigger broken')
    intruder.close()
  }
}

const outcomesOf = async (writes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map((outcome) => (outcome.status === 'fulfilled' ? 'written' : String(outcome.reason.message)))

const test = suite('failed writes')
let folder = ''
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'probity-failed-'))
})
test.after.each(() => rmSync(folder, { recursive: true, force: true }))

for (const threaded of [false, true])
  for (const failure of ['abort', 'rollback'] as const) {
    const ways = `${failure === 'abort' ? 'a row is refused' : 'SQLite ends the transaction'}, ${threaded ? 'in a thread' : 'on the main thread'}`

    test(`an append that fails is refused alone and leaves nothing: ${ways}`, async () => {
      const { events, close } = await openAll(folder, threaded)
      const mend = breakDown(join(folder, 'events.sqlite'), failure, ['events', `new.stream = 's-2' and new.revision = 1`])
      const append = (stream: string) => events.append(stream, someEvents(2), noStream)
      const [first, second, third] = await outcomesOf(['s-1', 's-2', 's-3'].map(append))
      assert.equal([first, third], ['written', 'written'])
      assert.match(String(second), 'the row cannot be written')
      assert.equal(await events.read('s-2'), [])
      mend()
      assert.equal(await append('s-2'), { revision: 1, position: 6n, isNew: true })
      await close()
    })

    test(`a record that fails takes those of its transaction along, and each can be written then: ${ways}`, async () => {
      const { documents, close } = await openAll(folder, threaded)
      const { records } = documents
      const mend = breakDown(join(folder, 'records.sqlite'), failure, ['records', `new.key = 'b'`])
      const put = (key: string) => records.put('work', key, { key }, { expectedRevision: -1 })
      for (const outcome of filled(await outcomesOf(['a', 'b', 'c'].map(put)))) assert.match(outcome, 'the row cannot be written')
      assert.equal(await records.list('work'), [])
      mend()
      assert.equal(await Promise.all(['a', 'b', 'c'].map(put)), [0, 0, 0])
      await close()
    })

    test(`a commit that fails moves neither documents nor checkpoint: ${ways}`, async () => {
      const { documents, close } = await openAll(folder, threaded)
      const commit = (position: bigint, ...keys: readonly string[]) =>
        documents.commit([
          {
            collection: 'things',
            partition: 'all',
            position,
            changes: keys.map((key) => ({ key, position, document: { state: 'open', tags: [key] } })),
          },
        ])
      const seen = async () => [
        await documents.checkpoint('things', 'all'),
        await documents.count('things', { state: 'open' }),
        await documents.count('things', { state: { contains: 'open' } }),
        await documents.count('things', { 'tags[]': { in: ['a', 'b'] } }),
      ]
      await commit(1n, 'a')
      const mend = breakDown(join(folder, 'read-models.sqlite'), failure, ['things_v1/tags[]', `new.value = 'c'`])
      const [outcome] = await outcomesOf([commit(2n, 'b', 'c')])
      assert.match(String(outcome), 'the row cannot be written')
      assert.equal(await seen(), [1n, 1, 1, 1])
      mend()
      await commit(2n, 'b', 'c')
      assert.equal(await seen(), [2n, 3, 3, 2])
      await close()
    })

    if (threaded) continue
    test(`a record that can neither be opened nor set aside stays where it is: ${ways}`, async () => {
      const { documents, close } = await openAll(folder, threaded)
      const { records } = documents
      for (const key of ['a', 'b']) await records.put('work', key, { key }, { expectedRevision: -1 })
      const file = join(folder, 'records.sqlite')
      const intruder = new DatabaseSync(file)
      intruder.exec(`update records set value = zeroblob(length(value)) where key = 'a'`)
      intruder.close()
      const mend = breakDown(file, failure, ['set_aside', 'true'])
      const [outcome] = await outcomesOf([records.get('work', 'a')])
      assert.match(String(outcome), 'the row cannot be written')
      assert.equal((await records.get('work', 'b'))?.value, { key: 'b' })
      mend()
      assert.is(await records.get('work', 'a'), undefined)
      assert.equal(
        (await records.setAside()).map(({ key }) => key),
        ['a'],
      )
      await close()
    })
  }

for (const threaded of [false, true])
  test(`a store that is closed lets go of its files${threaded ? ', its threads too' : ''}`, async () => {
    const { events, documents, close } = await openAll(folder, threaded)
    await events.append('s-1', someEvents(1), noStream)
    await documents.records.put('work', 'a', {}, { expectedRevision: -1 })
    await documents.commit([{ collection: 'things', partition: 'all', position: 1n, changes: [] }])
    const beside = () => readdirSync(folder).filter((name) => name.endsWith('-wal'))
    assert.ok(beside().length >= 3)
    await close()
    // The last connection of a file to close takes the write-ahead log away.
    assert.equal(beside(), [])
  })

test.run()

// An erasure that breaks off at any step, of a business with a lien and an agent's run that was erased before and has heirs, is carried out to its end.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { erasureOrderIn } from '../../src/commands/erasure-order.ts'
import { note } from '../../src/commands/note.ts'
import { auditOperations, carryOutErasure } from '../../src/composition/audit-operations.ts'
import { type Kernel, openKernel } from '../../src/composition/kernel.ts'
import { readConfig } from '../../src/config.ts'
import type { DomainEvent, EventType } from '../../src/events/catalogue.ts'
import { sealedSubjectsIn } from '../../src/events/personal-data.ts'
import { liens } from '../../src/projections/liens.ts'
import type { Read } from '../../src/projections/read.ts'
import { runs } from '../../src/projections/runs.ts'
import { openBatchRows } from '../../src/stores/batch-rows.ts'
import { submitted } from '../commands/businesses.ts'
import { lienRequest } from '../commands/liens.ts'
import { samples } from '../events/samples.ts'
import { filled } from '../filled.ts'
import { appendTo, context, masterKey } from '../stores/log.ts'

const test = suite('erasures that break off')
const dataDir = mkdtempSync(join(tmpdir(), 'probity-broken-off-'))
const config = readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64') })
let kernel: Kernel = await openKernel(config, {})
test.after(async () => {
  await kernel.stores.close()
  rmSync(dataDir, { recursive: true })
})

const person = (name: string) => ({ id: randomUUID(), name, title: null, email: null, phone: null, dob: null, ssn: null })
const event = (type: EventType, change: object): DomainEvent =>
  ({ type, data: { ...(samples[type][0]?.data as object), ...change } }) as never
const append = (stream: string, ...events: readonly DomainEvent[]) => appendTo(kernel.log, context)(stream, ...events)

type Subject = { readonly id: string; readonly lienId: string; readonly runId: string }
/** What its stream holds before it is erased the second time. */
const ownEvents = 4
const streamsOf = ({ id, lienId, runId }: Subject) => [`business-${id}`, `lien-${lienId}`, `run-${runId}`]

/** The read models know the lien and the run. */
const reading =
  ({ lienId, runId }: Subject): Read =>
  (projection) => {
    const known: { readonly [name: string]: string } = { [liens.spec.name]: lienId, [runs.spec.name]: runId }
    const found = known[projection.spec.name]
    return { ...kernel.read(projection), find: async () => (found === undefined ? [] : [{ id: found }]) } as never
  }

const auditing = (subject: Subject, over: Partial<Kernel> = {}) => ({
  kernel: { ...kernel, read: reading(subject), ...over },
  work: { passed: async () => true, batchRows: openBatchRows({ records: kernel.stores.documents.records, keyRing: kernel.keyRing }) },
  dataDir: null,
  now: () => new Date(),
})
const erase = (subject: Subject, over: Partial<Kernel> = {}) =>
  auditOperations(auditing(subject, over)).erase({
    business_id: subject.id,
    person_id: null,
    reason: 'asked',
    requested_by: 'officer',
    dry_run: false,
  })

const addNote = (id: string, text: string) => kernel.handle(note, id, { type: 'AddNote', note: { id: randomUUID(), text } }, context())

/** Erased once; what came since is sealed for heirs. */
const erasedBefore = async (): Promise<Subject> => {
  const subject = { id: randomUUID(), lienId: randomUUID(), runId: randomUUID() }
  const { id: business_id, lienId, runId } = subject
  await append(`business-${business_id}`, { type: 'BusinessCreated', data: { ...submitted, business_id, people: [person('Zoe First')] } })
  const debtor = { id: randomUUID(), organization_name: null, first_name: 'Zoe', last_name: 'First', addresses: [] }
  await append(`lien-${lienId}`, { type: 'LienRequested', data: lienRequest(lienId, { business_id, debtors: [debtor] }) })
  await append(`run-${runId}`, event('RunStarted', { run_id: runId }), event('RunFeedbackGiven', { comment: 'Zoe First' }))
  await erase(subject)
  await addNote(business_id, 'Zoe Second')
  await append(`run-${runId}`, event('RunFeedbackGiven', { comment: 'Zoe Second' }))
  return subject
}

const readable = async (subject: Subject): Promise<string> => {
  const histories = await Promise.all(streamsOf(subject).map((stream) => kernel.log.read(stream)))
  return JSON.stringify(histories.flat().map(({ data }) => data))
}

/** The subjects of these streams that no note names as erased. */
const unnoted = async (subject: Subject): Promise<readonly string[]> => {
  const stored = await Promise.all(streamsOf(subject).map((stream) => kernel.log.store.read(stream)))
  return filled(stored).flatMap((events) => {
    const noted = events.flatMap(({ type, data }) => (type === 'PersonalDataErased' ? (data.subjects as readonly string[]) : []))
    return [...sealedSubjectsIn(events.map(({ data }) => data))].filter((sealed) => !noted.includes(sealed))
  })
}

/** A kernel that fails for good at its n-th write. `behind`: once that is done. */
const failingAt = (n: number, behind: boolean): Partial<Kernel> => {
  let count = 0
  const failing =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (++count > n || (count === n && !behind)) throw new Error('killed')
      const result = await work(...given)
      if (count === n) throw new Error('killed')
      return result
    }
  const { handle, keyRing } = kernel
  return { handle: failing(handle as never) as Kernel['handle'], keyRing: { ...keyRing, destroy: failing(keyRing.destroy) } }
}

for (const behind of [false, true])
  test(`wherever it breaks off ${behind ? 'behind' : 'before'} a write, nothing of it is left once the order is carried out`, async () => {
    let steps = 0
    for (let isWhole = false; !isWhole; ) {
      const subject = await erasedBefore()
      assert.match(await readable(subject), 'Zoe Second')
      const failed = await erase(subject, failingAt(++steps, behind)).then(
        () => undefined,
        ({ message }: Error) => message,
      )
      isWhole = failed === undefined
      if (!isWhole) assert.is(failed, 'killed')
      // What was in memory is gone with the process.
      await kernel.stores.close()
      kernel = await openKernel(config, {})
      const [order] = (await kernel.load(erasureOrderIn('business'), subject.id)).open
      // Nothing is ordered before the first write, and all is done behind the last one.
      const isOrdered = (await kernel.log.read(streamsOf(subject)[0]!)).some(({ type }, n) => n > ownEvents && type === 'ErasureOrdered')
      if (!isOrdered) continue
      if (order) {
        await addNote(subject.id, 'Zoe Third')
        await carryOutErasure(auditing(subject))(subject.id, order)
      }
      assert.not.match(await readable(subject), 'Zoe', `at step ${steps}`)
      assert.equal((await kernel.load(erasureOrderIn('business'), subject.id)).open, [])
      assert.equal(await unnoted(subject), [], `at step ${steps}`)
    }
    assert.ok(steps > 6, `${steps} steps`)
  })

test.run()

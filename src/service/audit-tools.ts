// The auditor's work that has to be done inside the running service, because it writes: sealing the log and erasing personal data.
import { v7 as uuidv7 } from 'uuid'
import { type ErasurePlan, filesHolding, planAlongside, planErasure, type StreamErasure } from '../audit/erasure.ts'
import { makeSeal, sealingKey, sealStream, sealsIn, surveyOf } from '../audit/seals.ts'
import { business } from '../commands/business.ts'
import { businessBatch, isUploaded } from '../commands/business-batch.ts'
import { run } from '../commands/run.ts'
import { seal, sealStreamId } from '../commands/seal.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { AuditTools } from '../http/operator/audit.ts'
import { rowBusinessId } from '../http/requests/batch.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { Kernel } from './kernel.ts'
import type { Work } from './work.ts'

export const auditTools = ({
  kernel,
  work: { passed, batchRows },
  dataDir,
  now,
}: {
  readonly kernel: Kernel
  readonly work: Pick<Work, 'passed' | 'batchRows'>
  /** null where the stores are no files of this machine. */
  readonly dataDir: string | null
  readonly now: () => Date
}): AuditTools => {
  const { log, handle, load, keyRing, stores } = kernel
  const { documents, masterKey } = stores
  const context = (accountId: string): WriteContext => ({
    accountId,
    actor: { type: 'operator', id: 'command_line' },
    commandId: uuidv7(),
    at: now(),
  })

  /** The row of a batch that the business came from: its cells may be anybody's data, and it can be downloaded. */
  const eraseUploadedRow = async (businessId: string) => {
    const [created] = await log.read(`business-${businessId}`)
    const batchId = created?.type === 'BusinessCreated' ? created.data.business_batch_id : null
    const batch = batchId === null ? null : await load(businessBatch, batchId)
    if (batchId === null || !batch || !isUploaded(batch)) return
    for (let row = 0; row < batch.row_count; row++)
      if (rowBusinessId(batchId, row) === businessId)
        return batchRows.eraseRow(batchId, Math.floor(row / batch.chunk_rows), row % batch.chunk_rows)
  }

  /** What agents wrote about the business. */
  const runsToErase = async (businessId: string, plan: ErasurePlan): Promise<readonly StreamErasure[]> => {
    const plans: (StreamErasure | null)[] = []
    for (let page = 1, more = true; more; page++) {
      const runs = await documents.find('runs', { where: { context_id: businessId }, sort: [['created_at', 'asc']], page, perPage: 100 })
      for (const { id } of runs) plans.push(await planAlongside(log, `run-${id}`, plan))
      more = runs.length === 100
    }
    return plans.filter((each) => each !== null)
  }

  return {
    seal: async () => {
      const before = (await sealsIn(log.store)).at(-1)
      const [last] = await Array.fromAsync(log.store.readAll({ direction: 'backwards', limit: 1 }))
      // A seal as the last event: nothing has happened since, and one more would seal only the one before.
      const survey = await surveyOf(log.store, last?.stream === sealStream ? before?.events : undefined)
      const made =
        before?.events === survey.events ? before : makeSeal({ survey, previousRoot: before?.root ?? null, key: sealingKey(masterKey) })
      await handle(seal, sealStreamId, { type: 'SealLog', seal: made }, context('service'))
      return { seal: made, heads: Object.fromEntries(survey.heads) }
    },

    erase: async ({ business_id, person_id, reason, requested_by, dry_run }) => {
      const plan = await planErasure(log, business_id, person_id)
      if (plan.subjects.length === 0) return null
      const runs = await runsToErase(business_id, plan)
      const { kind, values } = plan
      const subjects = [plan, ...runs].flatMap((each) => each.subjects)
      const events = [plan, ...runs].reduce((sum, each) => sum + each.events, 0)
      const report = { kind, subjects, events, values: values.size, not_personal_elsewhere: plan.plainElsewhere }
      if (dry_run) return { ...report, erased: false, still_in: null }
      const [first] = await log.store.read(plan.stream, { limit: 1 })
      const accountId = String(first?.metadata.account_id)
      const why = { kind, reason, requested_by }
      // What speaks of the business first: its own values tell where. In each stream the keys go first: interrupted behind it, the same request
      // finds nothing to destroy and records the erasure all the same.
      for (const each of runs) {
        for (const subject of each.subjects) await keyRing.destroy(subject)
        const erasure = { ...why, subjects: [...each.subjects] }
        await handle(run, aggregateIdOf(each.stream), { type: 'RecordErasure', erasure }, context(accountId))
      }
      for (const subject of plan.subjects) await keyRing.destroy(subject)
      await eraseUploadedRow(business_id)
      const erasure = { ...why, subjects: [...plan.subjects] }
      const { position } = await handle(business, business_id, { type: 'RecordErasure', erasure }, context(accountId))
      if (position !== null) await passed(position, accountId)
      await documents.scrub()
      return { ...report, erased: true, still_in: dataDir === null ? null : await filesHolding(dataDir, values) }
    },
  }
}

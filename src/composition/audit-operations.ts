// The parts of auditing that must run inside the service, because they write: sealing the log and erasing personal data.

import { v7 as uuidv7 } from 'uuid'
import { type ErasurePlan, filesHolding, planAlongside, planErasure, type StreamErasure } from '../audit/erasure.ts'
import { makeSeal, sealingKey, sealStream, sealsIn, surveyOf } from '../audit/seals.ts'
import { business } from '../commands/business.ts'
import { businessBatch, isUploaded } from '../commands/business-batch.ts'
import { lien } from '../commands/lien.ts'
import { run } from '../commands/run.ts'
import { seal, sealStreamId } from '../commands/seal.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { AuditOperations } from '../http/control/audit.ts'
import { rowBusinessId } from '../interface/requests/batch.ts'
import { liens } from '../projections/liens.ts'
import { runs } from '../projections/runs.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { Kernel } from './kernel.ts'
import type { Work } from './work.ts'

const pageSize = 100
const earliestFirst = [['created_at', 'asc']] as const

export const auditOperations = ({
  kernel,
  work: { passed, batchRows },
  dataDir,
  now,
}: {
  readonly kernel: Kernel
  readonly work: Pick<Work, 'passed' | 'batchRows'>
  /** null if the stores are not files on this machine. */
  readonly dataDir: string | null
  readonly now: () => Date
}): AuditOperations => {
  const { log, read, handle, load, keyRing, stores } = kernel
  const { documents, masterKey } = stores
  const context = (accountId: string): WriteContext => ({
    accountId,
    actor: { type: 'operator', id: 'command_line' },
    commandId: uuidv7(),
    at: now(),
  })

  /** The batch row that the business came from. Its cells may contain anyone's data, and it can be downloaded. */
  const eraseUploadedRow = async (businessId: string) => {
    const [created] = await log.read(`business-${businessId}`)
    const batchId = created?.type === 'BusinessCreated' ? created.data.business_batch_id : null
    const batch = batchId === null ? null : await load(businessBatch, batchId)
    if (batchId === null || !batch || !isUploaded(batch)) return
    for (let row = 0; row < batch.row_count; row++)
      if (rowBusinessId(batchId, row) === businessId)
        return batchRows.eraseRow(batchId, Math.floor(row / batch.chunk_rows), row % batch.chunk_rows)
  }

  /** The ids of the documents about the business. */
  const idsAbout = async (find: (page: number) => Promise<readonly { readonly id: string }[]>): Promise<readonly string[]> => {
    const ids: string[] = []
    for (let page = 1, more = true; more; page++) {
      const found = await find(page)
      ids.push(...found.map(({ id }) => id))
      more = found.length === pageSize
    }
    return ids
  }

  const liensOf = (businessId: string): Promise<readonly string[]> =>
    idsAbout((page) => read(liens).find({ where: { business_id: businessId }, sort: earliestFirst, page, perPage: pageSize }))

  /** What agents wrote about the business. */
  const runsToErase = async (businessId: string, plan: ErasurePlan): Promise<readonly StreamErasure[]> => {
    const plans: (StreamErasure | null)[] = []
    const runIds = await idsAbout((page) =>
      read(runs).find({ where: { context_id: businessId }, sort: earliestFirst, page, perPage: pageSize }),
    )
    for (const id of runIds) plans.push(await planAlongside(log, `run-${id}`, plan))
    return plans.filter((each) => each !== null)
  }

  return {
    seal: async () => {
      const before = (await sealsIn(log.store)).at(-1)
      const [last] = await Array.fromAsync(log.store.readAll({ direction: 'backwards', limit: 1 }))
      // The last event is a seal: nothing has happened since, and another would seal only that seal.
      const survey = await surveyOf(log.store, last?.stream === sealStream ? before?.events : undefined)
      const made =
        before?.events === survey.events ? before : makeSeal({ survey, previousRoot: before?.root ?? null, key: sealingKey(masterKey) })
      await handle(seal, sealStreamId, { type: 'SealLog', seal: made }, context('service'))
      return { seal: made, heads: Object.fromEntries(survey.heads) }
    },

    erase: async ({ business_id, person_id, reason, requested_by, dry_run }) => {
      const filed = await liensOf(business_id)
      const scope = { businessId: business_id, personId: person_id, liens: filed.map((id) => `lien-${id}`) }
      const plan = await planErasure(log, scope)
      const { kind, values, liens } = plan
      if (plan.business.subjects.length === 0 && liens.length === 0) return null
      const runs = await runsToErase(business_id, plan)
      const streams = [plan.business, ...liens, ...runs]
      const report = {
        kind,
        subjects: streams.flatMap((each) => each.subjects),
        events: streams.reduce((sum, each) => sum + each.events, 0),
        values: values.size,
        liens: liens.map(({ stream, unfinished }) => ({ id: aggregateIdOf(stream), unfinished })),
        not_personal_elsewhere: plan.plainElsewhere,
      }
      if (dry_run) return { ...report, erased: false, still_in: null }
      const [first] = await log.store.read(`business-${business_id}`, { limit: 1 })
      const accountId = String(first?.metadata.account_id)
      const erasureOf = ({ subjects }: StreamErasure) => ({ kind, reason, requested_by, subjects: [...subjects] })
      // Streams about the business come first, because its own values locate the data in them. In each stream, the keys go first: after an interruption
      // the same request finds nothing to destroy and still records the erasure.
      const destroyKeys = async ({ subjects }: StreamErasure) => {
        for (const subject of subjects) await keyRing.destroy(subject)
      }
      for (const each of runs) {
        await destroyKeys(each)
        await handle(run, aggregateIdOf(each.stream), { type: 'RecordErasure', erasure: erasureOf(each) }, context(accountId))
      }
      let position: bigint | null = null
      for (const each of liens) {
        await destroyKeys(each)
        const command = { type: 'RecordErasure' as const, erasure: erasureOf(each) }
        ;({ position } = await handle(lien, aggregateIdOf(each.stream), command, context(accountId)))
      }
      if (plan.business.subjects.length > 0) {
        await destroyKeys(plan.business)
        await eraseUploadedRow(business_id)
        const command = { type: 'RecordErasure' as const, erasure: erasureOf(plan.business) }
        ;({ position } = await handle(business, business_id, command, context(accountId)))
      }
      if (position !== null) await passed(position, accountId)
      await documents.scrub()
      return { ...report, erased: true, still_in: dataDir === null ? null : await filesHolding(dataDir, values) }
    },
  }
}

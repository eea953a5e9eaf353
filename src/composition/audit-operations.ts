// The parts of auditing that must run inside the service, because they write: sealing the log and erasing personal data.

import { v7 as uuidv7 } from 'uuid'
import {
  type ErasurePlan,
  filesHolding,
  planAlongside,
  planErasure,
  planWhole,
  type StreamErasure,
  type WholeErasure,
} from '../audit/erasure.ts'
import { makeSeal, sealingKey, sealStream, sealsIn, surveyOf } from '../audit/seals.ts'
import { business } from '../commands/business.ts'
import { businessBatch, isUploaded } from '../commands/business-batch.ts'
import { erasureIn } from '../commands/erasure.ts'
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

type Auditing = {
  readonly kernel: Kernel
  readonly work: Pick<Work, 'passed' | 'batchRows'>
  /** null if the stores are not files on this machine. */
  readonly dataDir: string | null
  readonly now: () => Date
}

export const auditOperations = (auditing: Auditing): AuditOperations => ({
  seal: () => sealLog(auditing),
  erase: (request) => erase(auditing, request),
})

const contextOf = ({ now }: Auditing, accountId: string): WriteContext => ({
  accountId,
  actor: { type: 'operator', id: 'command_line' },
  commandId: uuidv7(),
  at: now(),
})

const sealLog = async (auditing: Auditing): ReturnType<AuditOperations['seal']> => {
  const { log, handle, stores } = auditing.kernel
  const before = (await sealsIn(log.store)).at(-1)
  const [last] = await Array.fromAsync(log.store.readAll({ direction: 'backwards', limit: 1 }))
  // The last event is a seal: nothing has happened since, and another would seal only that seal.
  const survey = await surveyOf(log.store, last?.stream === sealStream ? before?.events : undefined)
  const made =
    before?.events === survey.events ? before : makeSeal({ survey, previousRoot: before?.root ?? null, key: sealingKey(stores.masterKey) })
  await handle(seal, sealStreamId, { type: 'SealLog', seal: made }, contextOf(auditing, 'service'))
  return { seal: made, heads: Object.fromEntries(survey.heads) }
}

type ErasureRequest = Parameters<AuditOperations['erase']>[0]

const erase = async (auditing: Auditing, request: ErasureRequest): ReturnType<AuditOperations['erase']> => {
  const { kernel, dataDir } = auditing
  const whole = await wholePlanFor(kernel, request)
  if (whole) return eraseWhole(auditing, whole, request)
  const plan = await planFor(kernel, request)
  const { kind, values, liens: lienPlans, business: businessPlan } = plan.erasure
  if (businessPlan.subjects.length === 0 && lienPlans.length === 0) return null
  const streams = [businessPlan, ...lienPlans, ...plan.runs]
  const report = {
    kind,
    subjects: streams.flatMap((each) => each.subjects),
    events: streams.reduce((sum, each) => sum + each.events, 0),
    values: values.size,
    liens: lienPlans.map(({ stream, unfinished }) => ({ id: aggregateIdOf(stream), unfinished })),
    not_personal_elsewhere: plan.erasure.plainElsewhere,
  }
  if (request.dry_run) return { ...report, erased: false, still_in: null }
  await carryOut(auditing, plan, request)
  await kernel.stores.documents.scrub()
  return { ...report, erased: true, still_in: dataDir === null ? null : await filesHolding(dataDir, values) }
}

/** What an id names that is no business: a signal, or a company with its applications, requests and letters; undefined: neither. */
const wholePlanFor = async ({ log }: Kernel, { business_id: id, person_id }: ErasureRequest): Promise<WholeErasure | undefined> => {
  const isThere = async (stream: string) => (await log.store.read(stream, { limit: 1 })).length > 0
  if (person_id !== null) return undefined
  if (await isThere(`signal-${id}`)) return planWhole(log, 'signal', [`signal-${id}`])
  if (!(await isThere(`partner_company-${id}`))) return undefined
  const streams = [`partner_company-${id}`]
  // The log also has requests that were deleted, which the read models no longer know.
  for await (const { stream, data } of log.store.readAll({ streamPrefixes: ofCompanies.map((name) => `${name}-`) }))
    if (data.company_id === id && !streams.includes(stream)) streams.push(stream)
  return planWhole(log, 'company', streams)
}

/** The aggregates that belong to a company, and name it in their first event. */
const ofCompanies = ['partner_application', 'registration_request', 'information_request', 'partner_mail'] as const

/** In each stream the keys go first: after an interruption the same request still records the erasure. */
const eraseWhole = async (
  auditing: Auditing,
  { kind, streams, values, plainElsewhere }: WholeErasure,
  { reason, requested_by, dry_run }: ErasureRequest,
): ReturnType<AuditOperations['erase']> => {
  const { kernel, work, dataDir } = auditing
  const report = {
    kind,
    subjects: streams.flatMap((each) => each.subjects),
    events: streams.reduce((sum, each) => sum + each.events, 0),
    values: values.size,
    liens: [],
    not_personal_elsewhere: plainElsewhere,
  }
  if (streams.length === 0) return null
  if (dry_run) return { ...report, erased: false, still_in: null }
  for (const { stream, subjects } of streams) {
    const [first] = await kernel.log.store.read(stream, { limit: 1 })
    const accountId = String(first?.metadata.account_id)
    for (const subject of subjects) await kernel.keyRing.destroy(subject)
    const command = { type: 'RecordErasure' as const, erasure: { kind, reason, requested_by, subjects: [...subjects] } }
    const id = aggregateIdOf(stream)
    const { position } = await kernel.handle(erasureIn(stream.slice(0, -id.length - 1)), id, command, contextOf(auditing, accountId))
    if (position !== null) await work.passed(position, accountId)
  }
  await kernel.stores.documents.scrub()
  return { ...report, erased: true, still_in: dataDir === null ? null : await filesHolding(dataDir, values) }
}

type WholePlan = { readonly erasure: ErasurePlan; readonly runs: readonly StreamErasure[] }

const planFor = async ({ log, read }: Kernel, { business_id: businessId, person_id: personId }: ErasureRequest): Promise<WholePlan> => {
  const lienIds = await idsOnAllPages((page) =>
    read(liens).find({ where: { business_id: businessId }, sort: earliestFirst, page, perPage: pageSize }),
  )
  const plan = await planErasure(log, { businessId, personId, liens: lienIds.map((id) => `lien-${id}`) })
  if (plan.business.subjects.length === 0 && plan.liens.length === 0) return { erasure: plan, runs: [] }
  // What agents wrote about the business.
  const runIds = await idsOnAllPages((page) =>
    read(runs).find({ where: { context_id: businessId }, sort: earliestFirst, page, perPage: pageSize }),
  )
  const plans: (StreamErasure | null)[] = []
  for (const id of runIds) plans.push(await planAlongside(log, `run-${id}`, plan))
  return { erasure: plan, runs: plans.filter((each) => each !== null) }
}

/** The ids of the documents that `find` finds, page after page. */
const idsOnAllPages = async (find: (page: number) => Promise<readonly { readonly id: string }[]>): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let page = 1, more = true; more; page++) {
    const found = await find(page)
    ids.push(...found.map(({ id }) => id))
    more = found.length === pageSize
  }
  return ids
}

/**
 * Streams about the business come first, because its own values locate the data in them. In each stream, the keys go first: after an interruption
 * the same request finds nothing to destroy and still records the erasure.
 */
const carryOut = async (auditing: Auditing, plan: WholePlan, { business_id, reason, requested_by }: ErasureRequest): Promise<void> => {
  const { log, handle, keyRing } = auditing.kernel
  const [first] = await log.store.read(`business-${business_id}`, { limit: 1 })
  const accountId = String(first?.metadata.account_id)
  const { business: aboutBusiness, liens: aboutLiens, kind } = plan.erasure

  const destroyKeys = async ({ subjects }: StreamErasure) => {
    for (const subject of subjects) await keyRing.destroy(subject)
    return { type: 'RecordErasure' as const, erasure: { kind, reason, requested_by, subjects: [...subjects] } }
  }
  const context = () => contextOf(auditing, accountId)

  for (const each of plan.runs) await handle(run, aggregateIdOf(each.stream), await destroyKeys(each), context())
  let position: bigint | null = null
  for (const each of aboutLiens) ({ position } = await handle(lien, aggregateIdOf(each.stream), await destroyKeys(each), context()))
  if (aboutBusiness.subjects.length > 0) {
    const command = await destroyKeys(aboutBusiness)
    await eraseUploadedRow(auditing, business_id)
    ;({ position } = await handle(business, business_id, command, context()))
  }
  if (position !== null) await auditing.work.passed(position, accountId)
}

/** The batch row that the business came from. Its cells may contain anyone's data, and it can be downloaded. */
const eraseUploadedRow = async ({ kernel: { log, load }, work: { batchRows } }: Auditing, businessId: string): Promise<void> => {
  const [created] = await log.read(`business-${businessId}`)
  const batchId = created?.type === 'BusinessCreated' ? created.data.business_batch_id : null
  const batch = batchId === null ? null : await load(businessBatch, batchId)
  if (batchId === null || !batch || !isUploaded(batch)) return
  for (let row = 0; row < batch.row_count; row++)
    if (rowBusinessId(batchId, row) === businessId)
      return batchRows.eraseRow(batchId, Math.floor(row / batch.chunk_rows), row % batch.chunk_rows)
}

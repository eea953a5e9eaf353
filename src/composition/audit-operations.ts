// The parts of auditing that must run inside the service, because they write: sealing the log and erasing personal data.
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
import { erasureOrderIn } from '../commands/erasure-order.ts'
import { lien } from '../commands/lien.ts'
import { run } from '../commands/run.ts'
import { seal, sealStreamId } from '../commands/seal.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import { orderedId } from '../events/ordered-id.ts'
import type { AuditOperations } from '../http/control/audit.ts'
import { onceProposed } from '../inner/sending.ts'
import { rowBusinessId } from '../interface/requests/batch.ts'
import type { CarryOutErasure } from '../processes/erasures.ts'
import { liens } from '../projections/liens.ts'
import { eachFound } from '../projections/read.ts'
import type { Passed } from '../projections/read-your-writes.ts'
import { runs } from '../projections/runs.ts'
import type { BatchRows } from '../stores/batch-rows.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { Kernel } from './kernel.ts'

type Auditing = {
  readonly kernel: Kernel
  readonly work: { readonly passed: Passed; readonly batchRows: BatchRows }
  /** null if the stores are not files on this machine. */
  readonly dataDir: string | null
  readonly now: () => Date
}

export const auditOperations = (auditing: Auditing): AuditOperations => ({
  seal: () => sealLog(auditing),
  erase: (request) => erase(auditing, request),
})

/** Carries out an order to erase that nobody waits for. */
export const carryOutErasure =
  (auditing: Omit<Auditing, 'dataDir'>): CarryOutErasure =>
  async (recordId, { order_id, person_id, reason, requested_by }) => {
    const request = { business_id: recordId, person_id, reason, requested_by, dry_run: false, order_id }
    const whole: Auditing = { ...auditing, dataDir: null }
    if ((await erase(whole, request)) || person_id === null) return
    // The keys were destroyed, but the process stopped before it recorded that.
    const stream = `business-${recordId}`
    const [first] = await auditing.kernel.log.store.read(stream, { limit: 1 })
    const erasure = { kind: 'person' as const, reason, requested_by, subjects: [person_id], order_id }
    const context = erasureContext(whole, String(first?.metadata.account_id), { stream, orderId: order_id })
    await auditing.kernel.handle(erasureIn('business'), recordId, { type: 'RecordErasure', erasure }, context)
  }

const contextOf = ({ now }: Auditing, accountId: string, commandId: string = orderedId()): WriteContext => ({
  accountId,
  actor: { type: 'operator', id: 'command_line' },
  commandId,
  at: now(),
})

/** The same order carried out twice is recorded once. */
const erasureContext = (auditing: Auditing, accountId: string, { stream, orderId }: { stream: string; orderId: string }): WriteContext =>
  contextOf(auditing, accountId, derivedId(`erasure of ${stream}`, orderId))

/**
 * Somebody who may not order it, or not alone, destroys no key; nor does an order that a legal hold stopped.
 * @returns the order's id. @throws Refused, Proposed
 */
const begun = async (auditing: Auditing, stream: string, request: ErasureRequest & Ordered): Promise<string> => {
  const { handle, log } = auditing.kernel
  const [first] = await log.store.read(stream, { limit: 1 })
  const id = aggregateIdOf(stream)
  const orders = erasureOrderIn(stream.slice(0, -id.length - 1))
  const accountId = String(first?.metadata.account_id)
  const { order_id: orderId = orderedId(), person_id, reason, requested_by } = request
  if (!request.order_id) {
    const order = { order_id: orderId, person_id, reason, requested_by }
    const sent = handle(orders, id, { type: 'OrderErasure', order }, contextOf(auditing, accountId))
    await sent.catch(onceProposed(auditing.work, accountId))
  }
  await handle(orders, id, { type: 'BeginErasure', orderId }, contextOf(auditing, accountId, derivedId('erasure begun', orderId)))
  return orderId
}

type Ordered = { readonly order_id?: string }

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

const erase = async (auditing: Auditing, request: ErasureRequest & Ordered): ReturnType<AuditOperations['erase']> => {
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
  const orderId = await begun(auditing, businessPlan.stream, request)
  await carryOut(auditing, plan, { ...request, orderId })
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
  request: ErasureRequest & Ordered,
): ReturnType<AuditOperations['erase']> => {
  const { kernel, work, dataDir } = auditing
  const { reason, requested_by, dry_run } = request
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
  const orderId = await begun(auditing, streams[0]?.stream ?? '', request)
  for (const { stream, subjects } of streams) {
    const [first] = await kernel.log.store.read(stream, { limit: 1 })
    const accountId = String(first?.metadata.account_id)
    for (const subject of subjects) await kernel.keyRing.destroy(subject)
    const command = { type: 'RecordErasure' as const, erasure: { kind, reason, requested_by, subjects: [...subjects], order_id: orderId } }
    const id = aggregateIdOf(stream)
    const context = erasureContext(auditing, accountId, { stream, orderId })
    const { position } = await kernel.handle(erasureIn(stream.slice(0, -id.length - 1)), id, command, context)
    if (position !== null) await work.passed(position, accountId)
  }
  await kernel.stores.documents.scrub()
  return { ...report, erased: true, still_in: dataDir === null ? null : await filesHolding(dataDir, values) }
}

type WholePlan = { readonly erasure: ErasurePlan; readonly runs: readonly StreamErasure[] }

const planFor = async ({ log, read }: Kernel, { business_id: businessId, person_id: personId }: ErasureRequest): Promise<WholePlan> => {
  const lienIds = await Array.fromAsync(eachFound(read(liens), { where: { business_id: businessId }, by: 'created_at' }), ({ id }) => id)
  const plan = await planErasure(log, { businessId, personId, liens: lienIds.map((id) => `lien-${id}`) })
  if (plan.business.subjects.length === 0 && plan.liens.length === 0) return { erasure: plan, runs: [] }
  // What agents wrote about the business.
  const runIds = await Array.fromAsync(eachFound(read(runs), { where: { context_id: businessId }, by: 'created_at' }), ({ id }) => id)
  const plans: (StreamErasure | null)[] = []
  for (const id of runIds) plans.push(await planAlongside(log, `run-${id}`, plan))
  return { erasure: plan, runs: plans.filter((each) => each !== null) }
}

/**
 * Streams about the business come first, because its own values locate the data in them. In each stream, the keys go first: after an interruption
 * the same request finds nothing to destroy and still records the erasure.
 */
const carryOut = async (
  auditing: Auditing,
  plan: WholePlan,
  { business_id, reason, requested_by, orderId }: ErasureRequest & { readonly orderId: string },
): Promise<void> => {
  const { log, handle, keyRing } = auditing.kernel
  const [first] = await log.store.read(`business-${business_id}`, { limit: 1 })
  const accountId = String(first?.metadata.account_id)
  const { business: aboutBusiness, liens: aboutLiens, kind } = plan.erasure

  const destroyKeys = async ({ subjects }: StreamErasure) => {
    for (const subject of subjects) await keyRing.destroy(subject)
    return { type: 'RecordErasure' as const, erasure: { kind, reason, requested_by, subjects: [...subjects], order_id: orderId } }
  }
  const context = ({ stream }: StreamErasure) => erasureContext(auditing, accountId, { stream, orderId })

  for (const each of plan.runs) await handle(run, aggregateIdOf(each.stream), await destroyKeys(each), context(each))
  let position: bigint | null = null
  for (const each of aboutLiens) ({ position } = await handle(lien, aggregateIdOf(each.stream), await destroyKeys(each), context(each)))
  if (aboutBusiness.subjects.length > 0) {
    const command = await destroyKeys(aboutBusiness)
    await eraseUploadedRow(auditing, business_id)
    ;({ position } = await handle(business, business_id, command, context(aboutBusiness)))
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

// The parts of auditing that must run inside the service, because they write: sealing the log and erasing personal data.
import { type ErasurePlan, type LienErasure, planAlongside, planErasure, planWhole, type StreamErasure } from '../audit/erasure.ts'
import { remainsOf } from '../audit/held-elsewhere.ts'
import { makeSeal, sealStream, sealsIn, surveyOf } from '../audit/seals.ts'
import { publicKeyOf, sealingKey } from '../audit/signing.ts'
import { business } from '../commands/business.ts'
import { erasureIn } from '../commands/erasure.ts'
import { erasureOrderIn } from '../commands/erasure-order.ts'
import { monitor } from '../commands/monitor.ts'
import { seal, sealStreamId } from '../commands/seal.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import { orderedId } from '../events/ordered-id.ts'
import type { AuditOperations } from '../http/control/audit.ts'
import { onceProposed } from '../inner/framework/sending.ts'
import type { CarryOutErasure } from '../processes/erasures.ts'
import { projections } from '../projections/all.ts'
import { liens } from '../projections/liens.ts'
import { eachFound } from '../projections/read.ts'
import { runs } from '../projections/runs.ts'
import { lastEvent } from '../stores/event-store.ts'
import {
  type Auditing,
  accountOf,
  aggregateIn,
  contextOf,
  type Erasing,
  eraseStream,
  eraseUploadedRow,
  isKeptByReader,
} from './erasing-streams.ts'
import type { Kernel } from './kernel.ts'
import { repeatErasures } from './repeated-erasures.ts'

type Reporting = Auditing & {
  /** null if the stores are not files on this machine. */
  readonly dataDir: string | null
}

export const auditOperations = (auditing: Reporting): AuditOperations => ({
  seal: () => sealLog(auditing),
  erase: (request) => erase(auditing, request),
  repeat: repeatErasures(auditing),
})

/** Carries out an order to erase that nobody waits for. What it leaves in free space of the files, a scrub removes. */
export const carryOutErasure =
  (auditing: Auditing): CarryOutErasure =>
  async (recordId, { order_id, person_id, reason, requested_by }) => {
    const request = { business_id: recordId, person_id, reason, requested_by, dry_run: false, order_id }
    const plan = await planFor(auditing.kernel, request)
    if (plan) await orderAndCarryOut(auditing, plan, request)
    if (plan || person_id === null) return
    // The keys were destroyed, but the process stopped before it recorded that.
    const own = { stream: `business-${recordId}`, subjects: [person_id], events: 0 }
    await eraseStream(auditing, own, { ...request, orderId: order_id, kind: 'person' })
  }

/**
 * Begins an erasure. It is ordered before any key is destroyed: an order that somebody may not give, or not alone, or that a legal hold stops, destroys
 * none. Waits for the read models, in which liens and runs are found.
 * @returns the order's id. @throws Refused, Proposed
 */
const begun = async (auditing: Auditing, stream: string, request: ErasureRequest & Ordered): Promise<string> => {
  const { handle } = auditing.kernel
  const { of, id } = aggregateIn(stream)
  const orders = erasureOrderIn(of)
  const accountId = await accountOf(auditing, stream)
  const { order_id: orderId = orderedId(), person_id, reason, requested_by } = request
  if (!request.order_id) {
    const order = { order_id: orderId, person_id, reason, requested_by }
    const sent = handle(orders, id, { type: 'OrderErasure', order }, contextOf(auditing, accountId))
    await sent.catch(onceProposed(auditing.work, accountId))
  }
  const context = contextOf(auditing, accountId, derivedId('erasure begun', orderId))
  const { position } = await handle(orders, id, { type: 'BeginErasure', orderId }, context)
  if (position !== null) await auditing.work.passed(position, accountId)
  return orderId
}

type Ordered = { readonly order_id?: string }

const sealLog = async (auditing: Auditing): ReturnType<AuditOperations['seal']> => {
  const { log, handle, stores } = auditing.kernel
  const key = sealingKey(stores.masterKey)
  const before = (await sealsIn(log.store)).at(-1)
  const last = await lastEvent(log.store)
  // The last event is a seal: nothing has happened since, and another would seal only that seal. Unless the key has changed.
  const isSealed = last?.stream === sealStream && before?.public_key === publicKeyOf(key)
  const survey = await surveyOf(log.store, isSealed ? before?.events : undefined)
  const made = before?.events === survey.events ? before : await makeSeal({ survey, previousRoot: before?.root ?? null, key })
  await handle(seal, sealStreamId, { type: 'SealLog', seal: made }, contextOf(auditing, 'service'))
  return { seal: made }
}

type ErasureRequest = Parameters<AuditOperations['erase']>[0]

const erase = async (auditing: Reporting, request: ErasureRequest): ReturnType<AuditOperations['erase']> => {
  const { kernel } = auditing
  const plan = await planFor(kernel, request)
  if (plan === null) return null
  const read_again = await isReadAgain(kernel, request)
  if (request.dry_run) return { ...reportOf(plan), erased: false, read_again, kept_by_reader: false, ...nothingSought }
  const done = await orderAndCarryOut(auditing, plan, request)
  const kept_by_reader = await isKeptByReader(kernel.stores.documents)
  const report = reportOf(done)
  return {
    ...report,
    erased: true,
    read_again,
    kept_by_reader,
    ...(await remains(auditing, done.values, [request.business_id, ...report.subjects])),
  }
}

/** @returns all that was erased. @throws Refused, Proposed */
const orderAndCarryOut = async (auditing: Auditing, plan: Plan, request: ErasureRequest & Ordered): Promise<Plan> =>
  carryOut(auditing, plan, { ...request, orderId: await begun(auditing, plan.own.stream, request) })

/** Whether a check of the business's monitor finds the person in published data, as the last one did. */
const isReadAgain = async ({ load }: Kernel, { business_id, person_id }: ErasureRequest): Promise<boolean> => {
  if (person_id === null || (await load(monitor, business_id)).status === 'none') return false
  const state = await load(business, business_id)
  if (state.status === 'none') return false
  const { people, found_owners: owners } = state.file
  return people[person_id] !== undefined || Object.values(owners).some(({ party_id }) => party_id === person_id)
}

const nothingSought = { still_in: null, elsewhere: [], left_behind: [], left_in: [] }

/** Where the values are still to be found, if the stores are files on this machine. */
const remains = async ({ kernel, dataDir }: Reporting, values: ReadonlyMap<string, string>, own: readonly string[]) =>
  dataDir === null
    ? nothingSought
    : remainsOf(values, own, {
        dataDir,
        documents: kernel.stores.documents,
        collections: projections.map(({ spec }) => spec.name),
        // The layout of the embedded store holds them as they are, and some name what every sandbox business has.
        written: projections.map(({ spec }) => JSON.stringify(spec.abbreviations ?? null)).join('\n'),
      })

type Plan = Pick<ErasurePlan, 'kind' | 'values' | 'plainElsewhere'> & {
  /** Of the record that the order is about. */
  readonly own: StreamErasure
  /** Of streams about it, among them the liens. */
  readonly around: readonly StreamErasure[]
  readonly liens: readonly LienErasure[]
}

const reportOf = ({ kind, own, around, liens: ofLiens, values, plainElsewhere }: Plan) => ({
  kind,
  subjects: [own, ...around].flatMap(({ subjects }) => subjects),
  events: [own, ...around].reduce((sum, { events }) => sum + events, 0),
  values: values.size,
  liens: ofLiens.map(({ stream, unfinished }) => ({ id: aggregateIdOf(stream), unfinished })),
  not_personal_elsewhere: plainElsewhere,
})

/** What is to be erased by now; null: nothing. */
const planFor = async (kernel: Kernel, request: ErasureRequest): Promise<Plan | null> => {
  const whole = await wholeScopeOf(kernel, request)
  if (!whole) return planOfBusiness(kernel, request)
  const plan = await planWhole(kernel.log, whole)
  return plan && { ...plan, liens: [] }
}

/** What an id names that is no business: a signal, or a company with its applications, requests and letters; undefined: neither. */
const wholeScopeOf = async ({ log }: Kernel, { business_id: id, person_id }: ErasureRequest) => {
  const isThere = async (stream: string) => (await log.store.read(stream, { limit: 1 })).length > 0
  if (person_id !== null) return undefined
  if (await isThere(`signal-${id}`)) return { kind: 'signal' as const, own: `signal-${id}`, around: [] }
  if (!(await isThere(`partner_company-${id}`))) return undefined
  const around = new Set<string>()
  // The log also has requests that were deleted, which the read models no longer know.
  for await (const { stream, data } of log.store.readAll({ streamPrefixes: ofCompanies.map((name) => `${name}-`) }))
    if (data.company_id === id) around.add(stream)
  return { kind: 'company' as const, own: `partner_company-${id}`, around: [...around] }
}

/** The aggregates that belong to a company, and name it in their first event. */
const ofCompanies = ['partner_application', 'registration_request', 'information_request', 'partner_mail'] as const

const planOfBusiness = async (
  { log, read }: Kernel,
  { business_id: businessId, person_id: personId }: ErasureRequest,
): Promise<Plan | null> => {
  const lienIds = await Array.fromAsync(eachFound(read(liens), { where: { business_id: businessId }, by: 'created_at' }), ({ id }) => id)
  const plan = await planErasure(log, { businessId, personId, liens: lienIds.map((id) => `lien-${id}`) })
  if (plan.business.subjects.length === 0 && plan.liens.length === 0) return null
  // What agents wrote about the business.
  const runIds = await Array.fromAsync(eachFound(read(runs), { where: { context_id: businessId }, by: 'created_at' }), ({ id }) => id)
  const ofRuns: (StreamErasure | null)[] = []
  for (const id of runIds) ofRuns.push(await planAlongside(log, `run-${id}`, plan))
  return { ...plan, own: plan.business, around: [...ofRuns.filter((each) => each !== null), ...plan.liens] }
}

type Ordering = ErasureRequest & { readonly orderId: string }

/**
 * Looks again until nothing is left around the record, and nothing was added to the record itself since the last look. The record comes last: its own
 * values locate the data in the streams about it, and the note in it ends the order.
 * @returns all that was erased
 */
const carryOut = async (auditing: Auditing, planned: Plan, request: Ordering): Promise<Plan> => {
  const { kernel } = auditing
  const { of, id } = aggregateIn(planned.own.stream)
  const looks: Plan[] = []
  for (let isDone = false; !isDone; ) {
    const { events } = await kernel.load(erasureIn(of), id)
    // Where another order has erased everything meanwhile, only the note is missing.
    const plan: Plan = (await planFor(kernel, request)) ?? { ...planned, around: [], liens: [] }
    looks.push(plan)
    const erasing = { ...request, kind: plan.kind }
    for (const each of plan.around) await eraseStream(auditing, each, erasing)
    isDone = plan.around.length === 0 && (await eraseOwn(auditing, plan.own, { ...erasing, events }))
  }
  return looks.reduce(together)
}

/** What was erased in one look and what in the next, which sees less of it: what is erased around the record is not planned again. */
const together = (before: Plan, next: Plan): Plan => ({
  kind: next.kind,
  own: next.own,
  around: [...before.around, ...next.around],
  liens: [...before.liens, ...next.liens],
  values: new Map([...before.values, ...next.values]),
  plainElsewhere: [...new Set([...before.plainElsewhere, ...next.plainElsewhere])],
})

/** @returns whether it is done: it is not where something was added meanwhile */
const eraseOwn = async (auditing: Auditing, own: StreamErasure, erasing: Erasing): Promise<boolean> => {
  // A person who is only in liens.
  if (own.subjects.length === 0) return true
  await eraseUploadedRow({ kernel: auditing.kernel, batchRows: auditing.work.batchRows }, own.stream)
  return eraseStream(auditing, own, erasing)
}

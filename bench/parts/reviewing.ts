// A review made as the service makes it: the evidence is gathered from the loaded files, the decider compares it with the file, the review judges.
import { business } from '../../src/commands/business.ts'
import type { Business, Submitted } from '../../src/commands/business-state.ts'
import { type Evidence, together } from '../../src/commands/findings.ts'
import { reviewTasks } from '../../src/commands/review/review.ts'
import type { BusinessEvent, Product } from '../../src/events/business.ts'
import type { EvidenceSource } from '../../src/evidence/ports.ts'
import { noVendors, type Vendors } from '../../src/evidence/products/vendors.ts'
import { fromLoans, fromMotorCarriers } from '../../src/processes/findings/findings.ts'
import { registrations, tin } from '../../src/processes/findings/gathering.ts'
import { subjectOf } from '../../src/processes/findings/parts.ts'
import { recheck } from '../../src/processes/recheck.ts'
import type { RawAddress } from './raw-registries.ts'

const at = '2026-11-21T09:30:00.000Z'

const businessId = '0198c0de-0000-7000-8000-000000000001'
const orderId = '0198c0de-0000-7000-8000-0000000000bb'
const requester = { id: '0198c0de-0000-7000-8000-0000000000aa', type: 'account' as const }

export type Asked = {
  readonly name: string
  readonly address: RawAddress | null
  readonly tin?: string | null
  readonly person?: string
}

export type Reviewed = { readonly business: Business; readonly tasks: ReturnType<typeof reviewTasks> }

export const taskIn = ({ tasks }: Reviewed, key: string) => tasks.find((task) => task.key === key)

const begunWith = ({ name, address, tin: number = null, person }: Asked): Business => {
  const full = (of: RawAddress) => `${of.line1}, ${of.city}, ${of.state} ${of.zip}`
  const submitted: Submitted = {
    business_id: businessId,
    mode: 'live',
    name,
    addresses: address
      ? [
          {
            id: '0198c0de-0000-7000-8000-0000000000a1',
            full_address: full(address),
            address_line1: address.line1,
            address_line2: null,
            city: address.city,
            state: address.state,
            postal_code: address.zip,
          },
        ]
      : [],
    people: person
      ? [{ id: '0198c0de-0000-7000-8000-0000000000b1', name: person, title: null, email: null, phone: null, dob: null, ssn: null }]
      : [],
    tin: number,
    tin_type: number === null ? null : 'ein',
    website: null,
    phone_numbers: [],
    external_id: null,
    unique_external_id: null,
    tags: [],
    business_batch_id: null,
    connection_id: null,
    requester,
  }
  const products: readonly Product[] = ['business_verification_verify', ...(number === null ? [] : ['tin' as const])]
  const events: readonly BusinessEvent[] = [
    { type: 'BusinessCreated', data: submitted },
    ...products.flatMap((product, index): readonly BusinessEvent[] => [
      { type: 'OrderPlaced', data: { order_id: orderOf(index), product, subproducts: [], options: {}, requester } },
      { type: 'OrderStarted', data: { order_id: orderOf(index) } },
    ]),
  ]
  return events.reduce(business.evolve, business.initial) as Business
}

const orderOf = (index: number): string => orderId.slice(0, -1) + (index === 0 ? 'b' : 'c')

const withReview = (state: Business): Reviewed => ({ business: state, tasks: reviewTasks(state, at) })

export const reviewed = async (source: EvidenceSource, asked: Asked): Promise<Reviewed> => {
  const begun = begunWith(asked)
  const asking = { business: begun, subject: subjectOf(begun), source, signal: AbortSignal.timeout(600_000) }
  const { subject, signal } = asking
  const carriers = await source.motorCarriers(subject, signal)
  const loans = await source.loans(subject, signal)
  const evidence = together([
    await registrations(asking),
    ...(asked.tin ? [await tin(1)(asking)] : []),
    ...(carriers.length > 0 ? [fromMotorCarriers(begun, carriers)] : []),
    ...(loans.length > 0 ? [fromLoans(begun, loans, await source.loanLists(signal))] : []),
  ])
  return withReview(begun.orders.reduce((state, { order_id }) => completed(state, order_id, evidence), begun))
}

const completed = (state: Business, id: string, evidence: Evidence): Business => {
  const events = business.decide({ type: 'CompleteOrder', orderId: id, evidence, review: { id, at } }, state)
  return events.reduce(business.evolve, state) as Business
}

/** The review after a newer version of the registries, as a monitor makes it. */
export const reviewedAgain = async (
  source: EvidenceSource,
  { business: before }: Reviewed,
  vendors: Vendors = noVendors,
): Promise<Reviewed> => {
  const types = new Set(['registration', 'lien'] as const)
  const evidence = await recheck({ business: before, watchlists: null, types, source, vendors, signal: AbortSignal.timeout(600_000) })
  const events = business.decide({ type: 'RecordEvidence', evidence, review: { id: orderId, at } }, before)
  return withReview(events.reduce(business.evolve, before) as Business)
}

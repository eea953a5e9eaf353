// An order from its placing to its end, and the tax authority's later answers: each event in every way, each outside call with every answer.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BusinessEvent } from '../../src/events/business.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import type { EvidenceSource } from '../../src/evidence/ports.ts'
import { noVendors, type Vendors } from '../../src/evidence/products/vendors.ts'
import type { WebsiteSource } from '../../src/evidence/website/finding.ts'
import { verification } from '../../src/processes/verification.ts'
import { auditCompleted, auditRequested, completed, created, order, placed, reviewed, source, started } from '../commands/businesses.ts'
import { type Dependencies, type Ids, now, openEveryWay } from './every-way.ts'

const { inEveryWay, failing, close } = await openEveryWay()
test.after(close)

type Outside = {
  readonly tin?: () => Promise<unknown>
  readonly website?: () => Promise<unknown>
  readonly search?: () => Promise<unknown>
  /** How long the source makes an order wait, in milliseconds. */
  readonly delay?: number
  readonly needsAudit?: boolean
}
const unasked = () => Promise.reject(new Error('it must not be asked'))

const process =
  ({ tin = unasked, website = unasked, search, delay = 0, needsAudit = false }: Outside) =>
  ({ handle, load, now: clock }: Dependencies) =>
    verification({
      handle,
      load,
      now: clock,
      sourceFor: () => ({ tin, delay: () => delay, needsAudit: () => needsAudit }) as unknown as EvidenceSource,
      websiteFor: () => website as unknown as WebsiteSource,
      riskLists: { high_risk: [], prohibited: [] },
      vendorsFor: (): Vendors =>
        search
          ? { ...noVendors, products: { answers: () => true, search: search as Vendors['products']['search'] }, patienceMs: 60_000 }
          : noVendors,
      keepDocument: async () => undefined,
    })

const tinOrder = order('tin')
/** The history of a business in which this has happened since its creation. */
const since =
  (events: readonly BusinessEvent[], mode: 'test' | 'live' = 'test') =>
  ({ id }: Ids): readonly BusinessEvent[] => [
    created({ business_id: id, mode, tin: '123456789', tin_type: 'ein', website: { url: 'https://acme.example' } }),
    ...events,
  ]
const found = { outcome: 'found', name: null, sources: [source] }
const tinChecked = (outcome: 'found' | 'unavailable' | 'mismatch', attempt = 1): BusinessEvent => ({
  type: 'TinChecked',
  data: { order_id: tinOrder.order_id, sources: [source], outcome, name: null, attempt },
})
const told = ({ type, data }: DomainEvent): unknown =>
  type === 'TinChecked'
    ? `${type} ${data.outcome} ${data.attempt}`
    : type === 'ReviewCompleted' || type === 'ReviewRenewed'
      ? 'reviewed'
      : type

const ago = (ms: number) => ({ written: { at: new Date(now.getTime() - ms) } })
const tinPlaced = { aggregate: 'business', history: since([placed(tinOrder)]), written: { at: now }, told }

test('an order is started, asked about, completed and reviewed', () =>
  inEveryWay({
    ...tinPlaced,
    process: process({ tin: async () => found }),
    leadsTo: ['OrderStarted', 'TinChecked found 1', 'OrderCompleted', 'reviewed'],
  }))

test('an order that was completed meanwhile asks nobody', () =>
  inEveryWay({
    ...tinPlaced,
    history: since([placed(tinOrder), started(tinOrder), tinChecked('found'), completed(tinOrder), reviewed]),
    delivered: 1,
    process: process({}),
    leadsTo: [],
  }))

test('an order waits as long as its source makes it', async () => {
  const slow = process({ delay: 30_000, tin: async () => found })
  await inEveryWay({ ...tinPlaced, ...ago(29_999), process: slow, leadsTo: ['OrderStarted'], again: 1 })
  await inEveryWay({
    ...tinPlaced,
    ...ago(30_000),
    process: slow,
    leadsTo: ['OrderStarted', 'TinChecked found 1', 'OrderCompleted', 'reviewed'],
  })
})

const verify = order('business_verification_verify')
test('evidence that asks for a person waits for one, and only in a verification', async () => {
  const audit = process({ needsAudit: true, tin: async () => found })
  await inEveryWay({
    ...tinPlaced,
    history: since([placed(verify)]),
    process: audit,
    leadsTo: ['OrderStarted', 'AuditRequested'],
  })
  await inEveryWay({ ...tinPlaced, process: audit, leadsTo: ['OrderStarted', 'TinChecked found 1', 'OrderCompleted', 'reviewed'] })
})

test('an order goes on when its audit has ended', () =>
  inEveryWay({
    ...tinPlaced,
    history: since([placed(tinOrder), started(tinOrder), auditRequested(tinOrder), auditCompleted(tinOrder)]),
    process: process({ tin: async () => found }),
    leadsTo: ['TinChecked found 1', 'OrderCompleted', 'reviewed'],
  }))

// A tax authority that cannot answer

const unavailable = (attempt: number, mode: 'test' | 'live') => ({
  ...tinPlaced,
  history: since([placed(tinOrder), started(tinOrder), tinChecked('unavailable', attempt), completed(tinOrder), reviewed], mode),
  delivered: 3,
})
const pauses: readonly (readonly [attempt: number, mode: 'test' | 'live', ms: number])[] = [
  [1, 'test', 2_000],
  [9, 'test', 2_000],
  [1, 'live', 60_000],
  [3, 'live', 240_000],
  [6, 'live', 1_920_000],
  [7, 'live', 3_600_000],
]
for (const [attempt, mode, ms] of pauses)
  test(`after attempt ${attempt} the tax authority is asked again in ${ms / 1000} s in the ${mode} mode, and not before`, async () => {
    const asking = process({ tin: async () => found })
    await inEveryWay({ ...unavailable(attempt, mode), ...ago(ms - 1), process: asking, leadsTo: [], again: 1, kills: 0 })
    await inEveryWay({
      ...unavailable(attempt, mode),
      ...ago(ms),
      process: asking,
      leadsTo: [`TinChecked found ${attempt + 1}`, 'reviewed'],
    })
  })

test('what the tax authority has answered is not asked again', () =>
  inEveryWay({
    ...unavailable(1, 'test'),
    history: since([tinChecked('mismatch')]),
    delivered: 1,
    ...ago(1e9),
    process: process({}),
    leadsTo: [],
  }))

// Outside calls that say no, garbage and nothing

const calls = [
  ['the tax authority', tinOrder, (tin: () => Promise<unknown>) => process({ tin })],
  ['the website', order('website'), (website: () => Promise<unknown>) => process({ website })],
  ['a vendor', order('liens'), (search: () => Promise<unknown>) => process({ search })],
] as const

for (const [who, ordered, asking] of calls) {
  const begun = { ...tinPlaced, history: since([placed(ordered), started(ordered)]), delivered: 1 }
  test(`where ${who} says no, the order stays open, and the runner is told`, async () => {
    assert.is(await failing({ ...begun, process: asking(() => Promise.reject(new Error('403'))) }), '403')
  })
  test(`where ${who} answers garbage, nothing of it is recorded`, async () => {
    const message = await failing({
      ...begun,
      process: asking(async () => ({ outcome: 'perhaps', status: 7, records: 'none', sources: [] })),
    })
    assert.not.equal(message, 'it did not fail')
  })
  test(`where ${who} never answers, the delivery ends in its time`, async () => {
    assert.is(await failing({ ...begun, process: asking(() => new Promise(() => {})) }, 50), 'no end after 50 ms')
  })
  test(`where ${who} has not answered for ten minutes, the order is completed with what there is`, () =>
    inEveryWay({
      ...begun,
      ...ago(600_000),
      process: asking(() => Promise.reject(new Error('403'))),
      leadsTo: ['ProductSearched', 'OrderCompleted', 'reviewed'],
    }))
  test(`where ${who} has answered garbage for ten minutes, the order is completed with what there is, and not before`, async () => {
    const garbage = asking(async () => ({ outcome: 'perhaps', status: 7, records: 'none', sources: [] }))
    assert.not.equal(await failing({ ...begun, ...ago(599_999), process: garbage }), 'it did not fail')
    await inEveryWay({ ...begun, ...ago(600_000), process: garbage, leadsTo: ['ProductSearched', 'OrderCompleted', 'reviewed'] })
  })
}

test.run()

// The verification process against sources that fail, hang and recover: an order is tried again, and ends within its time whatever they do.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { business as aggregate, type BusinessCommand } from '../../src/commands/business.ts'
import type { NewOrder } from '../../src/commands/business-orders.ts'
import type { BusinessState } from '../../src/commands/business-state.ts'
import type { Handle, Load } from '../../src/commands/handler.ts'
import type { BusinessEvent } from '../../src/events/business.ts'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import type { LoanFinding } from '../../src/evidence/ports.ts'
import { noVendors, type Vendors } from '../../src/evidence/products/vendors.ts'
import { openSandbox } from '../../src/evidence/sandbox/sandbox.ts'
import { sandboxWebsites } from '../../src/evidence/sandbox/website.ts'
import { verification } from '../../src/processes/verification.ts'
import { at, businessId, created, order, placed } from '../commands/businesses.ts'
import { loanFinding } from '../evidence/findings.ts'

const test = suite('verification')

/** A business with one order, and the process that works on it at the clock's time. */
const scene = (
  product: Parameters<typeof order>[0],
  {
    failing = false,
    vendors = noVendors,
    loans = [],
    turn,
  }: { failing?: boolean; vendors?: Vendors; loans?: readonly LoanFinding[]; turn?: () => Promise<void> } = {},
) => {
  const ordered = order(product)
  let state: BusinessState = [created(), placed(ordered)].reduce(aggregate.evolve, aggregate.initial)
  const clock = { seconds: 0 }
  const commands: string[] = []
  const start = Promise.withResolvers<void>()
  const failures = failing ? { registrations: () => Promise.reject(new Error('the disk is gone')) } : {}
  const source = { ...openSandbox(), loans: async () => loans, ...failures }
  const handle = (async (_: unknown, __: string, command: BusinessCommand) => {
    commands.push(command.type)
    if (command.type === 'StartOrder') start.resolve()
    const events = aggregate.decide(command, state) as readonly BusinessEvent[]
    state = events.reduce(aggregate.evolve, state)
    return { position: null, events }
  }) as unknown as Handle
  const { on } = verification({
    handle,
    load: (async () => state) as unknown as Load,
    sourceFor: () => source,
    websiteFor: () => sandboxWebsites,
    riskLists: { high_risk: [], prohibited: [] },
    vendorsFor: () => vendors,
    keepDocument: async () => undefined,
    now: () => new Date(Date.parse(at) + clock.seconds * 1000),
    ...(turn ? { turn } : {}),
  })
  const delivered = (data: NewOrder, count: number) => {
    const metadata = { recorded_at: at, correlation_id: data.order_id, account_id: 'a' }
    const event = { type: 'OrderPlaced', stream: `business-${businessId}`, data, metadata } as unknown as StoredEvent<'OrderPlaced'>
    return on.OrderPlaced?.(event, { count, context: () => ({}) as never, signal: new AbortController().signal })
  }
  return {
    clock,
    source,
    commands,
    /** Resolves when an order is started by a command of its own. */
    started: start.promise,
    deliver: (count: number) => delivered(ordered, count),
    /** Another order of the same product, placed and delivered. */
    deliverAnother: () => {
      const another = order(product)
      state = aggregate.evolve(state, placed(another))
      return delivered(another, 1)
    },
    change: (data: Extract<BusinessEvent, { type: 'BusinessUpdated' }>['data']) => {
      state = aggregate.evolve(state, { type: 'BusinessUpdated', data })
    },
    business: () => state as Exclude<BusinessState, { status: 'none' }>,
    tasks: () => (state.status === 'none' ? [] : (state.review?.tasks ?? [])),
  }
}

const rejected = async (doing: Promise<unknown> | undefined): Promise<string> => {
  try {
    await doing
    return 'went through'
  } catch (error) {
    return (error as Error).message
  }
}

test('a source that fails is told to the runner, which tries again; after ten minutes the order completes and the review says what is missing', async () => {
  const { clock, deliver, business, tasks } = scene('business_verification_verify', { failing: true })
  assert.is(await rejected(deliver(1)), 'the disk is gone')
  assert.is(business().status, 'pending')
  clock.seconds = 601
  assert.is(await rejected(deliver(8)), 'went through')
  assert.is(business().status, 'in_review')
  const outcomes = Object.fromEntries(tasks().map(({ key, status, sub_label }) => [key, `${status} ${sub_label}`]))
  assert.equal([outcomes.name, outcomes.sos_not_found], ['neutral Not Available', 'neutral Not Available'])
  assert.is(outcomes.watchlist, 'success No Hits', 'what the others found is there')
})

test('once the source answers again, the note that it failed is taken back', async () => {
  const { clock, source, deliver, deliverAnother, business, tasks } = scene('business_verification_verify', { failing: true })
  clock.seconds = 601
  await deliver(1)
  const note = () => Object.values(business().file.searches).find(({ product }) => product === 'registrations')?.outcome
  assert.is(note(), 'unavailable')
  source.registrations = openSandbox().registrations
  await deliverAnother()
  assert.is(note(), 'searched')
  assert.ok(tasks().some(({ key, sub_label }) => key === 'name' && sub_label === 'Verified'))
})

test('an order whose evidence is there at once is completed by one command', async () => {
  const { deliver, commands, business } = scene('business_verification_verify')
  await deliver(1)
  assert.equal(commands, ['CompleteOrder'])
  assert.is(business().status, 'in_review')
})

test('what follows from the evidence waits for the next turn', async () => {
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const turn = () => {
    asked.resolve()
    return gate.promise
  }
  const { deliver, commands } = scene('business_verification_verify', { turn })
  const delivered = deliver(1)
  await asked.promise
  assert.equal(commands, [])
  gate.resolve()
  await delivered
  assert.equal(commands, ['CompleteOrder'])
})

test('an order that waits for its evidence is seen to have started', async () => {
  const { deliver, commands, source, started } = scene('business_verification_verify')
  source.registrations = async () => {
    await started
    return []
  }
  await deliver(1)
  assert.equal(commands, ['StartOrder', 'CompleteOrder'])
})

test('an order whose source fails is seen to have started, and is started once', async () => {
  const { deliver, commands } = scene('business_verification_verify', { failing: true })
  await rejected(deliver(1))
  await rejected(deliver(2))
  assert.equal(commands, ['StartOrder'])
})

const away: Vendors = {
  ...noVendors,
  products: { answers: () => true, search: async () => ({ outcome: 'unavailable', reason: 'Lien vendor answered 503', passing: true }) },
  patienceMs: 60_000,
}

test('a vendor that is away is asked after growing pauses, none of which goes beyond its patience', async () => {
  const { clock, deliver, business, tasks } = scene('liens', { vendors: away })
  const pauses: number[] = []
  for (let count = 1; clock.seconds < 60; count++) {
    const later = await deliver(count)
    assert.ok(later, `the order waits after ${clock.seconds} s`)
    const next = (later.at.getTime() - Date.parse(at)) / 1000
    pauses.push(next - clock.seconds)
    clock.seconds = next
  }
  assert.equal(pauses, [1, 2, 4, 8, 16, 29])
  assert.is(await deliver(7), undefined)
  assert.is(business().status, 'in_review')
  assert.match(tasks().find(({ key }) => key === 'liens')?.message ?? '', /liens: Lien vendor answered 503/)
})

test('a vendor that refuses is not asked again', async () => {
  const refusing: Vendors = {
    ...away,
    products: { answers: () => true, search: async () => ({ outcome: 'unavailable', reason: 'Lien vendor answered 403', passing: false }) },
  }
  const { deliver, business } = scene('liens', { vendors: refusing })
  assert.is(await deliver(1), undefined)
  assert.is(business().status, 'in_review')
})

for (const [what, change, counts] of [
  ['the name', { name: 'Another Bakery LLC' }, false],
  ['the number', { tin: '987654321', tin_type: 'ein' }, false],
  ['what no search asks for', { external_id: 'crm-7' }, true],
] as const)
  test(`an answer counts where ${what} was changed while it was sought: ${counts ? 'yes' : 'no, it is sought anew for what is given now'}`, async () => {
    let meanwhile = () => {}
    const { source, deliver, change: changed, business, commands } = scene('tin', { turn: async () => meanwhile() })
    const asked: unknown[] = []
    source.tin = async ({ names: [name], tin }) => {
      asked.push([name, tin])
      return { outcome: 'found', name: null, sources: [] }
    }
    changed({ name: 'Acme Bakery LLC', tin: '123456789', tin_type: 'ein' })
    meanwhile = () => changed(change)
    const again = await deliver(1)
    assert.is(again !== undefined, !counts)
    assert.is(business().file.tin?.outcome, counts ? 'found' : undefined)
    assert.is(business().orders[0]?.running, !counts)
    meanwhile = () => {}
    assert.is(await deliver(2), undefined)
    assert.is(business().file.tin?.outcome, 'found')
    assert.equal(asked.at(-1), [business().submitted.name, business().submitted.tin])
    assert.is(commands.filter((command) => command === 'CompleteOrder').length, counts ? 1 : 2)
  })

test('a loan that a verification finds is on file; that none was found is noted where loans were ordered alone', async () => {
  const loan = loanFinding({ sources: [{ id: businessId, type: 'loans', metadata: { data_set: 'a', version: '1', row: '7' } }] })
  const onFile = async (product: Parameters<typeof order>[0], loans: readonly LoanFinding[]) => {
    const { deliver, business } = scene(product, { loans })
    await deliver(1)
    const { file } = business()
    const searches = Object.values(file.searches).filter((search) => search.product === 'loans')
    return [Object.values(file.loans).map(({ lender }) => lender), searches.map(({ outcome }) => outcome)]
  }
  assert.equal(await onFile('business_verification_verify', [loan]), [['First Bank'], ['searched']])
  assert.equal(await onFile('business_verification_verify', []), [[], []])
  assert.equal(await onFile('business_enrichment', []), [[], ['searched']])
})

test.run()

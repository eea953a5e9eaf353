// What a monitor asks again: for each of its types only what was ordered before.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import type { BusinessEvent, Product } from '../../src/events/business.ts'
import type { MonitorType } from '../../src/events/monitor.ts'
import type { EvidenceSource } from '../../src/evidence/ports.ts'
import { noVendors } from '../../src/evidence/products/vendors.ts'
import { openSandbox } from '../../src/evidence/sandbox/sandbox.ts'
import { recheck } from '../../src/processes/recheck.ts'
import { created, done, order, placed, source, started } from '../commands/businesses.ts'

const tinChecked: BusinessEvent = {
  type: 'TinChecked',
  data: { order_id: null, sources: [source], outcome: 'mismatch', name: null, attempt: 3 },
}

/** What the source is asked when a monitor of this type looks again at a business with these orders. */
const asked = async (
  type: MonitorType,
  {
    completed = [],
    running = [],
    events = [],
  }: { completed?: readonly Product[]; running?: readonly Product[]; events?: readonly BusinessEvent[] },
) => {
  const questions: string[] = []
  const sandbox = openSandbox()
  const noting = new Proxy(sandbox, {
    get: (of, name) => {
      const answer: unknown = Reflect.get(of, name)
      return typeof answer !== 'function'
        ? answer
        : (...given: unknown[]) => {
            questions.push(String(name))
            return answer.apply(of, given)
          }
    },
  }) as EvidenceSource
  const history = [
    created({ tin: '123456789', tin_type: 'ein' }),
    ...completed.flatMap((each) => done(order(each))),
    ...running.map((each) => order(each)).flatMap((each) => [placed(each), started(each)]),
    ...events,
  ]
  const of = history.reduce(business.evolve, business.initial) as Business
  const { signal } = new AbortController()
  const found = await recheck({ business: of, watchlists: null, types: new Set([type]), source: noting, vendors: noVendors, signal })
  return { questions, found: Object.keys(found), tin: found.tin }
}

test('registrations, screenings and identifiers are asked again of a business that was verified or qualified', async () => {
  for (const [type, question, kind] of [
    ['registration', 'registrations', 'registrations'],
    ['watchlist_result', 'watchlists', 'screening'],
    ['lei', 'legalEntity', null],
  ] as const)
    for (const product of ['business_verification_verify', 'business_verification_qualify'] as const) {
      const { questions, found } = await asked(type, { completed: [product] })
      assert.ok(questions.includes(question), `${type} of ${product}`)
      if (kind) assert.ok(found.includes(kind), `${type} of ${product}`)
    }
})

test('a qualification asks for no owners, and a verification does', async () => {
  for (const type of ['watchlist_result', 'lei', 'registration'] as const) {
    // Owners stand in the records that are asked for anyway, so it asks for them once more.
    const qualified = await asked(type, { completed: ['business_verification_qualify'] })
    const verified = await asked(type, { completed: ['business_verification_verify'] })
    assert.ok(verified.questions.length > qualified.questions.length, type)
  }
})

test('what was not ordered, or is under way still, is not asked again', async () => {
  for (const type of ['registration', 'watchlist_result', 'lei', 'tin', 'lien'] as const) {
    assert.equal((await asked(type, {})).questions, [], type)
    assert.equal((await asked(type, { running: ['business_verification_verify'] })).questions, [], type)
    assert.equal((await asked(type, { completed: ['adverse_media'] })).questions, [], type)
  }
})

test('a number that was checked is asked again as at the last attempt', async () => {
  const { questions, tin } = await asked('tin', { events: [tinChecked] })
  assert.equal([questions, tin?.attempt], [['tin'], 3])
  const renamed: BusinessEvent = { type: 'TinCheckGone', data: tinChecked.data as never }
  const again = await asked('tin', { completed: ['tin'], events: [tinChecked, renamed] })
  assert.equal([again.questions, again.tin?.attempt], [['tin'], 1], 'one of another name does not count')
})

test.run()

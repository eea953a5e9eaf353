// What the agent for the whole business recommends, from what the review found.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Business } from '../../../src/commands/business-state.ts'
import type { Evidence } from '../../../src/commands/findings.ts'
import { businessVerification } from '../../../src/processes/agents/business-verification.ts'
import { created, order, placed, review, started } from '../../commands/businesses.ts'
import { address, compared, person, registration, screening } from '../../commands/evidence.ts'
import { filled } from '../../filled.ts'

const test = suite('business verification')

/** A business whose verification found this. */
const verified = (evidence: Evidence): Business => {
  const placedOrder = order('business_verification_verify')
  const before = [created({ addresses: [address], people: [person] }), placed(placedOrder), started(placedOrder)]
  const state = before.reduce(business.evolve, business.initial)
  const events = business.decide({ type: 'CompleteOrder', orderId: placedOrder.order_id, evidence, review }, state)
  return events.reduce(business.evolve, state) as Business
}

const recommend = businessVerification.steps.find(({ name }) => name === 'recommend')?.work
const tools = {
  readSite: async () => null,
  connections: async () => null,
  weigh: async () => null,
  now: () => new Date(review.at),
}
const recommended = async (evidence: Evidence) => {
  const outcome = await recommend?.({ business: verified(evidence), answerTo: () => undefined, tools })
  const [draft] = outcome?.drafts ?? []
  const said = draft?.statements.map(({ text }) => text) ?? []
  return { text: said[0], said, resolution: outcome?.resolution }
}

const sound: Evidence = {
  registrations: [registration()],
  assessments: [compared('verified')],
  people: [{ id: person.id, name: person.name, titles: [], sources: registration().sources }],
}

test('a business that stands in everything is recommended for approval', async () => {
  const { text, resolution } = await recommended({ ...sound, screening: screening() })
  assert.match(text ?? '', 'Recommendation: approval.')
  assert.is(resolution, 'auto_approve')
})

test('nobody is recommended for approval whom no sanctions list was searched for', async () => {
  for (const evidence of [sound, { ...sound, screening: { ...screening(), lists: [] } }]) {
    const { text, resolution } = await recommended(evidence)
    assert.is(text, 'Recommendation: review by a person. Screened against no watchlist.')
    assert.is(resolution, undefined)
  }
})

test('a business that no loaded registry knows is not recommended for rejection: it may stand in another', async () => {
  const { text } = await recommended({ registrations: [], screening: screening() })
  assert.match(text ?? '', 'Recommendation: review by a person.')
})

test('next steps are counted, and each is told once', async () => {
  const lapsed = { ...sound, registrations: [registration({ status: 'inactive' })], screening: screening() }
  for (const evidence of [lapsed, { registrations: [], screening: screening() }, { ...sound, assessments: [], people: [] }]) {
    const { said } = await recommended(evidence)
    const steps = said.filter((text) => text.startsWith('Next step'))
    assert.ok(filled(steps).every((text, index) => text.startsWith(`Next step ${index + 1}: `)))
    assert.is(new Set(steps.map((text) => text.replace(/^Next step \d+/, ''))).size, steps.length)
    assert.not.match(said.join('\n'), 'null')
  }
})

test('a registration that has lapsed in the home state is a ground to reject', async () => {
  const { text } = await recommended({ ...sound, registrations: [registration({ status: 'inactive' })], screening: screening() })
  assert.match(text ?? '', 'Recommendation: rejection.')
})

test('each task of the review is explained, the worst first', async () => {
  const explain = businessVerification.steps.flatMap(({ steps = [] }) => steps).find(({ name }) => name === 'explain_tasks')?.work
  const outcome = await explain?.({
    business: verified({ ...sound, people: [], screening: screening() }),
    answerTo: () => undefined,
    tools,
  })
  const [draft] = outcome?.drafts ?? []
  const said = draft?.statements.map(({ text }) => text) ?? []
  assert.is(draft?.title, 'What each review task rests on')
  const starts = ['People, Unverified', 'Business Name, Verified', 'Watchlists, No Hits']
  const places = starts.map((start) => said.findIndex((text) => text.startsWith(start)))
  assert.equal([places[0], filled(places.slice(1)).every((place) => place > 0)], [0, true])
  const unreviewed = [created()].reduce(business.evolve, business.initial) as Business
  assert.is((await explain?.({ business: unreviewed, answerTo: () => undefined, tools }))?.resolution, 'skip')
})

test.run()

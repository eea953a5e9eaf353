// The recommendation of the agent for the whole business, rule by rule, and what it tells as not looked at.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Evidence } from '../../../src/commands/findings.ts'
import { reviewRules } from '../../../src/commands/review/review.ts'
import type { ReviewTask } from '../../../src/events/parts.ts'
import { adviceOn } from '../../../src/processes/agents/advice.ts'
import { businessVerification } from '../../../src/processes/agents/business-verification.ts'
import { created, source } from '../../commands/businesses.ts'
import { hit, person, screening } from '../../commands/evidence.ts'
import { filled } from '../../filled.ts'
import { type Known, outcomeOf, site, verified } from './said.ts'

const task = (status: ReviewTask['status'], key = 'name', category = 'name'): ReviewTask => ({
  category,
  key,
  label: key,
  name: key,
  status,
  sub_label: 'Told',
  message: `Told: ${status}`,
  sources: [source],
})

/** A business whose review has these tasks. */
const reviewed = (tasks: readonly ReviewTask[], evidence: Evidence = { screening: screening() }) => {
  const business = verified({ evidence })
  return { ...business, review: { ...business.review, tasks } } as ReturnType<typeof verified>
}
const recommend = (business: ReturnType<typeof verified>) => outcomeOf(businessVerification, 'recommend', { business })

type Verdict = 'approval' | 'rejection' | 'review by a person' | 'no decision yet'
const good = task('success')

const rows: readonly (readonly [what: string, business: ReturnType<typeof verified>, verdict: Verdict])[] = [
  ['without a review', reviewed([]), 'no decision yet'],
  ['where everything stands', reviewed([good]), 'approval'],
  ['with one warning', reviewed([good, task('warning', 'phone')]), 'approval'],
  ['with two warnings', reviewed([good, task('warning', 'phone'), task('warning', 'email')]), 'review by a person'],
  ['with a neutral task', reviewed([good, task('neutral', 'phone'), task('neutral', 'email')]), 'approval'],
  ['with a failure that alone decides nothing', reviewed([good, task('failure', 'phone')]), 'review by a person'],
  ...(['sos_domestic', 'sos_inactive', 'tin', 'industry'] as const).map(
    (key) => [`with a failure of ${key}`, reviewed([good, task('failure', key)]), 'rejection'] as const,
  ),
  ['with a warning of tin', reviewed([good, task('warning', 'tin')]), 'approval'],
  [
    'with a grave failure and a hit that stands',
    reviewed([good, task('failure', 'tin')], { hits: [hit], screening: screening(hit.id) }),
    'review by a person',
  ],
  ['with a hit that stands', reviewed([good], { hits: [hit], screening: screening(hit.id) }), 'review by a person'],
  ['with a contradiction', reviewed([good], { website: site({ name_match: null }), screening: screening() }), 'review by a person'],
  ['screened against no list', reviewed([good], { screening: { ...screening(), lists: [] } }), 'review by a person'],
]
for (const [what, business, verdict] of rows)
  test(`${what} it recommends ${verdict}`, async () => {
    const { said, resolution, confidence } = await recommend(business)
    assert.match(said[0] ?? '', `Recommendation: ${verdict}. `)
    assert.is(resolution, verdict === 'approval' ? 'auto_approve' : undefined)
    assert.is(confidence, verdict === 'no decision yet' ? 'low' : verdict === 'review by a person' ? 'medium' : 'high')
  })

test('the recommendation says what it rests on', async () => {
  const summary = async (...of: Parameters<typeof reviewed>) => (await recommend(reviewed(...of))).said[0]
  assert.is(
    await summary([good, task('success', 'tin')]),
    'Recommendation: approval. All 2 tasks of the review stand, and nothing contradicts them.',
  )
  assert.is(
    await summary([good, task('neutral', 'phone'), task('neutral', 'email')]),
    'Recommendation: approval. 1 of 3 tasks of the review stand, and nothing contradicts them.',
  )
  assert.is(await summary([good, task('warning', 'phone')]), 'Recommendation: approval. 1 warning.')
  assert.is(await summary([good, task('failure', 'tin')]), 'Recommendation: rejection. 1 task failed.')
  assert.is(
    await summary([good, task('failure', 'phone'), task('failure', 'email'), task('warning', 'tin')], {
      hits: [hit],
      website: site({ name_match: null }),
    }),
    'Recommendation: review by a person. 1 watchlist hit not dismissed, 1 contradiction, 2 tasks failed, 1 warning and screened against no watchlist.',
  )
  assert.is(await summary([]), 'Recommendation: no decision yet. Nothing has been reviewed: order a verification first.')
})

test('a recommendation cites what decided it, and no model words it otherwise', async () => {
  const of = (id: string, each: ReviewTask): ReviewTask => ({ ...each, sources: [{ ...source, id }] })
  const succeeded = of('succeeded', good)
  const failed = of('failed', task('failure', 'phone'))
  const grave = of('grave', task('failure', 'tin'))
  const warned = of('warned', task('warning', 'email'))
  const neutral = of('neutral', task('neutral', 'location_frequency'))
  const cited = async (...[tasks, evidence]: Parameters<typeof reviewed>) => {
    const { drafts: [draft] = [] } = await recommend(reviewed(tasks, evidence))
    assert.is(draft?.statements[0]?.isVerdict, true)
    return draft?.statements[0]?.sources
  }
  assert.equal(await cited([succeeded, warned, neutral]), ['succeeded'], 'an approval: what stands')
  assert.equal(await cited([succeeded, failed, grave, warned]), ['grave'], 'a rejection: what alone is a reason for it')
  assert.equal(await cited([succeeded, failed, warned, neutral]), ['failed', 'warned'], 'a review: what a person has to look at')
  const withHit = { hits: [{ ...hit, sources: [{ ...source, id: 'hit' }] }], screening: screening(hit.id) }
  assert.equal(await cited([succeeded, failed], withHit), ['hit', 'failed'])
})

test('what speaks against it and what is unclear is told task by task, with contradictions', async () => {
  const of = (id: string, each: ReviewTask): ReviewTask => ({ ...each, sources: [{ ...source, id }] })
  const tasks = [of('one', good), of('two', task('failure', 'phone')), of('three', task('warning', 'email'))]
  const { said, drafts: [draft] = [] } = await recommend(reviewed(tasks, { website: site({ name_match: null }), screening: screening() }))
  assert.equal(
    draft?.statements.slice(2).map(({ sources }) => sources),
    [['two'], ['three'], ['one'], [], []],
    'each cites its task',
  )
  assert.equal(said.slice(1), [
    'Contradiction: the submitted website is online, but does not name the business.',
    'Against: phone: Told: failure',
    'Unclear: email: Told: warning',
    'For: name: Told: success',
    'Next step 1: Call a number that a registry or the website gives, not the one submitted.',
    'Next step 2: Look into it before deciding.',
  ])
})

test('advice goes by the task, else by its category, and nothing needs to be done about what stands', () => {
  const advised = (status: ReviewTask['status'], key: string, category: string) => adviceOn(task(status, key, category))
  assert.match(advised('failure', 'phone', 'liens') ?? '', 'Call a number')
  assert.match(advised('warning', 'phone', 'liens') ?? '', 'Call a number')
  assert.match(advised('failure', 'of_late', 'liens') ?? '', 'Compare the liens')
  assert.is(advised('failure', 'of_late', 'else'), 'Look into it before deciding.')
  assert.equal([advised('success', 'phone', 'liens'), advised('neutral', 'phone', 'liens')], [null, null])
})

test('whatever a review can hold against a business has advice of its own', () => {
  const empty = adviceOn(task('warning', 'of_late', 'else'))
  const unadvised = reviewRules.filter(({ key, category }) => adviceOn(task('warning', key, category)) === empty)
  // These are told for information alone.
  assert.equal(
    unadvised.map(({ key }) => key),
    ['entity_type', 'formation_state', 'ppp_loans'],
  )
})

test('what speaks for it is told in no rejection, and what is not weighty never', async () => {
  const tasks = [good, task('success', 'phone')]
  assert.equal(
    (await recommend(reviewed(tasks))).said.filter((text) => text.startsWith('For: ')),
    ['For: name: Told: success'],
  )
  const rejected = await recommend(reviewed([...tasks, task('failure', 'tin')]))
  assert.equal(
    rejected.said.filter((text) => text.startsWith('For: ')),
    [],
  )
})

test('a next step is told once, and none for what needs nothing', async () => {
  const steps = async (...tasks: readonly ReviewTask[]) =>
    (await recommend(reviewed(tasks))).said.filter((text) => text.startsWith('Next step'))
  assert.is((await steps(task('failure', 'tin'), task('warning', 'tin_issued'))).length, 1)
  assert.equal(await steps(task('neutral', 'phone'), good), [])
})

test('a task is explained without a word said twice, with what to do about it', async () => {
  const [analysis] = businessVerification.steps
  const explain = { ...businessVerification, steps: analysis?.steps ?? [] }
  const tasks: readonly ReviewTask[] = [
    { ...good, label: 'Name', sub_label: 'Verified', message: 'The name is registered' },
    { ...task('failure', 'phone'), label: 'Phone', sub_label: 'Unknown', message: 'unknown number' },
    { ...task('neutral', 'email'), label: 'Email', sub_label: 'Open', message: 'Nobody looked' },
    { ...task('warning', 'email'), label: 'Email', sub_label: 'Stale', message: 'Not seen of late' },
  ]
  assert.equal((await outcomeOf(explain, 'explain_tasks', { business: reviewed(tasks) })).said, [
    'Phone: unknown number Call a number that a registry or the website gives, not the one submitted.',
    'Email, Stale: Not seen of late Look into it before deciding.',
    'Email, Open: Nobody looked',
    'Name, Verified: The name is registered',
  ])
})

const inventory = async (known: Known, now = '2026-11-22') => {
  const [work] = businessVerification.steps[0]?.steps?.flatMap((step) => (step.name === 'read_evidence' ? [step.work] : [])) ?? []
  const readEvidence = { ...businessVerification, steps: [{ name: 'read', label: '', type: 'output' as const, ...(work && { work }) }] }
  return (await outcomeOf(readEvidence, 'read', { business: verified(known), now: () => new Date(now) })).said
}
const tin = (outcome: 'found' | 'unknown'): Evidence => ({ tin: { outcome, name: null, attempt: 1, sources: [source] } })

const withWebsite = { website: { url: 'https://acme.example' } }
const gaps: readonly (readonly [gap: string, is: Known, ...isNot: readonly Known[]])[] = [
  ['no tax number was submitted', {}, { submitted: { tin: '123456789' } }],
  ['no check of it was ordered', { submitted: { tin: '123456789' } }, { submitted: { tin: '123456789' }, evidence: tin('found') }, {}],
  ['no source that is set up can answer', { evidence: tin('unknown') }, { evidence: tin('found') }, {}],
  ['no website was submitted', {}, { submitted: withWebsite }],
  ['has not been analysed', { submitted: withWebsite }, { submitted: withWebsite, evidence: { website: site() } }, {}],
  ['no person was submitted', {}, { submitted: { people: [person] } }],
  ['has not been screened', {}, { evidence: { screening: screening() } }],
]
for (const [gap, is, ...isNot] of gaps)
  test(`it tells that ${gap}, where that is so alone`, async () => {
    assert.match((await inventory(is)).join('\n'), gap)
    for (const known of filled(isNot)) assert.not.match((await inventory(known)).join('\n'), gap)
  })

test('records are counted by data set and version, and those of no data set by the kind of their source', async () => {
  const phone = (id: string, type: string, metadata: object): NonNullable<Evidence['phone_numbers']>[number] => ({
    id,
    number: id,
    contact_type: null,
    sources: [{ id, type, metadata: { ...metadata } }],
  })
  const phone_numbers = [
    phone('1', 'registry', { data_set: 'or_sos', version: '2026-11-01' }),
    phone('2', 'registry', { data_set: 'or_sos', version: '2026-11-01' }),
    phone('3', 'registry', { data_set: 'wa_sos', version: '2026-11-01' }),
    phone('4', 'registry', { data_set: 'or_sos', version: '2026-10-01' }),
    phone('5', 'website', {}),
  ]
  assert.equal((await inventory({ evidence: { phone_numbers } })).slice(0, 4), [
    'or_sos, version 2026-11-01: 2 records.',
    'wa_sos, version 2026-11-01: 1 record.',
    'or_sos, version 2026-10-01: 1 record.',
    'website: 1 record.',
  ])
})

test('a data set cites twenty of its records, and counts them all', async () => {
  const sources = Array.from({ length: 21 }, (_, index) => ({ ...source, id: `row ${index}` }))
  const [analysis] = businessVerification.steps
  const steps = { ...businessVerification, steps: analysis?.steps ?? [] }
  const known = verified({ evidence: { tin: { outcome: 'found', name: null, attempt: 1, sources } } })
  const { said, drafts: [draft] = [] } = await outcomeOf(steps, 'read_evidence', { business: known })
  assert.is(said[0], 'a, version 1: 21 records.')
  assert.equal(
    draft?.statements[0]?.sources,
    sources.slice(0, 20).map(({ id }) => id),
  )
})

test('of a business that nobody has reviewed it is told what was not looked at', async () => {
  const [analysis] = businessVerification.steps
  const steps = { ...businessVerification, steps: analysis?.steps ?? [] }
  const unreviewed = business.evolve(business.initial, created({})) as ReturnType<typeof verified>
  const { said } = await outcomeOf(steps, 'read_evidence', { business: unreviewed })
  assert.ok(filled(said).every((text) => text.startsWith('Not looked at: ')))
})

test('only a version that is a date has an age', async () => {
  for (const version of ['2019', 'release of 2019-01-01', '2019-01-011', '2019-1-1', '2019-01-01T00:00:00Z']) {
    const versioned = { ...source, metadata: { ...source.metadata, version } }
    const evidence: Evidence = { tin: { outcome: 'found', name: null, attempt: 1, sources: [versioned] } }
    assert.is((await inventory({ evidence }))[0], `a, version ${version}: 1 record.`)
  }
})

test('data is told as old from a year on', async () => {
  const versioned = { ...source, metadata: { ...source.metadata, version: '2025-11-22' } }
  const evidence: Evidence = { tin: { outcome: 'found', name: null, attempt: 1, sources: [versioned] } }
  assert.not.match((await inventory({ evidence }, '2026-11-21T23:59:59.999Z')).join('\n'), 'old')
  assert.match((await inventory({ evidence }, '2026-11-22T00:00:00.000Z')).join('\n'), 'It is 1 year old')
  assert.match((await inventory({ evidence }, '2028-11-22T00:00:00.000Z')).join('\n'), 'It is 3 years old')
})

test.run()

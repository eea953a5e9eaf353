// What the agent makes of a watchlist hit: for each rule what meets it, and what just does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { WatchlistHit } from '../../../src/events/business-evidence.ts'
import { undecidedHit } from '../../../src/evidence/matching/thresholds.ts'
import { sanctionsReview } from '../../../src/processes/agents/sanctions-review.ts'
import { watchlistHit } from '../../commands/businesses.ts'
import { address, hit, person, screening } from '../../commands/evidence.ts'
import { type Known, outcomeOf, verified } from './said.ts'

const known = (change: Partial<WatchlistHit>, submitted: Known['submitted'] = {}): Known => ({
  submitted: { addresses: [address], people: [person], ...submitted },
  evidence: { hits: [{ ...hit, ...change }], screening: screening(hit.id) },
})
const score = (value: number) => ({ match: { score: value, explanation: 'one word more' } })
const weigh = (about: Known, answers: Record<string, string> = {}) =>
  outcomeOf(sanctionsReview, 'weigh_hits', { business: verified(about), answers })

const aPerson: Partial<WatchlistHit> = { screened: 'person', screened_id: person.id, screened_name: person.name, entity_type: 'individual' }
const born = (dob: string | null) => ({ people: [{ ...person, dob }] })

type Verdict = 'the same party' | 'probably the same party' | 'another party' | 'not decided' | 'asked'
const verdictOf = async (about: Known): Promise<Verdict> => {
  const { questions = [], said } = await weigh(about)
  if (questions.length > 0) return 'asked'
  const [, conclusion = ''] = said[0]?.match(/\): (the same party|probably the same party|another party|not decided)/) ?? []
  return conclusion as Verdict
}

const rows: readonly (readonly [what: string, about: Known, verdict: Verdict])[] = [
  ['a company with the same name', known(score(1)), 'probably the same party'],
  ['a company whose name agrees just enough', known(score(undecidedHit.to)), 'probably the same party'],
  ['a company whose name agrees just not enough', known(score(undecidedHit.to - 0.001)), 'asked'],
  ['a company whose name agrees just enough to be asked about', known(score(undecidedHit.from)), 'asked'],
  ['a company whose name agrees less than that', known(score(undecidedHit.from - 0.001)), 'another party'],
  ['a person listed, a company screened', known({ ...score(1), entity_type: 'individual' }), 'another party'],
  ['a company listed, a person screened', known({ ...score(1), ...aPerson, entity_type: 'entity' }), 'another party'],
  ['a list that does not tell what it lists', known({ ...score(1), entity_type: 'unknown' }), 'probably the same party'],
  ['a person with the same name alone', known({ ...score(1), ...aPerson }), 'not decided'],
  [
    'a person born in the listed year',
    known({ ...score(1), ...aPerson, remarks: 'DOB 13 Mar 1985' }, born('1985-03-13')),
    'the same party',
  ],
  ['a person born in another year', known({ ...score(1), ...aPerson, remarks: 'DOB 13 Mar 1985' }, born('1986-03-13')), 'another party'],
  [
    'a person born in one of the listed years',
    known({ ...score(1), ...aPerson, remarks: 'DOB 13 Mar 1985; alt. DOB 1986' }, born('1986-03-13')),
    'the same party',
  ],
  [
    'a person born in the last year of a listed span',
    known({ ...score(1), ...aPerson, remarks: 'DOB 01 Jan 1985 to 31 Dec 1987' }, born('1987-03-13')),
    'the same party',
  ],
  [
    'a person born in the year after a listed span',
    known({ ...score(1), ...aPerson, remarks: 'DOB 01 Jan 1985 to 31 Dec 1987' }, born('1988-03-13')),
    'another party',
  ],
  ['a person whose year is not known', known({ ...score(1), ...aPerson, remarks: 'DOB 13 Mar 1985' }, born(null)), 'not decided'],
  ['a company with the listed number', known({ ...score(1), remarks: 'US FEIN 95-4227517' }, { tin: '954227517' }), 'the same party'],
  ['a company with another number', known({ ...score(1), remarks: 'US FEIN 95-4227517' }, { tin: '954227518' }), 'another party'],
  ['a company without a number', known({ ...score(1), remarks: 'US FEIN 95-4227517' }), 'probably the same party'],
  [
    'a person of a company that has another number',
    known({ ...score(1), ...aPerson, remarks: 'US FEIN 95-4227517' }, { tin: '954227518' }),
    'not decided',
  ],
  ['a company in a listed city', known({ ...score(1), addresses: ['9 Oak St, Portland, OR, US'] }), 'the same party'],
  [
    'a company in a city of that name in another state',
    known({ ...score(1), addresses: ['9 Oak St, Portland, ME, US'] }),
    'probably the same party',
  ],
  [
    'a company in a listed city that has another number',
    known({ ...score(1), remarks: 'US FEIN 95-4227517', addresses: ['9 Oak St, Portland, OR, US'] }, { tin: '954227518' }),
    'asked',
  ],
  [
    'a similar name in a listed city, of another number',
    known(
      { ...score(undecidedHit.from - 0.001), remarks: 'US FEIN 95-4227517', addresses: ['9 Oak St, Portland, OR, US'] },
      { tin: '954227518' },
    ),
    'asked',
  ],
  [
    'a similar name in a listed city',
    known({ ...score(undecidedHit.from - 0.001), addresses: ['9 Oak St, Portland, OR, US'] }),
    'not decided',
  ],
]
for (const [what, about, verdict] of rows)
  test(`${what}: ${verdict}`, async () => {
    assert.is(await verdictOf(about), verdict)
  })

test('an answered question is not asked again, and the answer is what is said', async () => {
  const about = known(score(0.9))
  const { questions: [question] = [] } = await weigh(about)
  assert.equal([question?.key, question?.options], [hit.id, ['same', 'different']])
  for (const [answer, said] of [
    ['same', 'a person says same: the same party'],
    ['different', 'a person says different: another party'],
  ] as const) {
    const outcome = await weigh(about, { [hit.id]: answer })
    assert.is(outcome.questions, undefined)
    assert.match(outcome.said[0] ?? '', said)
    assert.is(outcome.confidence, 'high')
  }
})

test('the answer about one hit leaves the question about another open', async () => {
  const other = { ...hit, ...score(0.9), id: '0198c0de-0000-7000-8000-0000000000d9', entity_name: 'ACME TOO' }
  const two: Known = { evidence: { hits: [{ ...hit, ...score(0.9) }, other], screening: screening(hit.id, other.id) } }
  const { questions = [] } = await weigh(two, { [hit.id]: 'same' })
  assert.equal(
    questions.map(({ key }) => key),
    [other.id],
  )
})

test('a model is asked about what is undecided alone', async () => {
  const asked = async (about: Known, answers = {}) => {
    let count = 0
    const weighing = async () => {
      count++
      return null
    }
    await outcomeOf(sanctionsReview, 'weigh_hits', { business: verified(about), answers, weigh: weighing })
    return count
  }
  assert.is(await asked(known({ ...score(1), ...aPerson })), 1)
  assert.is(await asked(known(score(1))), 0)
  assert.is(await asked(known({ ...score(1), ...aPerson }), { [hit.id]: 'same' }), 0, 'a person has said it')
})

test('a hit that was dismissed is counted and not weighed, and a business without a screening is told as such', async () => {
  const dismissed = {
    type: 'WatchlistHitDismissed' as const,
    data: { hit_id: watchlistHit.id, scope: 'hit' as const, by: 'Ann', note: null, reason: null },
  }
  const { said, title } = await weigh({ ...known(score(1)), acted: [dismissed as never] })
  assert.is(title, 'No watchlist hit stands')
  assert.match(said.join('\n'), '1 more hit dismissed before')
  assert.is((await weigh({})).title, 'Not screened')
})

test.run()

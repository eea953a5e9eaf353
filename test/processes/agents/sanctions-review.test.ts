// What the agent makes of a watchlist hit: for each rule what meets it, and what just does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { WatchlistHit } from '../../../src/events/business-evidence.ts'
import { undecidedHit } from '../../../src/evidence/matching/thresholds.ts'
import { identifiersIn } from '../../../src/processes/agents/listed-identifiers.ts'
import { sanctionsReview } from '../../../src/processes/agents/sanctions-review.ts'
import { source, watchlistHit } from '../../commands/businesses.ts'
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
  [
    'a company listed, a person with a birthday screened',
    known({ ...score(1), ...aPerson, entity_type: 'entity' }, born('1985-03-13')),
    'another party',
  ],
  [
    'a company listed, a name without a birthday screened',
    known({ ...score(1), ...aPerson, entity_type: 'entity' }, born(null)),
    'not decided',
  ],
  ['a list that does not tell what it lists', known({ ...score(1), entity_type: 'unknown' }), 'probably the same party'],
  ['a list that leaves the kind empty', known({ ...score(1), entity_type: '' }), 'probably the same party'],
  ['a person, and a list that does not tell what it lists', known({ ...score(1), ...aPerson, entity_type: 'unknown' }), 'not decided'],
  ['a person listed as a person, another word for it', known({ ...score(1), ...aPerson, entity_type: 'Natural Person' }), 'not decided'],
  ['a person whose name agrees just enough, and nothing else', known({ ...score(undecidedHit.to), ...aPerson }), 'not decided'],
  ['a person whose name agrees just not enough', known({ ...score(undecidedHit.to - 0.001), ...aPerson }), 'asked'],
  ['a person whose name agrees less than that', known({ ...score(undecidedHit.from - 0.001), ...aPerson }), 'another party'],
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
  ...(
    [
      ['1985-03-13', '1985', 'the same party'],
      ['1985', '1986', 'another party'],
      ['13 Mar 1985', '1985', 'the same party'],
      ['01 Jan 1985 to 31 Dec 1987', '1986', 'the same party'],
      ['circa 1985', '1987', 'the same party'],
      ['circa 1985', '1988', 'another party'],
      ['not known', '1985', 'not decided'],
    ] as const
  ).map(
    ([published, year, verdict]) =>
      [
        `a person born in ${year}, of whom a list gives ${published} in a field of its own`,
        known({ ...score(1), ...aPerson, dates_of_birth: [published], remarks: 'Listed in 1990.' }, born(`${year}-03-13`)),
        verdict,
      ] as const,
  ),
  [
    'a person born in the second of the published years',
    known({ ...score(1), ...aPerson, dates_of_birth: ['1985', '1987'], remarks: null }, born('1987-03-13')),
    'the same party',
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
    'a company in a listed city, its state in a field behind',
    known({ ...score(1), addresses: ['Portland, 97201, Multnomah, OR'] }),
    'the same party',
  ],
  [
    'a company in a listed city, a state of that name far behind',
    known({ ...score(1), addresses: ['Portland, one of several places, OR'] }),
    'probably the same party',
  ],
  [
    'a company in a listed city whose state is in the next address',
    known({ ...score(1), addresses: ['9 Oak St, Portland', 'OR'] }),
    'probably the same party',
  ],
  ['a company in a city that is part of a listed one', known({ ...score(1), addresses: ['Portlandia, OR'] }), 'probably the same party'],
  [
    'a company whose second address is listed',
    known(
      { ...score(1), addresses: ['Portland, OR'] },
      {
        addresses: [
          { ...address, city: 'Bend' },
          { ...address, id: person.id },
        ],
      },
    ),
    'the same party',
  ],
  [
    'a company without a city',
    known({ ...score(1), addresses: ['9 Oak St, Portland, OR, US'] }, { addresses: [{ ...address, city: null }] }),
    'probably the same party',
  ],
  [
    'a company in a city without a state',
    known({ ...score(1), addresses: ['9 Oak St, Portland, OR, US'] }, { addresses: [{ ...address, state: null }] }),
    'probably the same party',
  ],
  [
    'a company in a city whose name has signs of its own',
    known({ ...score(1), addresses: ['1 A St, St. Paul (West), MN'] }, { addresses: [{ ...address, city: 'St. Paul', state: 'MN' }] }),
    'the same party',
  ],
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

const told: readonly (readonly [what: string, about: Known, text: string])[] = [
  ['a company of which nothing is compared', known(score(1)), 'Names: one word more. The list gives no address.'],
  [
    'a person without a date of birth on the list',
    known({ ...score(1), ...aPerson }),
    'The list gives no date of birth; the list gives no address.',
  ],
  [
    'a person whose date of birth is not known',
    known({ ...score(1), ...aPerson, remarks: 'DOB 13 Mar 1985; alt. DOB 1986' }, born(null)),
    'The listed party was born in 1985 and 1986; no date of birth is known to compare; the list gives no address.',
  ],
  [
    'a person born in a listed year',
    known({ ...score(1), ...aPerson, remarks: 'DOB 13 Mar 1985' }, born('1985-03-13')),
    'Both were born in 1985; the list gives no address.',
  ],
  [
    'a person born in another year than the listed ones',
    known({ ...score(1), ...aPerson, remarks: 'DOB 1985 to 1986' }, born('1987-03-13')),
    'The listed party was born in 1985 and 1986, the one screened in another year; the list gives no address.',
  ],
  [
    'a company in a listed city, with the listed number',
    known({ ...score(1), remarks: 'US FEIN 95-4227517', addresses: ['Portland, OR'] }, { tin: '954227517' }),
    'The tax numbers are the same; an address of the listed party lies in Portland, OR, as one submitted does.',
  ],
  [
    'a company elsewhere, without a number',
    known({ ...score(1), remarks: 'Tax ID No. 95-4227517', addresses: ['Bend, OR'] }),
    'The list gives a tax number; none was submitted to compare; no address of the listed party lies in a submitted city.',
  ],
  [
    'a company listed as a person',
    known({ ...score(1), entity_type: 'Individual' }),
    'The listed party is of the type individual, the one screened is a business; the list gives no address.',
  ],
]
for (const [what, about, text] of told)
  test(`it tells what can be compared: ${what}`, async () => {
    assert.ok((await weigh(about)).said[0]?.endsWith(text), (await weigh(about)).said[0])
  })

test('a hit is told with its list and programs, cites its source, and no model words it otherwise', async () => {
  const { drafts: [draft] = [] } = await weigh(known({ ...score(1), entity_type: 'entity', programs: ['SDGT', 'IRAN'] }))
  const [statement, ...others] = draft?.statements ?? []
  assert.match(statement?.text ?? '', 'Acme against ACME (entity, SDN, SDGT and IRAN): probably the same party')
  assert.equal([statement?.sources, statement?.isVerdict, others], [hit.sources.map(({ id }) => id), true, []])
  const { said } = await weigh(known({ ...score(1), entity_type: 'unknown', programs: [] }))
  assert.match(said[0] ?? '', 'Acme against ACME (party, SDN): ')
})

test('how sure the review is and what it is called follow from its hits', async () => {
  const of = async (...change: readonly Partial<WatchlistHit>[]) => {
    const hits = change.map((each, index) => ({ ...hit, ...each, id: `0198c0de-0000-7000-8000-0000000000f${index}` }))
    const { title, confidence } = await weigh({ evidence: { hits, screening: screening(...hits.map(({ id }) => id)) } })
    return [title, confidence]
  }
  const another = score(undecidedHit.from - 0.001)
  assert.equal(await of(), ['No watchlist hit stands', 'high'])
  assert.equal(await of(another), ['1 watchlist hit, weighed', 'high'])
  assert.equal(await of(another, score(1)), ['2 watchlist hits, weighed', 'medium'], 'one is probably the same party')
})

test('a screening without a hit tells the lists, and nothing of dismissals', async () => {
  const { said, drafts: [draft] = [] } = await weigh({ evidence: { screening: screening() } })
  assert.equal(draft?.statements[0]?.sources, [source.id])
  assert.equal(said, ['Screened without a hit that stands, against SDN (1).'])
})

test('a question quotes both names and says what can be compared', async () => {
  const { questions: [question] = [] } = await weigh(known({ ...score(0.904), screened_name: 'Acme Co' }))
  assert.is(
    question?.question,
    'Is "Acme Co" the party listed as "ACME" on SDN? The names agree to 90 %: one word more. The list gives no address.',
  )
})

test('an answer in other words is told in these words', async () => {
  assert.match((await weigh(known(score(0.9)), { [hit.id]: 'unclear' })).said[0] ?? '', '): a person says unclear. Names: ')
})

test('the opinion of a model is told beside the hit, cites it, and is not worded again', async () => {
  const opinion = 'The language model leans to "same".'
  const { drafts: [draft] = [] } = await outcomeOf(sanctionsReview, 'weigh_hits', {
    business: verified(known({ ...score(1), ...aPerson })),
    weigh: async () => opinion,
  })
  assert.equal(draft?.statements[1], { text: opinion, sources: hit.sources.map(({ id }) => id), isVerdict: true })
})

const remarks: readonly (readonly [remarks: string, years: readonly number[], numbers: readonly string[]])[] = [
  ['DOB 13 Mar 1985; POB Garissa, Kenya; US FEIN 95-4227517', [1985], ['954227517']],
  ['DOB Mar 1985; alt. DOB 1986; alt. DOB 01 Jan 1985', [1985, 1986], []],
  ['DOB circa 1985', [1985], []],
  ['DOB circa Mar 1985', [1985], []],
  ['DOB  circa  13  Mar  1985  to  14  Apr  1986; US FEIN  95-4227517', [1985, 1986], ['954227517']],
  ['DOB 1985 to 1987', [1985, 1986, 1987], []],
  ['DOB Jan 1985 to Feb 1986', [1985, 1986], []],
  ['DOB 1985 to 1985', [1985], []],
  ['DOB 1987 to 1985', [1987], []],
  ['POB 1985', [], []],
  ['ADOB 1985; dob 1985; DOB unknown 1985', [], []],
  ['Tax ID No. 954227517; Tax ID No. 95-4227518', [], ['954227517', '954227518']],
  ['Tax ID No. 95-42275171; Passport 95-4227517; Tax ID No. 95-422751', [], []],
  ['', [], []],
]
for (const [text, birthYears, taxNumbers] of remarks)
  test(`what a list's remarks tell beside the name: "${text}"`, () => {
    assert.equal(identifiersIn(text), { birthYears, taxNumbers })
  })

test('a span of years that a list mistyped is cut at fifty', () => {
  assert.is(identifiersIn('DOB 1900 to 1950').birthYears.length, 51)
  assert.is(identifiersIn('DOB 1900 to 1951').birthYears.at(-1), 1950)
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

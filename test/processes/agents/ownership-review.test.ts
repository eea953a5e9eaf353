// Who stands behind a business: for each rule what meets it, and what just does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ConnectedBusiness } from '../../../src/processes/agents/agent.ts'
import { ownershipReview } from '../../../src/processes/agents/ownership-review.ts'
import { source } from '../../commands/businesses.ts'
import { hit, person, registration, screening } from '../../commands/evidence.ts'
import { type Known, outcomeOf, verified } from './said.ts'

const registeredAs = (id: string, name: string, ...titles: string[]) => ({ people: [{ id, name, titles, sources: [source] }] })
const list = async (known: Known) => {
  const { said, confidence } = await outcomeOf(ownershipReview, 'list_people', { business: verified(known) })
  return { text: said.join('\n'), confidence }
}
const submitted = { people: [person] }
const otherId = '0198c0de-0000-7000-8000-0000000000d1'
const onFile = (id: string, name: string) => ({ people: [{ id, name, titles: ['MANAGER'], sources: [source] }] })
const officers = (...names: readonly string[]) => ({
  registrations: [registration({ officers: names.map((name) => ({ id: otherId, name, titles: [] })) })],
})
const agent = (name: string) => ({ registrations: [registration({ registered_agent: { id: otherId, name, address: null } })] })

const rows: readonly (readonly [what: string, known: Known, says: string, confidence: string])[] = [
  ['a submitted person who is registered', { submitted, evidence: onFile(person.id, 'ANN DOE') }, 'as MANAGER, as submitted.', 'high'],
  [
    'a submitted person who is registered without a title',
    { submitted, evidence: { people: [{ id: person.id, name: 'ANN DOE', titles: [], sources: [source] }] } },
    'ANN DOE stands on a registration, as submitted.',
    'high',
  ],
  [
    'a person who was submitted since the search',
    { submitted, evidence: onFile(otherId, 'DOE, ANN') },
    'DOE, ANN stands on a registration as MANAGER, as submitted.',
    'high',
  ],
  ['a registered person who was not submitted', { evidence: onFile(otherId, 'BOB JONES') }, 'but was not submitted: ask', 'high'],
  [
    'a registered person beside a submitted one who is not',
    { submitted, evidence: { ...onFile(otherId, 'BOB JONES'), ...officers('BOB JONES') } },
    'Ann Doe was submitted, but stands on none of the registrations that name people. Ask',
    'medium',
  ],
  ['a submitted person where nothing is registered', { submitted }, 'no registration was found that could name them', 'low'],
  [
    'a submitted person where registrations name nobody',
    { submitted, evidence: officers() },
    'the registrations found name no people',
    'low',
  ],
  [
    'a submitted person whose name is near',
    { submitted, evidence: officers('BOB JONES', 'A DOE') },
    'The nearest name is A DOE: initial',
    'low',
  ],
  [
    'a registered person with two titles',
    { submitted, evidence: registeredAs(person.id, 'ANN DOE', 'MANAGER', 'MEMBER') },
    'ANN DOE stands on a registration as MANAGER and MEMBER, as submitted.',
    'high',
  ],
  ['nobody, and no registration', {}, 'No registration was found and no person was submitted', 'low'],
  ['nobody, and a registration without people', { evidence: officers() }, 'the registrations found name none: ask for the owners', 'low'],
  ['an agent who was submitted', { submitted, evidence: agent('ANN DOE') }, 'ANN DOE, who was submitted as one of its people.', 'low'],
  ['an agent who was not', { submitted, evidence: agent('Agents Inc.') }, 'The registered agent in OR is Agents Inc.', 'low'],
]
for (const [what, known, says, confidence] of rows)
  test(`${what} is told as such`, async () => {
    const told = await list(known)
    assert.match(told.text, says)
    assert.is(told.confidence, confidence)
  })

test('a registered person is no reason to say that none is named', async () => {
  const { text } = await list({ evidence: { ...registeredAs(otherId, 'BOB JONES'), ...officers('BOB JONES') } })
  assert.not.match(text, 'No person was submitted')
  assert.not.match((await list({ submitted, evidence: officers() })).text, 'No person was submitted')
})

test('a submitted person who is not found cites the registration of the nearest name, or else all of them', async () => {
  const registered = (id: string, name: string, file_number: string) =>
    registration({ file_number, sources: [{ ...source, id }], officers: [{ id: otherId, name, titles: [] }] })
  const cited = async (...registrations: ReturnType<typeof registration>[]) => {
    const { drafts: [draft] = [] } = await outcomeOf(ownershipReview, 'list_people', {
      business: verified({ submitted, evidence: { registrations } }),
    })
    return draft?.statements[0]?.sources
  }
  assert.equal(await cited(registered('one', 'BOB JONES', '1'), registered('two', 'A DOE', '2')), ['two'])
  assert.equal(await cited(registered('one', 'BOB JONES', '1'), registered('two', 'EVE ROE', '2')), ['one', 'two'])
})

test('a name that is not near is not told as the nearest', async () => {
  assert.not.match((await list({ submitted, evidence: officers('BOB JONES') })).text, 'nearest')
})

test('a hit on a person is told, and one on the company is left to its own review', async () => {
  const about = (screened: 'person' | 'business') => ({
    submitted,
    evidence: { hits: [{ ...hit, screened }], screening: screening(hit.id) },
  })
  assert.match((await list(about('person'))).text, 'A watchlist hit on Acme stands (SDN)')
  assert.not.match((await list(about('business'))).text, 'watchlist hit')
})

const connected = (name: string, status: string | null): ConnectedBusiness =>
  ({
    name,
    businessId: otherId,
    confidence: 0.874,
    status,
    links: [{ kind: 'person', label: 'Ann Doe', titles: [], sources: [source] }],
  }) as never
const connections = (...all: readonly ConnectedBusiness[]) =>
  outcomeOf(ownershipReview, 'find_connections', { business: verified({}), connections: async () => all })

test('connected businesses are told with what they share and how the account decided', async () => {
  const { title, said } = await connections(
    connected('Bcme LLC', 'rejected'),
    connected('Ccme LLC', 'approved'),
    connected('Dcme LLC', null),
  )
  assert.is(title, 'Connected with a rejected business')
  assert.equal(said, [
    'Bcme LLC shares the person Ann Doe; how telling that is: 87 %. Your account rejected it: read why before deciding here.',
    'Ccme LLC shares the person Ann Doe; how telling that is: 87 %. Your account approved it.',
    'Dcme LLC shares the person Ann Doe; how telling that is: 87 %.',
  ])
})

test('what is shared is told with titles, and cites each source once', async () => {
  const link = (kind: string, label: string, titles: readonly string[], ...sources: readonly (typeof source)[]) => ({
    kind,
    label,
    titles,
    sources,
  })
  const two = { ...source, id: '0198c0de-0000-7000-8000-0000000000e2' }
  const links = [link('person', 'Ann Doe', ['MANAGER', 'MEMBER'], source, two), link('address', '1 Main St', [], two)]
  const { said, drafts: [draft] = [], sources } = await connections({ ...connected('Bcme LLC', null), links } as never)
  assert.equal(said, ['Bcme LLC shares the person Ann Doe (MANAGER and MEMBER) and the address 1 Main St; how telling that is: 87 %.'])
  assert.equal(draft?.statements[0]?.sources, [source.id, two.id])
  assert.equal(new Set(sources), new Set([source, two]), 'a draft may cite what the tool found')
  const unsourced = await connections({ ...connected('Bcme LLC', null), links: [link('person', 'Ann Doe', [])] } as never)
  assert.equal(unsourced.drafts?.[0]?.statements[0]?.isAbsence, true, 'it is told without a source')
  assert.equal(draft?.statements[0]?.isAbsence, false)
})

test('rejected businesses are told first, and the title counts them', async () => {
  const all = (...statuses: readonly (string | null)[]) =>
    connections(...statuses.map((status, index) => connected(`Business ${index}`, status)))
  assert.is((await all('approved', null)).title, 'Which businesses it is connected with')
  assert.is((await all('rejected', 'approved', 'rejected')).title, 'Connected with 2 rejected businesses')
  const ten = Array.from({ length: 10 }, () => null)
  const behind = await all(...ten, 'rejected')
  assert.is(behind.title, 'Connected with a rejected business')
  assert.match(behind.said[0] ?? '', 'Business 10 shares')
  assert.match(behind.said[1] ?? '', 'Business 0 shares')
})

test('the same name is told as the same business where the account has it, and not where the reference data has it', async () => {
  assert.match((await connections(connected('ACME WIDGETS LLC', 'approved'))).said[0] ?? '', 'It has the same name')
  assert.not.match((await connections(connected('ACME WIDGETS LLC', null))).said[0] ?? '', 'It has the same name')
  assert.not.match((await connections(connected('ACME GADGETS LLC', 'approved'))).said[0] ?? '', 'It has the same name')
})

test('ten connections are told, and of more how many they are', async () => {
  const many = (count: number) => connections(...Array.from({ length: count }, (_, index) => connected(`Business ${index}`, null)))
  assert.is((await many(10)).said.length, 10)
  const { said } = await many(12)
  assert.is(said.length, 11)
  assert.match((await many(11)).said.at(-1) ?? '', '1 more is connected')
  assert.match(said.at(-1) ?? '', '2 more are connected')
})

test('no connection is told, and connections that are switched off are skipped', async () => {
  assert.match((await connections()).said[0] ?? '', 'No other business shares')
  assert.is((await outcomeOf(ownershipReview, 'find_connections', { business: verified({}) })).resolution, 'skip')
})

test.run()

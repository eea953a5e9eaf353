// Live evidence over the invented sample: which registrations are a business's own, and the words that its findings are told in.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type AddressClaim, carriersOf } from '../../../src/events/parts.ts'
import type { PostalAddress, Subject } from '../../../src/evidence/ports.ts'
import { loadSample } from '../../../src/evidence/reference/sample.ts'
import { openReferenceSource } from '../../../src/evidence/reference/source.ts'
import { newPlace } from './published-files.ts'

const test = suite('live evidence')
const place = newPlace()
await loadSample({ folder: place.folder })
const source = await openReferenceSource({ folder: place.folder })
test.after(async () => {
  await source.close()
  place.remove()
})

const at = (state: string): PostalAddress => ({
  full_address: state,
  address_line1: null,
  address_line2: null,
  city: null,
  state,
  postal_code: null,
})
const business = (name: string, state: string): Subject => ({
  business_id: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1a',
  names: [name],
  addresses: [at(state)],
  people: [],
  tin: null,
  website: null,
})

test('a screening uses the lists that the account has chosen, and says which', async () => {
  const subject = business('Blackheath Trading House', 'OR')
  const listed = { ...subject, people: [{ id: subject.business_id, name: 'Duke Black Michael' }] }
  const screened = async (watchlists: readonly string[] | null) => {
    const { lists, hits, not_loaded } = await source.watchlists({ ...listed, watchlists })
    return { lists: lists.map(({ abbr }) => abbr), hits: [...new Set(hits.map(({ list }) => list))], ...(not_loaded && { not_loaded }) }
  }
  const all = await screened(null)
  assert.ok(all.lists.length > 1 && all.lists.includes('SDN') && all.hits.includes('SDN'), JSON.stringify(all))
  assert.equal(await screened(['SDN']), { lists: ['SDN'], hits: ['SDN'] })
  const others = all.lists.filter((abbr) => abbr !== 'SDN')
  assert.equal(await screened(others), { lists: others, hits: all.hits.filter((abbr) => abbr !== 'SDN') })
  assert.equal(await screened(['UN']), { lists: [], hits: [], not_loaded: ['UN'] }, 'a list that is not loaded screens nothing')
})

test('people, owners and officers are screened, each as a person and as a company', async () => {
  const party = (at: number, name: string) => ({
    id: `01a1fe43-1e6b-76cd-89f0-4e4f0c970c0${at}`,
    kind: 'person' as const,
    name,
    born: null,
    numbers: [],
  })
  const listed = 'Dreadmoor Maritime Trading'
  const [person, owner, officer] = [party(1, listed), party(2, listed), party(3, listed)]
  const subject = {
    ...business('Nobody Knows This LLC', 'OR'),
    people: [person],
    owners: [owner],
    officers: [officer, party(4, 'Ann Doe')],
  }
  const { hits } = await source.watchlists({ ...subject, watchlists: ['SDN'] })
  assert.equal(
    hits.map(({ screened, entry_id }) => [screened, entry_id]),
    [person, owner, officer].map(({ id, kind }) => [{ kind, id }, '9900001']),
  )
})

test('a submitted person with the name of a company is screened as one, but for somebody with a birthday', async () => {
  const screened = async (name: string, dob: string | null) => {
    const person = { id: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1b', name, dob }
    const { hits } = await source.watchlists({ ...business('Nobody Knows This LLC', 'OR'), people: [person], watchlists: ['SDN'] })
    return hits.map((hit) => hit.screened)
  }
  const id = '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1b'
  assert.equal(await screened('Dreadmoor Maritime Trading GmbH', null), [{ kind: 'business', id }])
  assert.equal(await screened('Dreadmoor Maritime Trading GmbH', '1970-01-01'), [{ kind: 'person', id }])
})

test('a person born thirty years apart from the listed one is told and lowered, and stays a hit', async () => {
  const screened = async (dob: string | null) => {
    const person = { id: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1b', name: 'Grigor Ivanovich Vulturov', dob }
    const { hits } = await source.watchlists({ ...business('Nobody Knows This LLC', 'OR'), people: [person] })
    return hits.filter(({ list }) => list === 'SDN')
  }
  const [hit] = await screened(null)
  const year = Number(/\d{4}/.exec(hit?.dates_of_birth?.[0] ?? '')?.[0])
  assert.ok(hit && year > 1900, 'the sample gives a date of birth')
  const [apart] = await screened(`${year + 30}-01-01`)
  assert.match(apart?.match.explanation ?? '', /born 30 years apart \(the list says .*: a contradiction/)
  assert.ok((apart?.match.score ?? 1) < hit.match.score)
  assert.match((await screened(`${year}-01-01`))[0]?.match.explanation ?? '', /born (?:in the same year|on the same day)/)
})

test("a lender's classification is told with the title of its sector, as every other classification is", async () => {
  const [industry] = await source.industry(business('Acme Widgets LLC', 'OR'))
  assert.equal(
    [industry?.naics_codes, industry?.name, industry?.sector],
    [['339999'], 'All Other Miscellaneous Manufacturing', 'Manufacturing'],
  )
})

test('a loan tells of its owners as published, and names the industry of its code', async () => {
  const [loan] = await source.loans(business('Acme Widgets LLC', 'OR'))
  assert.equal([loan?.naics_code, loan?.naics_title], ['339999', 'All Other Miscellaneous Manufacturing'])
  for (const told of [loan?.gender, loan?.veteran, loan?.race_ethnicity]) assert.ok(typeof told === 'string' || told === null)
})

test('the registries searched in vain are named as every data set is, with their agency', async () => {
  const oregon = (await source.registries(business('Acme', 'OR'))).find(({ type }) => type === 'or_sos')
  const told = oregon?.metadata
  assert.equal(
    [told?.data_set, told?.row, told?.agency],
    ['Oregon Secretary of State, business registry (invented sample)', 'all', 'Oregon Secretary of State'],
  )
})

test('each source of an assessed address carries what it says: a ZIP row the place, the registry of the state that nobody is agent there', async () => {
  const assessed = async (full_address: string, state: string, postal_code: string) => {
    const [finding] = await source.addresses({
      ...business('Acme Widgets LLC', state),
      addresses: [{ ...at(state), full_address, postal_code }],
    })
    const carried = (claim: AddressClaim) => carriersOf(finding?.sources ?? [], claim).map(({ metadata }) => metadata.kind)
    return { finding, carried }
  }
  const oregon = await assessed('123 Main St, Portland, OR 97201', 'OR', '97201')
  assert.equal([oregon.carried('location'), oregon.carried('registered_agent')], [['census_zcta'], ['or_sos']])
  assert.ok(oregon.carried('location_count').length > 1)
  const arizona = await assessed('123 Main St, Phoenix, AZ 85001', 'AZ', '85001')
  assert.equal([arizona.carried('registered_agent'), arizona.finding?.registered_agent_name], [[], null])
})

test("the number that a registry publishes answers for a TIN; another organisation's exemption is not this one's", async () => {
  const asked = (name: string, tin: string) => source.tin({ ...business(name, 'FL'), tin }, 1)
  const number = '001000102'
  const right = await asked('Tangerine Trombone Supply Inc', number)
  assert.equal([right.outcome, right.sources[0]?.type], ['found', 'registration'])
  assert.is((await asked('Crocodile Night Tours LLC', number)).outcome, 'mismatch')
  assert.is((await asked('Tangerine Trombone Supply Inc', '123123123')).outcome, 'unknown')

  const [organisation] = await source.reference.searchTaxExempt({ name: 'Friends of the Invisible Heron', limit: 1 })
  const { ein = '', name = '' } = organisation?.record ?? {}
  assert.is((await source.taxExempt({ ...business(name, 'OR'), tin: ein }))?.ein, ein)
  assert.is(await source.taxExempt({ ...business('Crocodile Night Tours LLC', 'OR'), tin: ein }), null)
})

test('a registration in a state of the business is its own; one of the same name elsewhere when there is none nearer, or it was formed there', async () => {
  const states = async (state: string) =>
    (await source.registrations(business('Mosswick & Thistledown Bakery, Inc.', state))).map((each) => each.state)
  assert.equal([await states('OR'), await states('WY')], [['OR'], ['OR']])
  const named = async (state: string) =>
    (await source.registrations(business('Acme Widgets LLC', state))).map((each) => [each.state, each.possible === undefined]).toSorted()
  const both = [
    ['FL', true],
    ['OR', true],
  ]
  assert.equal(await named('OR'), both, 'the one in Florida says that it was formed in Oregon')
  const [florida, oregon] = await named('FL')
  assert.equal([florida, oregon], [both[0], ['OR', false]])
})

test.run()

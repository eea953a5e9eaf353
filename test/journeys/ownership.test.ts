// Who owns a business: submitted, computed, screened, certified, exported, as it stood, and erased.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { acme, type Body, reviewed, startTestService } from './service.ts'

const probity = await startTestService()
test.after(() => probity.stop())

const person = (name: string, percentage: number | null, more: object = {}) => ({ person: { name }, percentage, ...more })
const company = (name: string, percentage: number, ownership: readonly object[] = [], more: object = {}) => ({
  business: { name, ownership, ...more },
  percentage,
})

/** Five companies above each other, the uppermost of which owns a part of the second; and one that the business itself owns a part of. */
const deep = [
  company('Level One LLC', 60, [
    company('Level Two LLC', 100, [
      company('Level Three LLC', 80, [company('Level Four LLC', 100, [company('Level Five LLC', 100, [person('Ann Smith', 60)])])]),
      company('Level Five LLC', 20),
    ]),
  ]),
  company('Cross Holding Inc', 20, [company('Acme Widgets LLC', 50), person('Ben Jones', 50)]),
  person('Cay Brown', 20, { since: '2020-01-31' }),
]

const create = async (more: object): Promise<Body> => {
  const { status, body, text } = await probity.test.post('/v1/businesses', { ...acme, ...more })
  assert.is(status, 201, text)
  return body
}
const ownershipOf = async (id: string, query = ''): Promise<Body> => (await probity.test.get(`/v1/businesses/${id}/ownership${query}`)).body
const owner = (ownership: Body, name: string): Body => ownership.owners.find((each: Body) => each.name === name)
const taskOf = async (id: string, key: string): Promise<Body> => {
  const { body } = await probity.test.get(`/v1/businesses/${id}`)
  return body.review.tasks.find((each: Body) => each.key === key)
}

test('chains of five levels and two cycles: who holds how much, and who is a beneficial owner', async () => {
  const { id, people } = await create({ people: [{ name: 'Ann Smith', title: 'Owner' }], ownership: deep })
  const ownership = await ownershipOf(id)
  const percentages = (name: string) => {
    const { direct_percentage, indirect_percentage, effective_percentage } = owner(ownership, name)
    return [direct_percentage, indirect_percentage, effective_percentage]
  }
  // 60 % x 100 % x (80 % + 20 %) x 60 %
  assert.equal(percentages('Ann Smith'), [0, 36, 36])
  assert.equal(percentages('Ben Jones'), [0, 10, 10])
  assert.equal(percentages('Cay Brown'), [20, 0, 20])
  assert.equal(percentages('Level Five LLC'), [0, 60, 60])
  assert.equal(
    ['Level One LLC', 'Level Four LLC', 'Level Five LLC', 'Ann Smith', 'Ben Jones'].map((name) => owner(ownership, name).level),
    [1, 4, 5, 6, 2],
  )
  const owners = ownership.owners.filter((each: Body) => each.is_beneficial_owner)
  assert.equal([owners.map(({ name }: Body) => name), owner(ownership, 'Ann Smith').controls], [['Ann Smith'], true])
  assert.is(owner(ownership, 'Ann Smith').party_id, people.at(0).id, 'the person is one, wherever they are named')
  assert.is(ownership.parties.filter(({ name }: Body) => name === 'Level Five LLC').length, 1)
  assert.is(ownership.identified_percentage, 66)
  assert.equal(ownership.listed, { percentage: 0, counts_as_listed: false })
  await reviewed(probity.test, id)
  const task = await taskOf(id, 'beneficial_owners')
  assert.equal([task.status, task.sub_label], ['warning', 'Incomplete'])
  assert.match(task.message, 'People are known for 66 %')
})

test('owners are screened, and what listed ones hold in aggregate counts across the chain', async () => {
  const listed = (percentage: number) =>
    company('Front LLC', percentage, [person('Watchlist Person', 25), company('Watchlist Business', 25), person('Dee Black', 50)])
  const { id } = await create({ name: 'Half Listed LLC', ownership: [listed(50), person('Eve Green', 50)] })
  await reviewed(probity.test, id)
  const half = await ownershipOf(id)
  assert.equal(half.listed, { percentage: 50, counts_as_listed: true })
  assert.equal([owner(half, 'Front LLC').listed_percentage, owner(half, 'Watchlist Person').watchlist_hits], [50, 1])
  const task = await taskOf(id, 'listed_owners')
  assert.equal([task.status, task.sub_label], ['failure', 'Owned by Listed Parties'])
  assert.ok(task.sources.length > 0)
  assert.not.match(task.message, 'Person')

  const { body } = await probity.test.put(`/v1/businesses/${id}/ownership`, { ownership: [listed(49.99), person('Eve Green', 50.01)] })
  assert.equal(body.listed, { percentage: 49.99, counts_as_listed: false })
  assert.equal([(await taskOf(id, 'listed_owners')).status, (await taskOf(id, 'listed_owners')).sub_label], ['warning', 'Hits'])

  const { body: business } = await probity.test.get(`/v1/businesses/${id}`)
  const hits = business.watchlist.lists.flatMap(({ results }: Body) => results)
  assert.equal(hits.map(({ screened, screened_name }: Body) => [screened, screened_name]).toSorted(), [
    ['business', 'Watchlist Business'],
    ['person', 'Watchlist Person'],
  ])
})

test('owners who are submitted later are told to be unscreened until the next screening', async () => {
  const { id } = await create({ name: 'Later Owners LLC' })
  await reviewed(probity.test, id)
  assert.is(await taskOf(id, 'listed_owners'), undefined, 'nobody has said who owns it')
  await probity.test.patch(`/v1/businesses/${id}`, { ownership: [person('Fay White', 100)] })
  const task = await taskOf(id, 'listed_owners')
  assert.equal([task.status, task.sub_label], ['warning', 'Not Screened'])
  assert.is((await probity.test.post(`/v1/businesses/${id}/orders`, { product: 'business_verification_verify' })).status, 201)
  await until('the review is made again', async () => (await taskOf(id, 'listed_owners'))?.status === 'success')
})

test('a certification keeps who, when and the words, and says whether it still fits', async () => {
  const { id } = await create({ name: 'Certified LLC', ownership: [person('Ann Smith', 100)] })
  const path = `/v1/businesses/${id}/ownership`
  const { status, body } = await probity.test.post(`${path}/certifications`, { name: 'Ann Smith', title: 'Managing member' })
  assert.is(status, 201)
  assert.equal([body.name, body.title, body.is_current], ['Ann Smith', 'Managing member', true])
  assert.match(body.wording, 'complete and correct')
  assert.match(body.structure_sha256, /^[0-9a-f]{64}$/)
  const then = (await ownershipOf(id)).certifications[0].certified_at
  await probity.test.put(path, { ownership: [person('Ann Smith', 50), person('Ben Jones', 50)] })
  assert.equal(
    (await ownershipOf(id)).certifications.map(({ is_current }: Body) => is_current),
    [false],
  )
  const before = await ownershipOf(id, `?as_of=${then}`)
  assert.equal([before.owners.map(({ name }: Body) => name), before.certifications[0].is_current], [['Ann Smith'], true])
  const { data } = (await probity.test.get(`/v1/businesses/${id}/timeline`)).body
  assert.ok(data.some(({ type }: Body) => type === 'ownership.certified'))
  const bare = await create({ name: 'Nobody Knows LLC' })
  const refused = await probity.test.post(`/v1/businesses/${bare.id}/ownership/certifications`, { name: 'Ann Smith' })
  assert.equal([refused.status, refused.body.errors[0].parameter], [422, 'ownership'])
})

test('a certification fits the same owners in another order, whichever way they are told', async () => {
  const people = [
    { name: 'Ann Smith', ownership_percentage: 40 },
    { name: 'Ben Jones', ownership_percentage: 30 },
  ]
  const rest = [person('Cay Brown', 20), person('Dan Green', 10)]
  const { id } = await create({ name: 'Reordered LLC', people, ownership: rest })
  const path = `/v1/businesses/${id}/ownership`
  assert.is((await probity.test.post(`${path}/certifications`, { name: 'Ann Smith' })).body.is_current, true)
  const fits = async () => (await ownershipOf(id)).certifications[0].is_current
  await probity.test.patch(`/v1/businesses/${id}`, { people: people.toReversed() })
  assert.is(await fits(), true, 'the people in another order')
  await probity.test.put(path, { ownership: rest.toReversed() })
  assert.is(await fits(), true, 'the structure in another order')
  await probity.test.patch(`/v1/businesses/${id}`, { people: [people[0], { ...people[1], ownership_percentage: 29 }] })
  assert.is(await fits(), false, 'another share')
})

test('the export has a statement for each party and relationship, each referred to before it is used', async () => {
  const { id } = await create({
    name: 'Exported LLC',
    ownership: [
      company('Holding GmbH', 75, [person('Ann Smith', 100)], { country: 'de', lei: '529900T8BM49AURSDO55' }),
      person('Ben Jones', null, { kind: 'appoints_management' }),
    ],
  })
  const { body } = await probity.test.get(`/v1/businesses/${id}/ownership/bods`)
  assert.equal(
    body.map(({ recordType }: Body) => recordType),
    ['entity', 'entity', 'person', 'person', 'relationship', 'relationship', 'relationship'],
  )
  const seen = new Set<string>()
  for (const { statementId, recordId, declarationSubject, publicationDetails, recordDetails } of body) {
    assert.ok(statementId.length >= 32 && statementId.length <= 64)
    assert.equal([declarationSubject, publicationDetails.bodsVersion], [id, '0.4'])
    if (recordDetails.subject) assert.ok(seen.has(recordDetails.subject) && seen.has(recordDetails.interestedParty))
    seen.add(recordId)
  }
  const holding = body[1].recordDetails
  assert.equal(
    [holding.jurisdiction, holding.identifiers],
    [{ name: 'Germany', code: 'DE' }, [{ scheme: 'XI-LEI', id: '529900T8BM49AURSDO55' }]],
  )
  const interests = body.slice(4).flatMap(({ recordDetails }: Body) => recordDetails.interests)
  assert.equal(
    interests.map(({ type, share, beneficialOwnershipOrControl }: Body) => [type, share?.exact, beneficialOwnershipOrControl]).toSorted(),
    [
      ['appointmentOfBoard', undefined, true],
      ['shareholding', 100, true],
      ['shareholding', 75, false],
    ],
  )
})

test('what cannot be is refused with the place', async () => {
  const refusals: readonly (readonly [object, string])[] = [
    [[person('Ann Smith', 60), person('Ben Jones', 40.01)], 'ownership'],
    [[company('Holding LLC', 10, [person('Ann Smith', 100), person('Ben Jones', 1)])], 'ownership.0.business.ownership'],
    [[person('Ann Smith', 10), person('Ann Smith', 20)], 'ownership.1.percentage'],
    [[{ percentage: 10 }], 'ownership.0.person'],
    [[{ person: { name: 'Ann' }, business: { name: 'Holding' } }], 'ownership.0.person'],
    [[person('Ann Smith', 0)], 'ownership.0.percentage'],
    [[person('Ann Smith', 100.1)], 'ownership.0.percentage'],
    [[company('Holding LLC', 10, [], { lei: '529900T8BM49AURSDO56' })], 'ownership.0.business.lei'],
    [[{ person: { name: 'Ann', date_of_birth: '2999-01-01' } }], 'ownership.0.person.date_of_birth'],
  ]
  for (const [ownership, parameter] of refusals) {
    const { status, body } = await probity.test.post('/v1/businesses', { ...acme, ownership })
    assert.equal([status, body.errors[0].parameter], [422, parameter], JSON.stringify(ownership))
  }
  assert.is(
    (await probity.test.post('/v1/businesses', { ...acme, ownership: [person('Ann Smith', 60), person('Ben Jones', 40)] })).status,
    201,
  )
})

test.run()

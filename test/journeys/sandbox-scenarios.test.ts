// The sandbox's scenarios beyond records.md section 6 (docs/sandbox.md): registrations that vanish, are foreign or old; records of the business and of
// its people.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Body, reviewed, startTestService, subLabels, type TestService, taskOf, verified } from './service.ts'

const test = suite('sandbox scenarios')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const addresses = [{ full_address: '1 Main St, Portland, OR 97201' }]
const create = (
  name: string,
  { products = [], ...more }: { readonly products?: readonly string[]; readonly people?: readonly object[] } = {},
) =>
  verified(probity.test, {
    name,
    addresses,
    ...more,
    orders: ['business_verification_verify', ...products].map((product) => ({ product })),
  })
const outcomeOf = (found: Body, key: string) => [taskOf(found, key)?.status, taskOf(found, key)?.sub_label]

test('a registration that vanishes is told with the versions, at the second look', async () => {
  const first = await create('Vanished Business')
  assert.equal([first.registrations[0].status, subLabels(first).name], ['active', 'Verified'])
  await probity.test.post(`/v1/businesses/${first.id}/orders`, { product: 'business_verification_verify' })
  const second = await reviewed(probity.test, first.id)
  const [registration] = second.registrations
  assert.equal([second.registrations.length, registration.id, registration.status], [1, first.registrations[0].id, 'unknown'])
  assert.match(registration.status_details, /version 2.*version 1/)
  assert.is(subLabels(second).sos_unknown, 'Unknown')
  const { data } = (await probity.test.get(`/v1/businesses/${first.id}/timeline`)).body
  assert.ok(data.some(({ type }: Body) => type === 'registration.updated'))
})

test('a foreign registration tells of no formation, and where the entity was formed', async () => {
  const found = await create('Foreign Business')
  const [registration] = found.registrations
  assert.equal([registration.jurisdiction, registration.formed_in, registration.state], ['FOREIGN', 'DE', 'OR'])
  assert.equal(
    [found.formation.formation_date, found.formation.formation_state, found.formation.entity_type],
    [undefined, undefined, 'LLC'],
  )
  assert.equal(outcomeOf(found, 'time_in_business'), ['neutral', 'Unknown'])
  assert.match(taskOf(found, 'time_in_business').message, /Delaware/)
  assert.equal(outcomeOf(found, 'sos_match'), ['success', 'Submitted Active'])
})

test('what a registry says of long ago has its date in the sources, and the messages warn of its age', async () => {
  const tasks = [await create('Stale Business'), await create('Ordinary Business')].map((found) => taskOf(found, 'sos_active'))
  assert.equal(
    tasks.map(({ sources: [source] }) => source.metadata.as_of),
    ['2019-03-29', undefined],
  )
  const [stale, ordinary] = tasks.map(({ message }) => message)
  assert.match(stale, /As of 2019-03-29, \d+ years old: older than the limit of 90 days\.$/)
  assert.not.match(ordinary, /older than the limit/)
})

test('a certified business has its certification, and no other has', async () => {
  assert.equal(
    (await create('Certified Business')).certifications.map(({ key }: Body) => key),
    ['hubzone'],
  )
  assert.equal((await create('Ordinary Business')).certifications, [])
})

const people: readonly (readonly [person: string, product: string, task: string, of: (found: Body, person: Body) => readonly unknown[]])[] =
  [
    ['Liened Person', 'people_ucc_liens', 'people_liens', (_, person) => person.liens],
    ['Liened Person', 'people_tax_liens', 'people_liens', (_, person) => person.liens],
    ['Litigated Person', 'people_litigations', 'people_litigations', (_, person) => person.litigations],
    ['Bankrupt Person', 'people_bankruptcies', 'people_bankruptcies', (_, person) => person.people_bankruptcies],
    ['Convicted Person', 'people_criminal_history', 'people_criminal_history', (_, person) => person.criminal_records],
    [
      'Political Person',
      'enhanced_screenings',
      'politically_exposed_persons',
      ({ politically_exposed_person_screening }) => politically_exposed_person_screening.results,
    ],
    ['Notorious Person', 'enhanced_screenings', 'adverse_media', ({ adverse_media_screening }) => adverse_media_screening.results],
  ]
for (const [name, product, key, recordsOf] of people)
  test(`${name}: ${product} finds one, and nothing of Ann Smith beside`, async () => {
    const found = await create('Peopled Company LLC', { people: [{ name: 'Ann Smith' }, { name }], products: [product] })
    const [ann, person] = ['Ann Smith', name].map((each) => found.people.find((other: Body) => other.name === each))
    assert.equal(outcomeOf(found, key), ['warning', 'Found'])
    assert.is(recordsOf(found, person).length, 1)
    for (const field of ['liens', 'litigations', 'people_bankruptcies', 'criminal_records']) assert.equal(ann[field] ?? [], [], field)
    const clean = await create('Peopled Company LLC', { people: [{ name: 'Ann Smith' }], products: [product] })
    assert.equal(outcomeOf(clean, key), ['success', 'None Found'])
  })

test('a notorious business is in the media', async () => {
  const found = await create('Notorious Business', { products: ['adverse_media'] })
  assert.equal(outcomeOf(found, 'adverse_media'), ['warning', 'Found'])
  assert.is(found.adverse_media_screening.results[0].items[0].source_name, 'The Sandbox Times')
  assert.equal(outcomeOf(await create('Ordinary Business', { products: ['adverse_media'] }), 'adverse_media'), ['success', 'None Found'])
})

test('the identity of a declined person is declined', async () => {
  const checked = (name: string) => create('Peopled Company LLC', { people: [{ name }], products: ['kyc'] })
  assert.equal(outcomeOf(await checked('Declined Person'), 'kyc_decision'), ['failure', 'Declined'])
  assert.equal(outcomeOf(await checked('Ann Smith'), 'kyc_decision'), ['success', 'Approved'])
})

test('a litigation names the state of its court, and a lien what kind of collateral it takes', async () => {
  const { litigations } = await create('Litigated Business', { products: ['litigations'] })
  assert.is(litigations[0].jurisdiction_state, 'OR')
  const { liens } = await create('Liened Business', { products: ['liens', 'tax_liens'] })
  assert.equal(
    liens.map(({ type, collateral_type }: Body) => [type, collateral_type]),
    [
      ['ucc', 'All Assets'],
      ['federal', null],
    ],
  )
})

test.run()

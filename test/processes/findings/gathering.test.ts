// Which searches each product makes, what they add to one another, and how long an order waits for those that fail.
import { getEventListeners } from 'node:events'
import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Business, OrderState } from '../../../src/commands/business-state.ts'
import { differences, type Evidence } from '../../../src/commands/findings.ts'
import type { Product } from '../../../src/events/business.ts'
import { products } from '../../../src/events/products.ts'
import type { EvidenceSource, LegalEntityFinding, Source, Subject } from '../../../src/evidence/ports.ts'
import { noVendors, type Vendors } from '../../../src/evidence/products/vendors.ts'
import { openSandbox } from '../../../src/evidence/sandbox/sandbox.ts'
import { sandboxWebsites } from '../../../src/evidence/sandbox/website.ts'
import type { WebsiteFinding } from '../../../src/evidence/website/finding.ts'
import * as gathering from '../../../src/processes/findings/gathering.ts'
import { gather, legalEntity, owners, registrations, type Search, watchlistsWithOwners } from '../../../src/processes/findings/gathering.ts'
import { subjectOf } from '../../../src/processes/findings/parts.ts'
import { AskAgain } from '../../../src/processes/findings/products.ts'
import { soughtOnSite } from '../../../src/processes/findings/website.ts'
import { order, placed, watchlistHit } from '../../commands/businesses.ts'
import { address, elsewhere, registration } from '../../commands/evidence.ts'
import { settled } from '../../eventually.ts'
import { addressFinding, legalEntityFinding, registrationFinding } from '../../evidence/findings.ts'
import { failureOf } from '../../failure.ts'
import { acme } from './acme.ts'

const row: Source = { id: '0198c0de-0000-7000-8000-0000000000cc', type: 'test', metadata: { data_set: 'a', version: '1', row: '7' } }
const data: Source = { ...row, metadata: { data_set: 'a', version: '1', row: 'all' } }
/** Finds nothing, and notes which of its searches were made. */
const openSource = (finds: Partial<EvidenceSource> = {}) => {
  const asked: string[] = []
  const nothing: EvidenceSource = {
    ...openSandbox(),
    registrations: async () => [],
    registries: async () => [],
    addresses: async () => [],
    watchlists: async () => ({ lists: [], hits: [] }),
    tin: async () => ({ outcome: 'unknown', sources: [] }),
    taxExempt: async () => null,
    motorCarriers: async () => [],
    phones: async () => [],
    loans: async () => [],
    loanLists: async () => [],
    licences: async () => [],
    legalEntity: async () => null,
    legalEntityData: async () => [],
    industry: async () => [],
    ...finds,
  }
  const source = new Proxy(nothing, {
    get: (target, name) => {
      asked.push(String(name))
      return Reflect.get(target, name)
    },
  })
  return { source, asked }
}

const asking = (of: Business, finds: Partial<EvidenceSource> = {}) => ({
  business: of,
  subject: subjectOf(of),
  source: openSource(finds).source,
  signal: new AbortController().signal,
})

const searching = (of: Business, change: Partial<Search> = {}): Search => ({
  ...asking(of),
  website: async () => null,
  riskLists: { high_risk: [], prohibited: [] },
  vendors: noVendors,
  mailNames: null,
  keepDocument: async () => undefined,
  at: new Date('2031-02-03T04:05:06Z'),
  waited: 0,
  ...change,
})

/** As it is once it is placed. */
const orderOf = (product: Product, ...subproducts: readonly string[]): OrderState => {
  const data = order(product, { subproducts: [...subproducts] })
  const [placedOrder] = ([placed(data)].reduce(business.evolve, acme()) as Business).orders
  if (!placedOrder) throw new Error('it was not placed')
  return placedOrder
}

// What searches add to one another

const formed = legalEntityFinding({ created_on: '2001-02-03', jurisdiction: 'US-OR', sources: [row, data] })
const formationOf = async (of: Business, finds: Partial<EvidenceSource>) => (await registrations(asking(of, finds))).formation

test('the record of an identifier says how a business was formed that no registration tells of', async () => {
  const entity = (finding: LegalEntityFinding | null) => ({ legalEntity: async () => finding })
  assert.equal(await formationOf(acme(), entity(formed)), {
    entity_type: null,
    formation_date: '2001-02-03',
    formation_state: 'OR',
    sources: [row],
  })
  assert.is((await formationOf(acme(), entity({ ...formed, jurisdiction: 'GB' })))?.formation_state, null)
  assert.is(await formationOf(acme(), entity(null)), undefined)
  assert.is(await formationOf(acme(), entity({ ...formed, possible: 'it has another name' })), undefined)
  assert.is(await formationOf(acme(), { legalEntity: undefined as never }), undefined)
})

test('a registration that is found, or is on file, says it first', async () => {
  const found = registrationFinding({ registration_date: '1999-05-06', sources: [row] })
  const finds = { legalEntity: async () => formed, registrations: async () => [found] }
  assert.is((await formationOf(acme(), finds))?.formation_date, '1999-05-06')
  const onFile = acme({}, { registrations: [registration()] })
  assert.is(await formationOf(onFile, { legalEntity: async () => formed }), undefined)
})

test('addresses are compared with those of its own registrations, found or on file, and with no others', async () => {
  const at = (place: typeof address) => [{ ...place, labels: [] }]
  const submitted = { addresses: [address] }
  const compared = async (of: Business, finds: Partial<EvidenceSource>) => {
    const { assessments = [] } = await registrations(asking(of, { addresses: async () => [addressFinding()], ...finds }))
    return assessments.map(({ comparison }) => comparison?.kind)
  }
  const own = registrationFinding({ addresses: at(address), sources: [row] })
  assert.equal(await compared(acme(submitted), { registrations: async () => [own] }), ['verified'])
  assert.equal(await compared(acme(submitted), { registrations: async () => [{ ...own, possible: 'another name' }] }), ['unverified'])
  assert.equal(await compared(acme(submitted), { registrations: async () => [{ ...own, addresses: at(elsewhere) }] }), ['unverified'])
  const { id: _, ...place } = address
  const onFile = acme(submitted, { registrations: [registration({ addresses: [{ ...place, labels: [] }] })] })
  assert.equal(await compared(onFile, {}), ['verified'])
})

test('an identifier is looked up where there is a source for it, and noted as unknown without its data', async () => {
  const withLei = acme({ lei: 'L1' })
  assert.equal(await legalEntity(asking(withLei, { legalEntity: undefined as never })), {})
  const { lei_records, searches } = await legalEntity(asking(withLei, { legalEntityData: undefined as never }))
  assert.equal([lei_records, searches?.[0]?.outcome], [undefined, 'unavailable'])
  const known = await legalEntity(asking(withLei, { legalEntity: async () => formed, legalEntityData: async () => [data] }))
  assert.equal([known.lei_records?.[0]?.name, known.searches?.[0]?.outcome], ['ACME LTD', 'searched'])
})

test('data of relationships alone is no data of identifiers', async () => {
  const relations = { ...data, metadata: { ...data.metadata, kind: 'gleif_rr' } }
  const older = { ...data, type: 'gleif_rr' }
  for (const legalEntityData of [async () => [relations], async () => [older]]) {
    const { lei_records, searches } = await legalEntity(asking(acme({ lei: 'L1' }), { legalEntityData }))
    assert.equal([lei_records, searches?.[0]?.outcome], [undefined, 'unavailable'])
  }
})

test('the owners that data names now are screened, or those on file where it does not answer', async () => {
  const screened: (readonly string[])[] = []
  const watchlists = async ({ owners = [] }: Subject) => {
    screened.push(owners.map(({ name }) => name))
    return { lists: [], hits: [] }
  }
  const parent = { lei: 'P1', name: 'Holding Ltd', country: 'GB', percentage: null, since: null, sources: [row] }
  const owned = { legalEntity: async () => ({ ...formed, direct_parent: parent }) }
  await watchlistsWithOwners(asking(acme(), { watchlists, ...owned }))
  const onFile = acme({}, await owners(asking(acme(), owned)))
  await watchlistsWithOwners(asking(onFile, { watchlists, legalEntity: () => Promise.reject(new Error('the disk is gone')) }))
  await watchlistsWithOwners(asking(acme(), { watchlists }))
  // Data that names nobody any more.
  await watchlistsWithOwners(asking(onFile, { watchlists }))
  assert.equal(screened, [['Holding Ltd'], ['Holding Ltd'], [], []])
})

test('a hit on file stands where the data of its list are not loaded, and goes where they are', async () => {
  const source = { ...row, metadata: { ...row.metadata, kind: 'ofac_sdn' } }
  const onFile = acme({}, { hits: [{ ...watchlistHit, sources: [source] }] })
  const hitsWith = async (...kinds: readonly string[]) => {
    const index = kinds.map((data_set) => ({ data_set, version: '1', sha256: 'ab' }))
    const { hits } = await gathering.watchlists(asking(onFile, { watchlists: async () => ({ lists: [], hits: [], index }) }))
    return hits?.map(({ id }) => id)
  }
  assert.equal([await hitsWith(), await hitsWith('ofac_sdn')], [[watchlistHit.id], []])
})

test('a carrier and an exemption on file stand where their data are not loaded, and go where they are', async () => {
  const of = (kind: string) => [{ ...row, metadata: { ...row.metadata, kind } }]
  const named = { dot_number: '7', legal_name: 'ACME', dba_name: null, source: 'https://example.com' }
  const carrier = { id: row.id, ...named, addresses: [], revocations: [], sources: of('fmcsa_census') }
  const dates = { ruling_date: null, tax_period: null, revoked_at: null }
  const exemption = { id: row.id, ein: '123456789', name: 'ACME', section: '501(c)(3)', ...dates, ntee_code: null, sources: of('irs_eo') }
  const onFile = acme({}, { carriers: [carrier], tax_exempt: exemption })
  const goneWith = async (finds: Partial<EvidenceSource>) => {
    const found = await gather(orderOf('business_verification_verify'), searching(onFile, { source: openSource(finds).source }))
    return differences(onFile.file, found, null).flatMap(({ type }) => (type.endsWith('Gone') ? [type] : []))
  }
  const loaded = (...kinds: readonly string[]) => ({ loadedKinds: async () => kinds })
  assert.equal(await goneWith(loaded('ofac_sdn')), [])
  assert.equal(await goneWith(loaded('irs_eo')), ['TaxExemptRecordGone'])
  assert.equal(await goneWith(loaded('fmcsa_census')), ['MotorCarrierGone'])
  assert.equal((await goneWith({})).toSorted(), ['MotorCarrierGone', 'TaxExemptRecordGone'])
})

test('everybody with an office on a registration is screened once; registered agents and possible matches stay out', async () => {
  const screened: (readonly string[])[] = []
  const watchlists = async ({ officers = [] }: Subject) => {
    screened.push(officers.map(({ kind, name }) => `${kind} ${name}`))
    return { lists: [], hits: [] }
  }
  const held = (...officers: readonly (readonly [name: string, title: string])[]) =>
    officers.map(([name, title]) => ({ name, titles: [title] }))
  const own = registrationFinding({
    officers: held(
      ['BOB ROE', 'MANAGER'],
      ['DOE, ANN', 'PRESIDENT'],
      ['CAY POE', 'MEMBER'],
      ['DAN LTD', 'DIRECTOR'],
      ['ROE, BOB', 'PRESIDENT'],
    ),
    registered_agent: { name: 'EVE AGENT', address: null },
  })
  const possible = registrationFinding({ possible: 'only alike', file_number: '2', officers: held(['FAY COE', 'PRESIDENT']) })
  const finds = { watchlists, registrations: async () => [own, possible] }
  const beside = ['person BOB ROE', 'business DAN LTD']
  await gathering.watchlistsWithOwners(asking(acme(), finds))
  // Without a search for owners a member counts as an officer.
  await gathering.watchlists(asking(acme(), finds))
  const onFile = acme({}, await registrations(asking(acme(), finds)))
  await gathering.watchlists(asking(onFile, { watchlists, registrations: () => Promise.reject(new Error('the disk is gone')) }))
  // A registration that is not found again stands; one that is found says who holds an office now.
  await gathering.watchlists(asking(onFile, { watchlists }))
  await gathering.watchlists(
    asking(onFile, { watchlists, registrations: async () => [{ ...own, officers: held(['GIL NEW', 'MANAGER']) }] }),
  )
  const all = ['person BOB ROE', 'person CAY POE', 'business DAN LTD']
  assert.equal(screened, [beside, all, all, all, ['person GIL NEW']])
})

for (const [what, change, isReplaced] of [
  ['the same registration', {}, true],
  ['one with its number in another state', { state: 'WA' }, false],
  ['another one of its state', { file_number: '9' }, false],
] as const)
  test(`who has an office on a registration on file ${isReplaced ? 'is replaced by' : 'stands beside'} those of ${what}`, async () => {
    const screened: string[] = []
    const watchlists = async ({ officers = [] }: Subject) => {
      screened.push(...officers.map(({ name }) => name))
      return { lists: [], hits: [] }
    }
    const filed = (name: string, more: object = {}) => registrationFinding({ officers: [{ name, titles: ['MANAGER'] }], ...more })
    const onFile = acme({}, await registrations(asking(acme(), { registrations: async () => [filed('BOB ROE')] })))
    await gathering.watchlists(asking(onFile, { watchlists, registrations: async () => [filed('GIL NEW', change)] }))
    assert.equal(screened, isReplaced ? ['GIL NEW'] : ['GIL NEW', 'BOB ROE'])
  })

// The searches of each product

const site = async (text: string): Promise<WebsiteFinding> => ({
  ...(await sandboxWebsites({ ...soughtOnSite(acme()), url: 'https://acme.example' }, new AbortController().signal)),
  text,
})

const madeFor = async (product: Product, ...subproducts: readonly string[]): Promise<readonly string[]> => {
  const { source, asked } = openSource()
  let visits = 0
  const website = async () => {
    visits++
    return null
  }
  await gather(orderOf(product, ...subproducts), searching(acme(), { source, website }))
  return [...new Set([...asked, ...(visits > 0 ? ['website'] : [])])].toSorted()
}

const ofRegistrations = ['addresses', 'legalEntity', 'licences', 'loans', 'motorCarriers', 'registrations', 'registries', 'taxExempt']
const ofIdentifier = ['legalEntity', 'legalEntityData']
const rest = ['industry', 'loanLists', 'phones', 'watchlists', 'website']
const unique = (...names: readonly string[]) => [...new Set(names)].toSorted()
const everything = unique(...ofRegistrations, ...ofIdentifier, ...rest)

for (const [product, subproducts, made] of [
  ['identity', [], everything],
  ['business_verification_verify', [], everything],
  ['business_verification_qualify', [], unique(...ofRegistrations, ...ofIdentifier, 'watchlists')],
  ['tin', [], ['tin']],
  ['website', [], ['website']],
  ['website', ['industry_classification'], ['industry', 'website']],
  ['website', ['another'], ['website']],
  ['business_enrichment', [], ['industry', 'loanLists', 'loans', 'motorCarriers', 'website']],
  ['email_risk', [], []],
  ['liens', [], []],
] as const)
  test(`an order of ${[product, ...subproducts].join(' with ')} asks for ${made.join(', ') || 'nothing'}`, async () => {
    assert.equal(
      (await madeFor(product, ...subproducts)).filter((name) => name !== 'exemptOrganisations' && name !== 'controllers'),
      made,
    )
  })

test('a search of a vendor is noted under its product', async () => {
  const { searches = [] } = await gather(orderOf('liens'), searching(acme()))
  assert.equal(
    searches.map(({ product, outcome }) => [product, outcome]),
    [['liens', 'unavailable']],
  )
})

test('what a website and a name say of the industry counts in the live mode alone', async () => {
  const look = async (mode: 'test' | 'live', name: string, text: string) => {
    const of = acme({ mode, name })
    const website = () => site(text)
    const { industry } = await gather(orderOf('website', 'industry_classification'), searching(of, { website }))
    return industry !== undefined
  }
  assert.is(await look('live', 'Acme Plumbing', ''), true)
  assert.is(await look('test', 'Acme Plumbing', ''), false)
  assert.is(await look('live', 'Acme', 'plumbing, plumber, plumbing contractor, heating'), true)
  assert.is(await look('test', 'Acme', 'plumbing, plumber, plumbing contractor, heating'), false)
})

test('risky words are looked for on the website of a live business, beside its submitted name alone', async () => {
  const riskLists = { high_risk: [{ label: 'Gambling', naics: [], mcc: [], words: ['casino'] }], prohibited: [] }
  const look = async (mode: 'test' | 'live', name: string, text: string) => {
    const found = await gather(orderOf('website'), searching(acme({ mode, name }), { website: () => site(text), riskLists }))
    return JSON.stringify(found.website).includes('casino')
  }
  assert.is(await look('live', 'Acme', 'our casino'), true)
  assert.is(await look('live', 'Acme Casino', ''), true)
  assert.is(await look('live', 'Acme', 'our cassino'), false)
  assert.is(await look('test', 'Acme Casino', 'our casino'), false)
})

// How long an order waits

/** The searches that are noted as failed. */
const failedIn = ({ searches = [] }: Evidence) =>
  searches
    .filter(({ reason }) => reason === 'the source failed or did not answer in time')
    .map(({ product, outcome }) => `${product} ${outcome}`)
    .toSorted()
const messageOf = (doing: Promise<unknown>) =>
  doing.then(
    () => 'none',
    ({ message }: Error) => message,
  )
const failing = { watchlists: () => Promise.reject(new Error('the disk is gone')) }

test('a search that fails is told until the order has waited for ten minutes, and noted from then on', async () => {
  const of = acme()
  const qualify = (waited: number) =>
    gather(orderOf('business_verification_qualify'), searching(of, { source: openSource(failing).source, waited }))
  assert.is(await messageOf(qualify(599_999)), 'the disk is gone')
  assert.equal(failedIn(await qualify(600_000)), ['watchlists unavailable'])
})

test('a stop of the service is told, also when the time is up', async () => {
  const stopping = new AbortController()
  stopping.abort(new Error('the service stops'))
  const search = searching(acme(), { source: openSource(failing).source, waited: 600_000, signal: stopping.signal })
  assert.is(await messageOf(gather(orderOf('business_verification_qualify'), search)), 'the service stops')
})

test('a search that never answers counts as failed after a hundred seconds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let given: AbortSignal | undefined
    const watchlists = (_: Subject, signal?: AbortSignal) => {
      given = signal
      return new Promise<never>(() => {})
    }
    const search = searching(acme(), { source: openSource({ watchlists }).source, waited: 600_000 })
    const gathered = gather(orderOf('business_verification_qualify'), search)
    // Lets the other searches end.
    await settled()
    mock.timers.tick(99_999)
    assert.is(given?.aborted, false)
    mock.timers.tick(1)
    assert.equal(failedIn(await gathered), ['watchlists unavailable'])
    assert.is(given?.aborted, true, 'and it is told to end')
  } finally {
    mock.timers.reset()
  }
})

test('a search that never answers is told to end also while the order still waits, and makes the others fail with it', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const search = searching(acme(), { source: openSource({ watchlists: () => new Promise<never>(() => {}) }).source })
    const failed = messageOf(gather(orderOf('business_verification_qualify'), search))
    await settled()
    mock.timers.tick(100_000)
    assert.is(await failed, 'no end after 100000 ms')
  } finally {
    mock.timers.reset()
  }
})

test('the limit on a search ends with the last of them, also when others have failed before', async () => {
  for (const waited of [0, 600_000]) {
    const stopping = new AbortController()
    const listeners = () => getEventListeners(stopping.signal, 'abort').length
    const slow = Promise.withResolvers<never[]>()
    const source = openSource({ legalEntityData: () => Promise.reject(new Error('away')), registrations: () => slow.promise }).source
    const gathered = gather(orderOf('business_verification_qualify'), searching(acme(), { source, waited, signal: stopping.signal }))
    if (waited === 0) assert.is(await messageOf(gathered), 'away')
    assert.is(listeners(), 1)
    slow.resolve([])
    await gathered.catch(() => undefined)
    await settled()
    assert.is(listeners(), 0)
  }
})

test('of each product nothing waits any more once it is gathered, also of one without a search', async () => {
  const stopping = new AbortController()
  for (const product of products)
    for (const waited of [0, 600_000]) {
      await gather(orderOf(product), searching(acme(), { waited, signal: stopping.signal })).catch(() => undefined)
      assert.is(getEventListeners(stopping.signal, 'abort').length, 0, product)
    }
})

test('a vendor that may answer later is asked again until its time is up, at the limit no more', async () => {
  const search: Vendors['products']['search'] = async () => ({ outcome: 'unavailable', reason: '503', passing: true })
  const vendors: Vendors = { ...noVendors, products: { answers: () => true, search }, patienceMs: 60_000 }
  const ask = (waited: number) => gather(orderOf('liens'), searching(acme(), { vendors, waited }))
  assert.instance(await failureOf(ask(59_999)), AskAgain)
  assert.is((await ask(60_000)).searches?.[0]?.reason, '503')
  // Also where its patience is longer than the order's.
  const patient = { ...vendors, patienceMs: 700_000 }
  const late = await gather(orderOf('liens'), searching(acme(), { vendors: patient, waited: 650_000 })).catch((error: unknown) => error)
  assert.instance(late, AskAgain)
})

test('of garbage that came in time nothing is recorded when the time is up, and what is sound stays', async () => {
  const loans = async () => [{ name: 7 }] as never
  const gathered = await gather(
    orderOf('business_enrichment'),
    searching(acme(), { source: openSource({ loans, loanLists: async () => [data] }).source, waited: 600_000 }),
  )
  assert.equal(
    gathered.searches
      ?.filter(({ outcome }) => outcome === 'unavailable')
      .map(({ product }) => product)
      .toSorted(),
    ['business_enrichment', 'loans'],
  )
})

test.run()

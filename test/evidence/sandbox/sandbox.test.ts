import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { entityTypeOf } from '../../../src/events/entity-types.ts'
import { compareAddresses, distanceMiles, parseAddress } from '../../../src/evidence/matching/addresses.ts'
import { compareNames } from '../../../src/evidence/matching/names.ts'
import type { PostalAddress, Subject } from '../../../src/evidence/ports.ts'
import { openSandbox } from '../../../src/evidence/sandbox/sandbox.ts'
import { sandboxScenario } from '../../../src/evidence/sandbox/scenarios.ts'

const sandbox = openSandbox()

const address = (text: string): PostalAddress => parseAddress(text).address as PostalAddress

const subject = (given: Partial<Omit<Subject, 'addresses'>> & { readonly addresses?: readonly string[] } = {}): Subject => ({
  business_id: '0197c0de-0000-7000-8000-000000000001',
  names: ['Kestrel Roasters LLC'],
  people: [],
  tin: null,
  website: null,
  ...given,
  addresses: (given.addresses ?? ['77 Alder St, Portland, OR 97205']).map(address),
})

const people = (...names: readonly string[]): Subject['people'] => names.map((name, at) => ({ id: `person-${at}`, name }))

const registrationOf = async (given: Subject) => {
  const [registration] = await sandbox.registrations(given)
  assert.ok(registration, 'a registration is found')
  return registration
}

/** How the submitted address stands against what the registration carries. */
const addressOutcome = async (text: string) => {
  const asked = subject({ addresses: [text] })
  const [found] = await sandbox.addresses(asked)
  const [registered] = (await registrationOf(asked)).addresses
  assert.ok(found && registered)
  const { kind } = compareAddresses(asked.addresses[0] as PostalAddress, registered)
  return { found, kind, miles: distanceMiles(found, registered) }
}

test('an ordinary business is registered in its home state under the submitted name', async () => {
  const registration = await registrationOf(subject({ people: people('Jane Roe', 'Max Moe') }))
  assert.is(registration.name, 'Kestrel Roasters LLC')
  assert.is(registration.match.score, 1)
  assert.is(registration.state, 'OR')
  assert.is(registration.jurisdiction, 'DOMESTIC')
  assert.is(registration.status, 'active')
  assert.is(entityTypeOf(registration.entity_type), 'LLC')
  assert.equal(
    registration.officers.map(({ name }) => name),
    ['Jane Roe', 'Max Moe'],
  )
  assert.ok(registration.registered_agent)
  assert.ok(registration.registration_date && registration.registration_date < '2021-01-01')
  assert.is(registration.history[0]?.type, 'registration.created')
})

test('every submitted address that matches is on the registration', async () => {
  const registration = await registrationOf(subject({ addresses: ['77 Alder St, Portland, OR 97205', '12 Elm St, Reno, NV 89501'] }))
  assert.equal(
    registration.addresses.map(({ full_address }) => full_address),
    ['77 Alder St, Portland, OR 97205', '12 Elm St, Reno, NV 89501'],
  )
})

test('an ordinary address is commercial, deliverable, placed and no mailbox', async () => {
  const { found, kind } = await addressOutcome('77 Alder St, Portland, OR 97205')
  assert.is(kind, 'same')
  assert.is(found.deliverable, true)
  assert.is(found.property_type, 'commercial')
  assert.is(found.cmra, false)
  assert.is(found.registered_agent_name, null)
  assert.type(found.latitude, 'number')
})

test('an ordinary business hits no list, is found by the tax authority and has an industry', async () => {
  const asked = subject({ tin: '123456789', people: people('Jane Roe') })
  const { lists, hits } = await sandbox.watchlists(asked)
  assert.ok(lists.length > 0)
  assert.equal(hits, [])
  const tin = await sandbox.tin(asked, 1)
  assert.is(tin.outcome, 'found')
  assert.is('name' in tin && tin.name, 'Kestrel Roasters LLC')
  assert.is((await sandbox.industry(asked)).length, 1)
  assert.is(sandbox.delay(asked), 0)
  assert.is(sandbox.needsAudit(asked), false)
  assert.is(await sandbox.tinAvailable(), true)
})

test('the evidence is the same every time, sources and all', async () => {
  const asked = subject({ tin: '000000003', people: people('Watchlist Person'), addresses: ['223 Grand St., New York, NY 10013'] })
  const all = async () => {
    const own = openSandbox()
    return [
      await own.registrations(asked),
      await own.addresses(asked),
      await own.watchlists(asked),
      await own.tin(asked, 1),
      await own.industry(asked),
    ]
  }
  assert.equal(await all(), await all())
  const [registration] = await sandbox.registrations(asked)
  assert.is(registration?.sources[0]?.type, 'sandbox')
  assert.match(registration?.sources[0]?.id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-5/)
})

test('what was found and is asked about again changes nothing', async () => {
  for (const number of [123, 223, 323, 423]) {
    const asked = subject({ addresses: [`${number} Grand St., New York, NY 10013`] })
    const first = await registrationOf(asked)
    const again = await registrationOf({
      ...asked,
      names: [...asked.names, first.name],
      addresses: [...asked.addresses, ...first.addresses],
    })
    assert.equal(again, first)
  }
})

test('an unregistered business has no registration', async () => {
  assert.equal(await sandbox.registrations(subject({ names: ['Unregistered Business'] })), [])
})

test('a similar name is all that is registered', async () => {
  const registration = await registrationOf(subject({ names: ['Similar Name Business'] }))
  assert.is(compareNames('Similar Name Business', registration.name).kind, 'similar')
  assert.ok(registration.match.score < 0.97)
})

test('an inactive business has only an inactive registration', async () => {
  assert.is((await registrationOf(subject({ names: ['Inactive Business'] }))).status, 'inactive')
})

const entityTypes: readonly (readonly [string, string])[] = [
  ['Corporation', 'CORPORATION'],
  ['LLC', 'LLC'],
  ['Partnership', 'PARTNERSHIP'],
  ['Sole Proprietorship', 'SOLE_PROPRIETORSHIP'],
  ['Trust', 'TRUST'],
  ['Non Profit', 'NON_PROFIT'],
  ['Non-Profit', 'NON_PROFIT'],
  ['Kestrel Roasters, Inc.', 'CORPORATION'],
  ['Kestrel Roasters LLP', 'PARTNERSHIP'],
]

for (const [name, type] of entityTypes) {
  test(`"${name}" is formed as ${type}`, async () => {
    const registration = await registrationOf(subject({ names: [name] }))
    assert.is(entityTypeOf(registration.entity_type), type)
    assert.is(registration.name, name)
  })
}

test('only a non-profit is exempt from tax', async () => {
  assert.is((await sandbox.taxExempt(subject({ names: ['Non Profit'], tin: '123456789' })))?.ein, '123456789')
  assert.is(await sandbox.taxExempt(subject()), null)
})

test('a listed business hits, however it is written', async () => {
  for (const name of ['Watchlist Business', 'WATCHLIST  BUSINESS']) {
    const { hits } = await sandbox.watchlists(subject({ names: [name] }))
    assert.equal(hits[0]?.screened, { kind: 'business' })
    assert.is(hits[0]?.screened_name, name)
  }
})

test('a listed person hits under their own id', async () => {
  const { hits, lists } = await sandbox.watchlists(subject({ people: people('Jane Roe', 'Watchlist Person') }))
  assert.is(hits.length, 1)
  assert.equal(hits[0]?.screened, { kind: 'person', id: 'person-1' })
  assert.ok(lists.some(({ abbr }) => abbr === hits[0]?.list))
})

test('J Doe is on no registration', async () => {
  const registration = await registrationOf(subject({ people: people('J. Doe', 'Jane Roe') }))
  assert.equal(
    registration.officers.map(({ name }) => name),
    ['Jane Roe'],
  )
})

test('slow evidence takes thirty seconds and an audit is asked for by name', () => {
  assert.is(sandbox.delay(subject({ names: ['Slow Business'] })), 30_000)
  assert.is(sandbox.needsAudit(subject({ names: ['Audited Business'] })), true)
})

test('court and lien products find one of each where the name says so', () => {
  assert.is(sandboxScenario(subject({ names: ['Bankrupt Business'] })).bankruptcies, 1)
  assert.is(sandboxScenario(subject({ names: ['Litigated Business'] })).litigations, 1)
  assert.is(sandboxScenario(subject({ names: ['Liened Business'] })).liens, 1)
  const { bankruptcies, litigations, liens } = sandboxScenario(subject())
  assert.equal([bankruptcies, litigations, liens], [0, 0, 0])
})

test('123 Grand St is not matched: the registration carries an address far away', async () => {
  const { kind, miles } = await addressOutcome('123 Grand St., New York, NY 10013')
  assert.is(kind, 'different')
  assert.ok(miles !== null && miles > 0.2)
})

test('223 Grand St is matched approximately: the registration carries an address within 0.2 miles', async () => {
  const { kind, miles } = await addressOutcome('223 Grand St., New York, NY 10013')
  assert.is(kind, 'different')
  assert.ok(miles !== null && miles <= 0.2)
})

test('323 Grand St is matched with a similar address of unknown place', async () => {
  const { kind, miles } = await addressOutcome('323 Grand St., New York, NY 10013')
  assert.is(kind, 'similar')
  assert.is(miles, null)
})

const risks: readonly (readonly [number, string, 'deliverable' | 'property_type' | 'registered_agent_name' | 'cmra', unknown])[] = [
  [423, 'undeliverable', 'deliverable', false],
  [523, 'residential', 'property_type', 'residential'],
  [623, "a registered agent's", 'registered_agent_name', 'Sandbox Registered Agents Inc.'],
  [723, 'a private mailbox', 'cmra', true],
]

for (const [number, meaning, field, value] of risks) {
  test(`${number} Grand St is ${meaning} and otherwise verifies`, async () => {
    const { found, kind } = await addressOutcome(`${number} Grand St., New York, NY 10013`)
    assert.is(found[field], value)
    assert.is(kind, 'same')
    for (const [, , other, bad] of risks) if (other !== field) assert.is.not(found[other], bad)
  })
}

test('a scenario address is known in every spelling', async () => {
  for (const text of [
    '423 grand street, new york, new york 10013',
    '423 GRAND ST NEW YORK NY 10013-1234',
    '423 Grand St, Ste 9, New York, NY 10013',
    '423 Grand St, New York, NY',
  ]) {
    assert.is((await addressOutcome(text)).found.deliverable, false, text)
  }
  assert.is((await addressOutcome('423 Grand St, Albany, NY 12203')).found.deliverable, true)
})

const tins: readonly (readonly [string, number, string])[] = [
  ['000000001', 1, 'mismatch'],
  ['000000002', 1, 'not_found'],
  ['000000003', 1, 'unavailable'],
  ['000000003', 2, 'found'],
  ['000000004', 1, 'person'],
  ['123456789', 1, 'found'],
]

for (const [tin, attempt, outcome] of tins) {
  test(`the TIN ${tin} is ${outcome} on attempt ${attempt}`, async () => {
    assert.is((await sandbox.tin(subject({ tin }), attempt)).outcome, outcome)
  })
}

test('the TIN 000000004 is that of the first submitted person', async () => {
  const named = async (...names: readonly string[]) => {
    const found = await sandbox.tin(subject({ tin: '000000004', people: people(...names) }), 1)
    return 'name' in found ? found.name : null
  }
  assert.equal([await named('Jane Roe', 'Bob Poe'), await named()], ['Jane Roe', 'Person of the Sandbox'])
})

test.run()

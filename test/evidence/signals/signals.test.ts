// When each reason of a signal holds and when it does not, asked of a source that answers what a test says; and what the score makes of them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type {
  AddressFinding,
  EvidenceSource,
  MotorCarrierFinding,
  RegistrationFinding,
  TaxExemptFinding,
  TinFinding,
} from '../../../src/evidence/ports.ts'
import { type SignalRequest, scoreSignal } from '../../../src/evidence/signals/model.ts'
import { type ReasonRule, reasonRules } from '../../../src/evidence/signals/reasons.ts'
import { filled } from '../../filled.ts'
import { addressFinding, registrationFinding } from '../findings.ts'

const home = '1 Main St, Portland, OR 97201'
const place = { full_address: home, address_line1: '1 Main St', address_line2: null, city: 'Portland', state: 'OR', postal_code: '97201' }

const carrier = (change: Partial<MotorCarrierFinding> = {}) =>
  ({ phone: null, email: null, revocations: [], ...change }) as unknown as MotorCarrierFinding
const exempt = (revoked_at: string | null) => ({ revoked_at }) as TaxExemptFinding
const at = (full_address: string, more: object = {}) => [{ ...place, full_address, labels: [], ...more }]
const officers = (...names: readonly string[]) => names.map((name) => ({ name, titles: [] }))
const revocations = [{ type: 'x', docket_number: '1', served_on: null, effective_on: null }]

type Scene = {
  readonly ask?: Partial<SignalRequest>
  readonly registrations?: readonly RegistrationFinding[]
  readonly addresses?: readonly AddressFinding[]
  readonly tin?: TinFinding['outcome']
  readonly hits?: number
  readonly exempt?: TaxExemptFinding
  readonly carriers?: readonly MotorCarrierFinding[]
  readonly loans?: number
  readonly industry?: readonly { readonly high_risk: boolean }[]
}

const scored = (scene: Scene) =>
  scoreSignal(
    'default',
    {
      registrations: async () => scene.registrations ?? [],
      addresses: async () => scene.addresses ?? [],
      watchlists: async () => ({ lists: [], hits: Array(scene.hits ?? 0).fill({}) }),
      tin: async () => ({ outcome: scene.tin, sources: [] }),
      taxExempt: async () => scene.exempt ?? null,
      motorCarriers: async () => scene.carriers ?? [],
      loans: async () => Array(scene.loans ?? 0).fill({}),
      industry: async () => scene.industry ?? [],
    } as unknown as EvidenceSource,
    { id: 's', name: 'Acme Widgets', addresses: [home], people: [], tin: null, at: new Date('2026-11-21T00:00:00Z'), ...scene.ask },
  )
const codesOf = async (scene: Scene): Promise<readonly string[]> => (await scored(scene)).reasons.map(({ code }) => code)

const one = (change: Partial<RegistrationFinding> = {}): Scene => ({ registrations: [registrationFinding(change)] })
const statuses = (...all: readonly RegistrationFinding['status'][]): Scene => ({
  registrations: all.map((status) => registrationFinding({ status })),
})
const named = (name: string): Scene => ({ ask: { name } })
const address = (change: Partial<AddressFinding>): Scene => ({ addresses: [addressFinding(change)] })
const addresses = (...changes: readonly Partial<AddressFinding>[]): Scene => ({
  ask: { addresses: changes.map(() => home) },
  addresses: changes.map((change, index) => addressFinding({ index, ...change })),
})
const tin = (outcome: TinFinding['outcome']): Scene => ({ ask: { tin: '123456789' }, tin: outcome })
const people = (asked: readonly string[], ...registered: readonly string[]): Scene => ({
  ask: { people: asked },
  ...one({ officers: officers(...registered) }),
})

/** By code: where it holds, and where it just does not. */
const scenes: { readonly [Code in keyof typeof reasonRules]: readonly [holds: readonly Scene[], not: readonly Scene[]] } = {
  I102: [[one()], [one({ name: 'Acme Widgets Services' }), {}]],
  I103: [[one({ name: 'Acme Widgets Services' })], [one(), {}]],
  I107: [[{}, one({ name: 'Something Else' })], [one()]],
  I108: [[named('Acme Widgets LLC')], [{}]],
  I109: [
    [{ registrations: [registrationFinding(), registrationFinding({ state: 'WA' })] }],
    [{ registrations: [registrationFinding(), registrationFinding()] }],
  ],
  I111: [[one({ name_type: 'dba' })], [one(), one({ name_type: 'dba', name: 'Acme Widgets Services' })]],
  I201: [
    [one({ addresses: at('1 Main Street, Portland, OR 97201') })],
    [one({ addresses: at('2 Main St, Portland, OR 97201', { address_line1: '2 Main St' }) })],
  ],
  I202: [
    [
      one({ addresses: at('1 Main St, Ste 4, Portland, OR 97201', { address_line2: 'Ste 4' }) }),
      {
        ...one({ addresses: at('9 Else St, Portland, OR 97201', { address_line1: '9 Else St', latitude: 45.5, longitude: -122.6 }) }),
        ...address({ latitude: 45.502, longitude: -122.6 }),
      },
    ],
    [
      one({ addresses: at(home) }),
      {
        ...one({ addresses: at('9 Else St, Portland, OR 97201', { address_line1: '9 Else St', latitude: 45.5, longitude: -122.6 }) }),
        ...address({ latitude: 45.504, longitude: -122.6 }),
      },
      {
        ...one({ addresses: at('9 Else St, Portland, OR 97201', { address_line1: '9 Else St', latitude: 45.5, longitude: -122.6 }) }),
        ...address({ latitude: 45.502, longitude: -122.6, rough: true }),
      },
    ],
  ],
  I203: [
    [one()],
    [{}, one({ addresses: at(home) }), one({ addresses: at('1 Main St, Ste 4, Portland, OR 97201', { address_line2: 'Ste 4' }) })],
  ],
  I204: [[{ ask: { addresses: [home, 'nowhere in particular'] } }], [{}]],
  I301: [[one()], [one({ state: 'WA' })]],
  I302: [[one({ state: 'WA' })], [one(), one({ state: 'WA', name: 'Acme Widgets Services' })]],
  I304: [[one({ registration_date: '2001-01-01' })], [one(), one({ registration_date: 'unknown' })]],
  I601: [[{ carriers: [carrier()] }], [{}]],
  I603: [[{ loans: 1 }], [{}]],
  V010: [[tin('found')], [tin('mismatch'), { tin: 'found' }]],
  V011: [
    [tin('mismatch'), tin('not_found'), tin('person')],
    [tin('found'), tin('unknown'), tin('unavailable')],
  ],
  V101: [
    [statuses('active', 'active'), statuses('active', 'unknown')],
    [statuses('active', 'inactive'), statuses('unknown'), {}],
  ],
  V102: [[statuses('active', 'inactive')], [statuses('active'), statuses('inactive')]],
  V103: [[statuses('inactive')], [statuses('active', 'inactive'), statuses('inactive', 'unknown'), {}]],
  V104: [[statuses('active', 'unknown')], [statuses('active')]],
  V501: [[addresses({ deliverable: true }, { deliverable: true })], [addresses({ deliverable: true }, { deliverable: null }), {}]],
  V502: [[addresses({ deliverable: true }, { deliverable: false })], [address({ deliverable: null })]],
  V503: [[addresses({ property_type: 'residential' }, { property_type: 'commercial' })], [address({ property_type: 'residential' })]],
  V505: [[address({ property_type: 'residential' })], [addresses({ property_type: 'residential' }, { property_type: 'commercial' }), {}]],
  V748: [[people(['Ann Doe'], 'DOE, Ann')], [people(['Ann Doe', 'Bob Roe'], 'DOE, Ann'), one()]],
  V749: [[people(['Ann Doe', 'Bob Roe'], 'DOE, Ann')], [people(['Ann Doe'], 'DOE, Ann'), people(['Bob Roe'], 'DOE, Ann')]],
  V750: [[people(['Bob Roe'], 'DOE, Ann')], [people([], 'DOE, Ann'), people(['Ann Doe', 'Bob Roe'], 'DOE, Ann')]],
  V751: [[people([], 'DOE, Ann')], [one()]],
  V752: [[{ carriers: [carrier({ phone: '5035550100' })] }], [{ carriers: [carrier({ email: 'a@acme.example' })] }]],
  V753: [[{ carriers: [carrier({ email: 'a@acme.example' })] }], [{ carriers: [carrier({ phone: '5035550100' })] }]],
  V801: [[{ hits: 1 }], [{}]],
  V1101: [[{ exempt: exempt(null) }], [{ exempt: exempt('2020-01-01') }, {}]],
  V1201: [[{ industry: [{ high_risk: false }] }], [{}]],
  V1302: [[{ carriers: [carrier({ revocations })] }], [{ carriers: [carrier()] }]],
  E500: [
    [named('xxxxxxxx'), named('A'), named('123'), named('Test Company LLC'), named('Bcdfgh Trading'), named('Aaaaa Trading')],
    [{}, named('Test Pilots'), named('Schwartz Trading'), named('Aaa Cabs')],
  ],
  E501: [[address({ cmra: true }), address({ virtual: true })], [address({ cmra: false, virtual: false })]],
  E502: [[address({ registered_agent_name: 'Agents Inc' })], [address({})]],
  E503: [[address({ location_count: 50 })], [address({ location_count: 49 })]],
  E1101: [[one({ registration_date: '2025-11-22' })], [one({ registration_date: '2025-11-21' }), one()]],
  E1102: [[{ exempt: exempt('2020-01-01') }], [{ exempt: exempt(null) }]],
  E1201: [[{ industry: [{ high_risk: false }, { high_risk: true }] }], [{ industry: [{ high_risk: false }] }]],
}

for (const [code, [holds, not]] of Object.entries(scenes))
  test(`${code} holds where ${reasonRules[code as keyof typeof reasonRules].description.toLowerCase()}, and only there`, async () => {
    for (const scene of filled(holds)) assert.ok((await codesOf(scene)).includes(code), JSON.stringify(scene))
    for (const scene of filled(not)) assert.not((await codesOf(scene)).includes(code), JSON.stringify(scene))
  })

test('what speaks for the company raises the score, what speaks against it lowers it, and what only tells does neither', async () => {
  const { score } = await scored(one())
  const difference = async (scene: Scene) => Math.sign((await scored({ ...one(), ...scene })).score - score)
  assert.is(await difference({ loans: 1 }), 1)
  assert.is(await difference({ hits: 1 }), -1)
  assert.is(await difference(one({ officers: officers('Ann Doe') })), 0)
})

/** Of version 2; a change of them is a new version. */
const weights = {
  for: {
    I102: 0.9,
    I108: 0.15,
    I109: 0.2,
    I111: 0.2,
    I201: 0.8,
    I202: 0.3,
    I301: 0.5,
    I304: 0.1,
    I601: 0.3,
    I603: 0.3,
    V010: 0.8,
    V101: 0.6,
    V501: 0.3,
    V503: 0.2,
    V748: 0.4,
    V749: 0.2,
    V752: 0.1,
    V753: 0.1,
    V1101: 0.5,
    V1201: 0.1,
  },
  against: {
    I103: 0.5,
    I107: 1,
    I203: 0.5,
    I204: 0.5,
    I302: 0.3,
    V011: 0.9,
    V102: 0.2,
    V103: 0.8,
    V502: 0.6,
    V505: 0.3,
    V750: 0.4,
    V801: 1,
    V1302: 0.4,
    E500: 0.8,
    E501: 0.5,
    E502: 0.4,
    E503: 0.3,
    E1101: 0.4,
    E1102: 0.5,
    E1201: 0.5,
  },
  neither: { V104: 0.2, V751: 0.1 },
}

test('the reasons count as much as the published version of the model says', () => {
  const speaking = Object.groupBy(Object.entries(reasonRules), ([, { speaks }]) => speaks)
  for (const [speaks, rules = []] of filled(Object.entries(speaking)))
    assert.equal(
      Object.fromEntries(rules.map(([code, { importance }]) => [code, importance])),
      weights[speaks as keyof typeof weights],
      speaks,
    )
  const limits = Object.entries<ReasonRule>(reasonRules).flatMap(([code, { atMost }]) => (atMost === undefined ? [] : [[code, atMost]]))
  assert.equal(Object.fromEntries(limits), { V011: 0.5, V103: 0.5, V801: 0.2 })
})

test('no score is high over a watchlist hit, the TIN of another name or registrations that are all inactive, whatever else is found', async () => {
  const good: Scene = { ...one({ addresses: at(home) }), exempt: exempt(null), loans: 1, industry: [{ high_risk: false }] }
  assert.is((await scored({ ...good, tin: 'found', ask: { tin: '123456789' } })).score > 0.98, true)
  assert.is((await scored({ ...good, hits: 1 })).score, 0.2)
  assert.is((await scored({ ...good, tin: 'mismatch', ask: { tin: '123456789' } })).score, 0.5)
  assert.is((await scored({ ...good, ...statuses('inactive'), tin: 'found', ask: { tin: '123456789' } })).score, 0.5)
  const { score } = await scored({ hits: 1, tin: 'mismatch', ask: { tin: '123456789' } })
  assert.ok(score < 0.2, `${score}`)
})

test('the score and the reasons are those of the published version of the model', async () => {
  assert.equal(await scored(one()), {
    model_version: 2,
    score: 0.905,
    reasons: [
      { code: 'I102', importance: 0.9 },
      { code: 'V101', importance: 0.6 },
      { code: 'I203', importance: 0.5 },
      { code: 'I301', importance: 0.5 },
    ],
  })
})

test('there is no model but those that are listed', async () => {
  for (const slug of ['other', 'constructor'])
    assert.throws(
      () => scoreSignal(slug, {} as EvidenceSource, { id: 's', name: '', addresses: [], people: [], tin: null, at: new Date() }),
      new RegExp(`there is no model ${slug}`),
    )
})

test.run()

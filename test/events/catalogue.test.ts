import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { aggregateIdOf, catalogue, type EventType } from '../../src/events/catalogue.ts'
import { currentVersion, upcast, upcasters } from '../../src/events/upcast.ts'
import { filled } from '../filled.ts'
import { samples } from './samples.ts'

const types = Object.keys(catalogue) as EventType[]
const known: { readonly [type: string]: readonly { readonly version: number; readonly data: object }[] | undefined } = samples

for (const type of types) {
  test(`${type} has a frozen sample of every version that was written`, () =>
    assert.equal(
      [...new Set(known[type]?.map(({ version }) => version))],
      Array.from({ length: currentVersion(type) }, (_, n) => n + 1),
    ))

  test(`every sample of ${type} is still read, and nothing in it is lost`, () => {
    for (const { version, data } of filled(samples[type])) {
      const lifted = upcast(type, data, version)
      assert.equal(catalogue[type].parse(lifted), lifted)
    }
  })
}

test('every sample and every upcaster is of a type that exists', () => {
  for (const type of [...Object.keys(samples), ...Object.keys(upcasters)]) assert.ok(type in catalogue, type)
})

test('an event type is written in the past tense of one word after the other', () => {
  for (const type of types) assert.match(type, /^([A-Z][a-z]+){2,}$/)
})

test('the aggregate of a stream is what follows the first hyphen', () => {
  assert.is(aggregateIdOf('business-0198c0de-0000-7000-8000-000000000001'), '0198c0de-0000-7000-8000-000000000001')
})

/** As upcasters are declared in src/events/upcast.ts, for a type of this test only. */
const withUpcasters = (type: string, lifts: (typeof upcasters)[string], use: () => void) => {
  const table = upcasters as Record<string, (typeof upcasters)[string]>
  table[type] = lifts
  try {
    use()
  } finally {
    delete table[type]
  }
}

test('an old version is lifted step by step to the one of today', () => {
  const lifts = [
    (data: object) => ({ ...data, currency: 'USD' }),
    ({ amount, ...rest }: { readonly [field: string]: unknown }) => ({ ...rest, amount_cents: Number(amount) * 100 }),
  ]
  withUpcasters('FeePaid', lifts, () => {
    assert.is(currentVersion('FeePaid'), 3)
    assert.equal(upcast('FeePaid', { amount: 5 }, 1), { currency: 'USD', amount_cents: 500 })
    assert.equal(upcast('FeePaid', { amount: 5, currency: 'EUR' }, 2), { currency: 'EUR', amount_cents: 500 })
    assert.equal(upcast('FeePaid', { amount_cents: 7, currency: 'EUR' }, 3), { amount_cents: 7, currency: 'EUR' })
    const schema = z.object({ amount_cents: z.number(), currency: z.string() })
    assert.ok(schema.safeParse(upcast('FeePaid', { amount: 5 }, 1)).success)
  })
  assert.is(currentVersion('FeePaid'), 1)
})

test('the kind of an entity in older events becomes the common one, and the wording as filed goes to the sources', () => {
  const [company, assumed] = samples.RegistrationFound.map(({ version, data }) =>
    catalogue.RegistrationFound.parse(upcast('RegistrationFound', data, version)),
  )
  const filed = (event: typeof company) => event?.sources.map(({ metadata }) => metadata.filed_as)
  assert.equal([company?.registration.entity_type, filed(company)], ['LLC', ['DOMESTIC LIMITED LIABILITY COMPANY']])
  assert.equal([assumed?.registration.entity_type, filed(assumed)], [null, ['ASSUMED BUSINESS NAME']])
})

test.run()

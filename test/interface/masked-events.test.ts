import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { catalogue } from '../../src/events/catalogue.ts'
import { maskedEntry, maskedSsns, shownData } from '../../src/interface/masked-events.ts'
import { filled } from '../filled.ts'

test('SSNs are masked at any depth, and nothing else is', () => {
  const event = {
    people: [{ name: 'Ann Doe', ssn: '123456789', dob: '1980-02-03' }, { ssn: null }, { ssn: '[erased]' }],
    submitted: { tin: '123456789', tin_type: 'ssn' },
    tin: '123456789',
    tin_type: 'ein',
    count: 0,
  }
  assert.equal(maskedSsns(event), {
    ...event,
    people: [{ name: 'Ann Doe', ssn: '*****6789', dob: '1980-02-03' }, { ssn: null }, { ssn: '[erased]' }],
    submitted: { tin: '*****6789', tin_type: 'ssn' },
  })
})

test('a number of an unknown kind is masked, because it may be an SSN', () => {
  assert.equal(maskedSsns({ tin: '123456789' }), { tin: '*****6789' })
  const changes = [{ field: 'submitted.tin', before: null, after: '123456789' }]
  assert.equal(maskedEntry({ data: { tin: '123456789' }, changes }), {
    data: { tin: '*****6789' },
    changes: [{ field: 'submitted.tin', before: null, after: '*****6789' }],
  })
})

test('SSNs in the answers of employers, which are JSON text, are masked', () => {
  const answers = {
    officers: JSON.stringify([
      { name: 'Ann', ssn: '123-45-6789' },
      { name: 'Bob', ssn: '' },
    ]),
  }
  assert.equal(maskedSsns({ answers }), {
    answers: {
      officers: JSON.stringify([
        { name: 'Ann', ssn: '*****6789' },
        { name: 'Bob', ssn: '' },
      ]),
    },
  })
})

test('a change is masked by the field that it names, each side by its own kind of number', () => {
  const changes = [
    { field: 'submitted.tin', before: '123456789', after: '937164582' },
    { field: 'submitted.tin_type', before: 'ssn', after: 'ein' },
    { field: 'submitted.people.0.ssn', before: null, after: '123456789' },
  ]
  assert.equal(maskedEntry({ data: { tin: '937164582', tin_type: 'ein' }, changes }).changes, [
    { field: 'submitted.tin', before: '*****6789', after: '937164582' },
    { field: 'submitted.tin_type', before: 'ssn', after: 'ein' },
    { field: 'submitted.people.0.ssn', before: null, after: '*****6789' },
  ])
  const [other] = maskedEntry({
    data: { tin: '123456789', tin_type: 'ssn' },
    changes: [{ field: 'submitted.tin', before: '987654321', after: '123456789' }],
  }).changes
  assert.equal(other, { field: 'submitted.tin', before: '*****4321', after: '*****6789' })
})

test('secrets are left out at any depth, and what only names one stays', () => {
  const oidc = { token_url: 'https://id.example.com/token', client_id: 'us', client_secret: 'hush', scope: null }
  assert.equal(shownData({ webhook_id: 'a', secret: 'whsec_hush', oidc, people: [{ ssn: '123456789' }], none: null }), {
    webhook_id: 'a',
    oidc: { token_url: 'https://id.example.com/token', client_id: 'us', scope: null },
    people: [{ ssn: '*****6789' }],
    none: null,
  })
  assert.equal(shownData({ totp_secret: 'ABC', password_hash: '$scrypt$', key_hash: 'f8', kinds: ['a secret'] }), { kinds: ['a secret'] })
})

/** Members of events whose names speak of secrets, and that hold none. */
const harmless = new Set(['token_url', 'two_factor'])

test('no event has a member that is named like a secret and shown', () => {
  const names = (schema: unknown): string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const { properties = {} } = schema as { readonly properties?: object }
    return [...Object.keys(properties), ...Object.values(schema).flatMap(names)]
  }
  const named = Object.values(catalogue).flatMap((schema) => names(z.toJSONSchema(schema, { unrepresentable: 'any' })))
  const secrets = filled(
    [...new Set(named)].filter((name) => /secret|hash|password|token|totp|credential/.test(name) && !harmless.has(name)),
  )
  assert.ok(secrets.includes('totp_secret'))
  assert.equal(shownData(Object.fromEntries(secrets.map((name) => [name, 'hush']))), {})
})

test.run()

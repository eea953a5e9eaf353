import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { maskedEntry, maskedSsns } from '../../src/interface/masked-events.ts'

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

test.run()

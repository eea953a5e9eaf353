// The keys by which two businesses are found to share a person, an agent or a building.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { buildingKey, personKey } from '../../../src/evidence/matching/link-keys.ts'
import { filled } from '../../filled.ts'

for (const [key, ...names] of [
  ['ann doe', 'Ann Doe', 'DOE, Ann', 'ann  doe', 'Dr. Ann Doe', 'Ann B. Doe', 'Ann Doe Ann'],
  ['doe', 'A. Doe', 'Doe'],
  ['a b', 'A B', 'B. A.'],
  ['jose nunez', 'José Núñez', 'NUNEZ, JOSE'],
  ['acme', 'Acme LLC', 'ACME, L.L.C.', 'The Acme Company'],
  ['acme holdings', 'Acme Holdings Inc', 'Holdings Acme, Inc.'],
  ['j', 'J & J LLC', 'J. LLC'],
  ['', '', '---'],
] as const)
  test(`${names.join(', ')} are one name`, () => assert.equal([...new Set(filled(names).map(personKey))], [key]))

test('other names are others', () => {
  const names = ['Ann Doe', 'Anna Doe', 'Ann Doer', 'Ann Doe Roe', 'Acme LLC', 'Acme Doe LLC']
  assert.is(new Set(names.map(personKey)).size, names.length)
})

const at = (full_address: string) => buildingKey({ full_address })

test('a building has one key, whatever the unit', () => {
  const key = at('1 Main St, Portland, OR 97201')
  assert.ok(key)
  for (const same of ['1 Main Street, Suite 4, Portland, OR 97201', '1 MAIN ST APT 7, PORTLAND, OR 97201-1234']) assert.is(at(same), key)
  for (const other of ['2 Main St, Portland, OR 97201', '1 Side St, Portland, OR 97201', '1 Main St, Portland, OR 97202'])
    assert.is.not(at(other), key)
})

test('a box is a building, and an address without street or place is none', () => {
  assert.ok(at('PO Box 12, Portland, OR 97201'))
  assert.equal([at('Portland, OR 97201'), at('1 Main St'), at('')], [null, null, null])
})

test.run()

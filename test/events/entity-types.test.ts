// The kinds of entities, from the wordings of registries.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type EntityType, entityTypeName, entityTypeOf, entityTypes, filedWords } from '../../src/events/entity-types.ts'

const wordings: readonly (readonly [filed: string, type: EntityType | null])[] = [
  ['DOMESTIC LIMITED LIABILITY COMPANY', 'LLC'],
  ['FOREIGN LIMITED LIABILITY COMPANY', 'LLC'],
  ['LLC', 'LLC'],
  ['DOMESTIC BUSINESS CORPORATION', 'CORPORATION'],
  ['DOMESTIC PROFESSIONAL CORPORATION', 'CORPORATION'],
  ['DOMESTIC COOPERATIVE', 'CORPORATION'],
  ['DOMESTIC NONPROFIT CORPORATION', 'NON_PROFIT'],
  ['DOMESTIC NOT-FOR-PROFIT CORPORATION', 'NON_PROFIT'],
  ['DOMESTIC LIMITED PARTNERSHIP', 'PARTNERSHIP'],
  ['DOMESTIC REGISTERED LIMITED LIABILITY PARTNERSHIP', 'PARTNERSHIP'],
  ['DOMESTIC BUSINESS TRUST', 'TRUST'],
  ['SOLE PROPRIETORSHIP', 'SOLE_PROPRIETORSHIP'],
  ['ASSUMED BUSINESS NAME', null],
  ['RESERVED NAME', null],
  ['', null],
]
for (const [filed, type] of wordings) test(`"${filed}" is ${type ?? 'none of them'}`, () => assert.is(entityTypeOf(filed), type))

test('every kind is its own wording, and has a name in title words', () => {
  for (const type of entityTypes) assert.is(entityTypeOf(type), type)
  assert.equal(entityTypes.map(entityTypeName), ['LLC', 'Corporation', 'Non Profit', 'Partnership', 'Sole Proprietorship', 'Trust'])
})

test('a wording in capitals is written in ordinary letters, any other stays', () => {
  assert.is(filedWords('ASSUMED BUSINESS NAME'), 'Assumed business name')
  assert.is(filedWords('Series of LLC'), 'Series of LLC')
})

test.run()

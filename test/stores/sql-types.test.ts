// Which types SQL gives to what a schema allows.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { propertiesOf, scalarType, sqlType } from '../../src/stores/embedded/sql-types.ts'
import type { Json } from '../../src/stores/event-store.ts'

const rows: readonly (readonly [schema: Json, sql: string | undefined, scalar: string | undefined])[] = [
  [{ type: 'string' }, 'text', 'string'],
  [{ type: 'integer' }, 'integer', 'integer'],
  [{ type: 'number' }, 'real', 'number'],
  [{ type: 'boolean' }, 'boolean', 'boolean'],
  [{ type: 'object' }, 'text', undefined],
  [{ type: 'array' }, 'text', undefined],
  [{ type: ['string', 'null'] }, 'text', 'string'],
  [{ type: ['null', 'integer'] }, 'integer', 'integer'],
  [{ type: ['string', 'integer'] }, undefined, undefined],
  [{ enum: ['a', 'b', null] }, 'text', 'string'],
  [{ enum: ['a', true] }, undefined, undefined],
  [{ enum: [['a'], ['b']] }, 'text', undefined],
  [{ const: true }, 'boolean', 'boolean'],
  [{ const: null }, 'text', undefined],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'real', 'number'],
  [{ anyOf: [{ type: 'number' }, { const: 'none' }] }, undefined, undefined],
  [{ oneOf: [{ type: 'boolean' }, { anyOf: [{ type: 'null' }] }] }, 'boolean', 'boolean'],
  [{}, 'text', undefined],
  [null, 'text', undefined],
  [true, 'text', undefined],
  [['string'], 'text', undefined],
]

for (const [schema, sql, scalar] of rows)
  test(`${JSON.stringify(schema)} is ${sql ?? 'of several types'}, and ${scalar ? `a ${scalar}` : 'no plain value'}`, () => {
    assert.equal([sqlType(schema), scalarType(schema)], [sql, scalar])
  })

test('a collection without a schema, or without members in it, has none', () => {
  const spec = { name: 'notes', version: 1, indexes: [] }
  assert.equal(propertiesOf(spec), [])
  assert.equal(propertiesOf({ ...spec, schema: {} }), [])
  assert.equal(propertiesOf({ ...spec, schema: { properties: { b: { type: 'string' }, a: {} } } }), [
    ['b', { type: 'string' }],
    ['a', {}],
  ])
})

test.run()

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { validatorOf } from '../../../src/stores/mongodb/layout.ts'

const demandsOf = (schema: Parameters<typeof validatorOf>[0]) => {
  const { $or } = validatorOf(schema)
  assert.ok(Array.isArray($or))
  assert.equal($or[0], { _deleted: true })
  return $or[1].$jsonSchema
}

test('the structure of a schema is demanded in words that MongoDB knows', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['id', 'id', 'a.b'],
    properties: {
      id: { type: 'string', format: 'uuid', pattern: '^x' },
      size: { type: ['integer', 'number', 'null'], minimum: 0 },
      status: { enum: ['open', 'shut', 'open'] },
      kind: { const: 'lien' },
      'a.b': { type: 'array', items: { type: 'integer' } },
      either: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    },
    additionalProperties: false,
  }
  assert.equal(demandsOf(schema), {
    type: 'object',
    required: ['id', 'a%2Eb'],
    properties: {
      _id: {},
      _position: {},
      _deleted: {},
      id: { type: 'string' },
      size: { type: ['number', 'null'] },
      status: { enum: ['open', 'shut'] },
      kind: { enum: ['lien'] },
      'a%2Eb': { type: 'array', items: { type: 'number' } },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    additionalProperties: false,
  })
})

test('what MongoDB would refuse or misread is left out', () => {
  assert.equal(demandsOf({ type: 'object', required: [], anyOf: [], items: false, $ref: '#/x', propertyNames: { type: 'string' } }), {
    type: 'object',
  })
  const map = { type: 'object', properties: { a: {} }, patternProperties: { '^x': {} }, additionalProperties: false }
  assert.equal(demandsOf({ properties: { map } }).properties.map, { type: 'object', properties: { a: {} } })
})

test('a schema that demands nothing makes no validator', () => {
  assert.equal(validatorOf({}), {})
  assert.equal(validatorOf({ title: 'Lien' }), {})
})

test('a rendering passes where a collection has renderings, and nowhere else', () => {
  const schema = { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false }
  const allowed = (rendered: boolean) => JSON.stringify(validatorOf(schema, { rendered })).includes('_rendering')
  assert.equal([allowed(true), allowed(false)], [true, false])
})

test.run()

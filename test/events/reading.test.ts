import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ZodError, z } from 'zod'
import { inOrder } from '../../src/events/canonical-json.ts'
import { catalogue, type EventType, readings } from '../../src/events/catalogue.ts'
import { orderedReading } from '../../src/events/reading.ts'
import { filled } from '../filled.ts'
import { samples } from './samples.ts'

type Place = readonly (string | number)[]

/** Every place inside a value. */
const placesIn = (value: unknown, place: Place = []): readonly Place[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [[...place, name], ...placesIn(member, [...place, name])])
    : []

/** The value with another member at the place; without it where there is none to put. */
const changedAt = (value: unknown, [name, ...rest]: Place, member: { readonly put: unknown } | null): unknown => {
  if (name === undefined) return member?.put
  const holder = value as Record<string | number, unknown>
  const copy = (Array.isArray(value) ? [...value] : { ...holder }) as typeof holder
  if (rest.length === 0 && member === null) delete copy[name]
  else copy[name] = changedAt(holder[name], rest, member)
  return copy
}

const others: readonly unknown[] = [
  undefined,
  null,
  'x',
  '0198c0de-0000-7000-8000-00000000000x',
  1.5,
  Number.NaN,
  [],
  { b: 'x', a: undefined, c: null },
  { 9: 'x', 10: 'y', a: 'z' },
  JSON.parse('{"b":"x","__proto__":"y","a":"z"}'),
  new Date(0),
]

const outcomeOf = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ZodError)) throw error
    return error.issues
  }
}

/** Compares also the order of members. */
const assertSame = (type: string, schema: z.ZodObject, read: (value: unknown) => unknown, value: unknown): boolean => {
  const expected = outcomeOf(() => inOrder(schema.parse(value)))
  const found = outcomeOf(() => read(value))
  assert.equal(found, expected, type)
  assert.is(JSON.stringify(found), JSON.stringify(expected), type)
  return !Array.isArray(expected)
}

test('each event is read as its schema and canonical order have it, and so is each that differs from it in one place', () => {
  const counts = { read: 0, refused: 0 }
  for (const [type, versions] of Object.entries(samples))
    for (const { data } of filled(versions)) {
      const schema: z.ZodObject = catalogue[type as EventType]
      const values = [
        data,
        { ...data, unnamed: 1 },
        ...placesIn(data).flatMap((place) => [changedAt(data, place, null), ...others.map((put) => changedAt(data, place, { put }))]),
      ]
      for (const value of values) counts[assertSame(type, schema, readings[type as EventType], value) ? 'read' : 'refused']++
    }
  assert.ok(counts.read > 2_000 && counts.refused > 10_000, JSON.stringify(counts))
})

test('what zod does beyond checking a kind of value is done too', () => {
  const schema = z.object({
    text: z.string().trim().min(1),
    kind: z.string().default('plain'),
    lists: z.array(z.string()).max(1).optional(),
    choice: z.union([z.object({ b: z.number().int(), a: z.string() }), z.string().toUpperCase()]),
    any: z.json().optional(),
    loose: z.looseObject({ z: z.number() }).optional(),
    number: z.coerce.number().optional(),
    numbered: z.object({ 2: z.string(), 10: z.string(), a: z.string() }).optional(),
  })
  const base = { text: ' x ', choice: 'y' }
  const values = [
    base,
    { ...base, kind: undefined },
    { ...base, text: ' ' },
    { ...base, lists: ['a'] },
    { ...base, lists: ['a', 'b'] },
    { ...base, choice: { a: 'x', b: 1, c: 2 } },
    { ...base, choice: { a: 'x', b: 1.5 } },
    { ...base, any: { b: [1, { d: 1, c: 2 }], a: null } },
    { ...base, loose: { z: 1, y: { x: 1, w: 2 } } },
    { ...base, number: '5' },
    { ...base, numbered: { 2: 'x', 10: 'y', a: 'z' } },
    Object.assign(Object.create({ text: 'inherited' }), { choice: 'y' }),
    null,
    [],
  ]
  const read = orderedReading(schema)
  assert.is(values.filter((value) => assertSame('made up', schema, read, value)).length, 9)
  assert.equal(read(base), { choice: 'Y', kind: 'plain', text: 'x' })
})

test('what is in order already is not copied, and what is not is left as it was', () => {
  const read = orderedReading(
    z.object({ a: z.array(z.object({ b: z.string(), c: z.record(z.string(), z.string()) })), d: z.string().optional() }),
  )
  const ordered = { b: 'x', c: { e: '1', f: '2' } }
  const value = { a: [ordered, { c: { f: '2', e: '1' }, b: 'x' }] }
  const before = JSON.stringify(value)
  const found = read(value)
  assert.is(JSON.stringify(found), JSON.stringify({ a: [ordered, ordered] }))
  assert.is(found.a[0], ordered)
  assert.is(JSON.stringify(value), before)
  assert.is(read(found), found)
  assert.equal(Object.keys(read({ ...found, d: undefined })), ['a'])
  assert.equal(Object.keys(read({ ...found, z: 1 } as typeof found)), ['a'])
})

test.run()

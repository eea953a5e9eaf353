import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { personal, personalPaths, subjectOf } from '../../src/events/define.ts'
import { erased, lost, open, seal, sealedSubjectsIn, subjectsIn } from '../../src/events/personal-data.ts'

const Person = subjectOf(
  'id',
  z.object({ id: z.string(), name: personal(z.string()), dob: personal(z.string().nullable()), title: z.string() }),
)
const schema = z.object({
  company: z.string(),
  tin: personal(z.string().nullable()),
  people: z.array(Person),
  phones: z.array(z.object({ number: personal(z.string()) })).optional(),
  agent: Person.nullable(),
})
const paths = personalPaths(schema)

const aggregate = 'company-1'
const data = {
  company: 'Acme',
  tin: '123456789',
  people: [
    { id: 'ann', name: 'Ann Doe', dob: '1970-01-02', title: 'Manager' },
    { id: 'bob', name: 'Bartholomew Roe', dob: null, title: 'Clerk' },
  ],
  phones: [{ number: '+15035550100' }],
  agent: { id: 'cat', name: 'Cat Poe', dob: null, title: 'Agent' },
}

const key = () => createSecretKey(randomBytes(32))
const keys: ReadonlyMap<string, KeyObject> = new Map(['ann', 'bob', 'cat', aggregate].map((subject) => [subject, key()]))
const without = (...subjects: readonly string[]) =>
  new Map([...keys].map(([subject, each]) => [subject, subjects.includes(subject) ? ('erased' as const) : each]))

const sealed = seal(data, paths, aggregate, keys)

test('each person in a list is the subject of their own data, the aggregate of the rest', () => {
  assert.equal([...subjectsIn(data, paths, aggregate)].sort(), ['ann', 'bob', 'cat', aggregate].sort())
  assert.equal([...sealedSubjectsIn(sealed)].sort(), ['ann', 'bob', 'cat', aggregate].sort())
})

test('nothing of a person can be read in sealed data, everything else can', () => {
  const text = JSON.stringify(sealed)
  for (const secret of ['Ann', 'Bartholomew', 'Cat', '1970', '123456789', '5550100']) assert.not.match(text, secret)
  assert.is(sealed.company, 'Acme')
  assert.equal(
    sealed.people.map(({ id, title }) => [id, title]),
    [
      ['ann', 'Manager'],
      ['bob', 'Clerk'],
    ],
  )
  assert.is(sealed.people[1]?.dob, null)
})

test('sealing leaves the original alone', () => assert.is(data.people[0]?.name, 'Ann Doe'))

test('sealed data opens to what it was', () => assert.equal(open(sealed, keys), data))

test('the same value sealed twice does not look the same', () => {
  assert.not.equal(seal(data, paths, aggregate, keys).tin, sealed.tin)
})

test('who was erased is gone, the others are not', () => {
  const opened = open(sealed, without('ann')) as typeof data
  assert.equal(opened.people[0], { id: 'ann', name: erased, dob: erased, title: 'Manager' })
  assert.equal(opened.people[1], data.people[1])
  assert.is(opened.tin, data.tin)
})

test('of who was erased nothing is written any more', () => {
  const later = seal(data, paths, aggregate, without('bob', aggregate))
  assert.is(later.people[1]?.name, erased)
  assert.is(later.tin, erased)
  assert.is((open(later, keys) as typeof data).people[0]?.name, 'Ann Doe')
})

test('sealed data that is opened with another key, or with none, reads as lost and not as erased', () => {
  const opened = open(sealed, new Map([...keys].map(([subject, own]) => [subject, subject === 'ann' ? own : key()]))) as typeof data
  assert.equal(opened.people[0], data.people[0])
  assert.equal([opened.people[1]?.name, opened.tin], [lost, lost])
  assert.is((open(sealed, new Map()) as typeof data).people[0]?.name, lost)
})

test('nothing is written under a key that is lost', () => {
  assert.throws(
    () => seal(data, paths, aggregate, new Map([...keys].filter(([subject]) => subject !== 'bob'))),
    /the key of bob cannot be opened/,
  )
})

test('what is absent or null is not sealed', () => {
  const bare = { company: 'Acme', tin: null, people: [], agent: null }
  assert.is(subjectsIn(bare, paths, aggregate).size, 0)
  assert.equal(seal(bare, paths, aggregate, keys), bare)
})

test.run()

// Which taxpayer numbers can exist, and what a review says of one that cannot.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isIssuable } from '../../../src/commands/review/tin-numbers.ts'
import { source } from '../businesses.ts'
import { formation, tasksOf } from '../evidence.ts'

for (const [what, tin, tin_type, expected] of [
  ['nothing but zeros', '000000000', 'ein', false],
  ['a prefix of no campus that is no area either', '000123456', 'ein', false],
  ['a prefix of no campus that an SSN may have', '071234567', 'ein', true],
  ['a prefix of a campus', '931234567', 'ein', true],
  ['the area 000', '000123456', 'ssn', false],
  ['the area 001', '001123456', 'ssn', true],
  ['the area 666', '666123456', 'ssn', false],
  ['the area 667', '667123456', 'ssn', true],
  ['the group 00', '123001234', 'ssn', false],
  ['the serial 0000', '123120000', 'ssn', false],
  ['an area from 900 on with the group of no ITIN', '900491234', 'ssn', false],
  ['an ITIN', '900501234', 'ssn', true],
  ['the group 89, of no ITIN', '900891234', 'ssn', false],
  ['the group 93, of no ITIN', '900931234', 'ssn', false],
  ['no number at all', null, null, true],
] as const)
  test(`${what} ${expected ? 'may' : 'can not'} be issued`, () => assert.is(isIssuable({ tin, tin_type }), expected))

test('an ITIN has the middle digits 50 to 65, 70 to 88, 90 to 92 or 94 to 99, and no other number of a person begins with 9', () => {
  const middles = Array.from({ length: 100 }, (_, n) => n)
  const issuable = middles.filter((n) => isIssuable({ tin: `987${String(n).padStart(2, '0')}6543`, tin_type: 'ssn' }))
  const between = (first: number, last: number) => middles.slice(first, last + 1)
  assert.equal(issuable, [...between(50, 65), ...between(70, 88), ...between(90, 92), ...between(94, 99)])
  assert.is(isIssuable({ tin: '987506543', tin_type: 'ssn' }), true)
  for (const tin of ['98750654', '9875065432', '187506543x']) assert.is(isIssuable({ tin, tin_type: 'ssn' }), false, tin)
})

const told = (tin: string, outcome: 'unknown' | 'found') => {
  const evidence = { tin: { outcome, name: null, attempt: 1, sources: [source] } }
  const task = tasksOf({ products: ['tin'], submitted: { tin, tin_type: 'ein' }, evidence }).find(({ key }) => key === 'tin')
  return [task?.status, task?.sub_label]
}

test('a number that no source covers is unknown, or malformed where nobody issues such numbers', () => {
  assert.equal(told('931234567', 'unknown'), ['neutral', 'Unknown'])
  assert.equal(told('000000000', 'unknown'), ['failure', 'Malformed'])
  assert.equal(told('000000000', 'found'), ['success', 'Found'], 'the sandbox has such numbers')
})

const typed: readonly (readonly [
  what: string,
  tin: string,
  tin_type: 'ein' | 'ssn',
  outcome: 'found' | 'person' | 'unknown',
  entity: 'LLC' | 'CORPORATION' | null,
  expected: readonly string[] | undefined,
])[] = [
  [
    'an EIN',
    '931234567',
    'ein',
    'found',
    'CORPORATION',
    ['neutral', 'EIN', 'The number is an employer identification number: it was submitted as one.'],
  ],
  [
    'an SSN of an LLC',
    '123456789',
    'ssn',
    'unknown',
    'LLC',
    ['neutral', 'SSN', 'The number is a social security number: it was submitted as one.'],
  ],
  [
    'an SSN of a corporation',
    '123456789',
    'ssn',
    'unknown',
    'CORPORATION',
    ['warning', 'SSN', 'The number is a social security number: it was submitted as one. A Corporation has a number of its own.'],
  ],
  [
    'a number that no EIN begins with',
    '071234567',
    'ein',
    'unknown',
    null,
    ['neutral', 'SSN', 'The number is a social security number: no employer identification number begins with its digits.'],
  ],
  [
    'a number that the authority lists under a person',
    '123456789',
    'ein',
    'person',
    'CORPORATION',
    [
      'warning',
      'SSN',
      "The number is a social security number: the tax authority lists it under a person's name. A Corporation has a number of its own.",
    ],
  ],
  [
    'an ITIN',
    '987701234',
    'ssn',
    'unknown',
    null,
    ['neutral', 'ITIN', 'The number is an individual taxpayer identification number: it was submitted as one.'],
  ],
  ['a number that nobody issues', '000000000', 'ein', 'found', 'CORPORATION', undefined],
]
for (const [what, tin, tin_type, outcome, entity, expected] of typed)
  test(`the type of ${what} is ${expected?.[1] ?? 'not told'}`, () => {
    const evidence = {
      tin: { outcome, name: null, attempt: 1, sources: [source] },
      ...(entity && { formation: formation({ entity_type: entity }) }),
    }
    const task = tasksOf({ products: ['tin'], submitted: { tin, tin_type }, evidence }).find(({ key }) => key === 'tin_type')
    assert.equal(task && [task.status, task.sub_label, task.message], expected)
    if (task) assert.equal([task.category, task.label], ['tin_type', 'TIN Type'])
  })

test.run()

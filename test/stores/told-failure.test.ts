// What the log and the retry inbox tell of a failure: what helps, and nothing that it quotes.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { refused } from '../../src/commands/refused.ts'
import { failureText, toldFailure } from '../../src/stores/told-failure.ts'

const named = (name: string, message: string, more: object = {}) => Object.assign(new Error(message), { name, ...more })
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}
const person = 'Ann Doe'

for (const [what, error, told] of [
  [
    'a fault of ours',
    new TypeError("Cannot read properties of undefined (reading 'name')"),
    "TypeError: Cannot read properties of undefined (reading 'name')",
  ],
  ['a refusal', refused('already_taken', 'unique_external_id', { name: person }), 'Refused: already_taken (unique_external_id)'],
  [
    'a store that is away',
    named('StoreUnavailable', 'connect ECONNREFUSED 10.0.0.1:2113', { code: 'ECONNREFUSED' }),
    'StoreUnavailable: connect ECONNREFUSED 10.0.0.1:2113',
  ],
  ['what is no error', 'stopped', 'stopped'],
  ['text that is no JSON', thrownBy(() => JSON.parse(`{"name": ${person}}`)), 'SyntaxError: (what it quotes is left out)'],
  [
    'a key that MongoDB has',
    named('MongoServerError', `E11000 dup key: { name: "${person}" }`, { code: 11000 }),
    'MongoServerError: (what it quotes is left out) (11000)',
  ],
  ['an answer of a wrong form', named('ZodError', `[{"message": "${person}"}]`), 'ZodError: (what it quotes is left out)'],
  ['a wrong argument', thrownBy(() => Buffer.alloc(person as never)), 'TypeError: (what it quotes is left out) (ERR_INVALID_ARG_TYPE)'],
  ['an address that is none', thrownBy(() => new URL(person)), 'TypeError: (what it quotes is left out) (ERR_INVALID_URL)'],
  ['an answer that names the recipient', new Error('no mailbox <ann@example.com> here'), 'Error: no mailbox <ADDRESS> here'],
] as const)
  test(`of ${what} is told what quotes nobody`, () => {
    assert.is(failureText(error), told)
    assert.not.match(JSON.stringify(toldFailure(error)), /Ann Doe|ann@/)
  })

test('of an error only its kind, message, code, places and causes are told, whatever else it carries', () => {
  const cause = named('MongoServerError', person, { code: 11000, keyValue: { name: person } })
  const error = Object.assign(new Error('cannot be written', { cause }), { record: { name: person }, [person]: 1 })
  const { stack = '', cause: because, ...told } = toldFailure(error)
  assert.equal(told, { type: 'Error', message: 'cannot be written' })
  assert.match(stack, /^\s+at .*told-failure\.test\.ts/)
  assert.equal([because?.type, because?.code], ['MongoServerError', 11000])
  assert.not.match(JSON.stringify(toldFailure(error)), person)
})

test('a message of several lines is not taken for places in the code', () =>
  assert.not.match(toldFailure(new SyntaxError(`${person}\nis no JSON\nat all`)).stack ?? '', /Ann|at all/))

test('causes that go round in a circle come to an end', () => {
  const error = new Error('one')
  error.cause = new Error('two', { cause: error })
  assert.match(JSON.stringify(toldFailure(error)), 'two')
})

test.run()

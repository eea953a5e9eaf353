// Which account a command line is about.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { pickAccount } from '../../src/cli/accounts.ts'

const first = { id: 'a', slug: 'first' }
const second = { id: 'b', slug: 'second' }

for (const [what, named, all, expected] of [
  ['the only one, without a name', undefined, [first], first],
  ['one by its id', 'b', [first, second], second],
  ['one by its slug', 'second', [first, second], second],
] as const)
  test(`an account is found: ${what}`, () => assert.is(pickAccount(all, named), expected))

for (const [what, named, all, message] of [
  ['none of several, without a name', undefined, [first, second], 'there are several accounts: choose one with --account'],
  ['the only one, by another name', 'second', [first], 'there is no account "second"'],
  ['a name, where there is none', 'first', [], 'there is no account "first"'],
  ['none, where there is none', undefined, [], 'there is no account yet: start the service once'],
] as const)
  test(`an account is not found: ${what}`, () =>
    assert.throws(
      () => pickAccount(all, named),
      (error: Error) => error.message === message,
    ))

test.run()

// What an operator is told about a file of settings that is wrong.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { wrongMembers } from '../../src/evidence/wrong-members.ts'

const Vendor = z.strictObject({ name: z.string(), url: z.url() })
const Config = z.strictObject({ vendors: z.record(z.string(), z.union([Vendor, z.array(Vendor)])) })

for (const [what, given, told] of [
  ['a file that is no object', [], 'is wrong as a whole: Invalid input: expected object, received array'],
  ['a member that is missing', {}, 'has a wrong vendors: Invalid input: expected record, received undefined'],
  [
    'one vendor',
    { vendors: { courts: { name: 'x' } } },
    'has a wrong vendors.courts.url: Invalid input: expected string, received undefined',
  ],
  ['a list of them', { vendors: { courts: [{ name: 'x', url: 'y' }] } }, 'has a wrong vendors.courts.0.url: Invalid URL'],
  ['neither', { vendors: { courts: 1 } }, 'has a wrong vendors.courts: Invalid input'],
] as const)
  test(`of ${what} it names what is wrong`, () => {
    const { error } = Config.safeParse(given)
    assert.is(error && wrongMembers(error), told)
  })

test.run()

// Legal entity identifiers: their length, their signs and their check digits.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isLei } from '../../src/events/parts.ts'

const cases: readonly (readonly [what: string, lei: string, is: boolean])[] = [
  ['with the right check digits', '5493001KJTIIGC8Y1R12', true],
  ['with check digits that are one too high', '5493001KJTIIGC8Y1R13', false],
  ['with two signs exchanged', '5493001KJTIIGC8Y1R21', false],
  ['with two signs behind it that leave the remainder as it is', '5493001KJTIIGC8Y1R1295', false],
  ['with a sign before it that leaves the remainder as it is', '05493001KJTIIGC8Y1R12', false],
  ['in small letters', '5493001kjtiigc8y1r12', false],
]
for (const [what, lei, is] of cases) test(`an identifier ${what} is ${is ? 'one' : 'none'}`, () => assert.is(isLei(lei), is))

test.run()

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addressParts } from '../../../src/evidence/matching/address-parsing.ts'
import { remembered, rememberedOf } from '../../../src/evidence/matching/remembered.ts'

test('a text is asked once, until so many others have been asked that it is forgotten', () => {
  const asked: string[] = []
  const length = remembered(2, (text: string) => {
    asked.push(text)
    return text.length
  })
  assert.equal(['a', 'bb', 'a', 'bb'].map(length), [1, 2, 1, 2])
  assert.equal(asked, ['a', 'bb'])
  length('ccc')
  assert.is(length('a'), 1)
  assert.equal(asked, ['a', 'bb', 'ccc', 'a'])
  assert.equal(['ccc', 'a'].map(length), [3, 1])
  assert.equal(asked, ['a', 'bb', 'ccc', 'a'], 'the last two are known')
  length('bb')
  assert.equal(asked, ['a', 'bb', 'ccc', 'a', 'bb'])
})

test('questions of one key have one answer', () => {
  const asked: number[] = []
  const parity = remembered(
    5,
    (number: number) => {
      asked.push(number)
      return number % 2
    },
    (number) => String(number % 2),
  )
  assert.equal([4, 8, 3].map(parity), [0, 0, 1])
  assert.equal(asked, [4, 3])
})

test('an object is asked once, another one of the same content again', () => {
  let asked = 0
  const sizeOf = rememberedOf(({ length }: readonly string[]) => {
    asked++
    return { length }
  })
  const one = ['a']
  assert.is(sizeOf(one), sizeOf(one))
  assert.is(asked, 1)
  assert.equal(sizeOf(['a']), { length: 1 })
  assert.is(asked, 2)
})

test('addresses with the same words in other fields are different addresses', () => {
  const parts = { full_address: '1 Main St, Portland', address_line1: '1 Main St', city: 'Portland' }
  assert.equal(addressParts({ ...parts }), addressParts({ ...parts, address_line2: null }))
  assert.not.equal(addressParts({ ...parts }), addressParts({ ...parts, city: 'Main St', address_line1: '1 Portland' }))
  assert.is(addressParts({ ...parts, state: 'OR' }).state, 'or')
  assert.is(addressParts({ ...parts, country: 'OR' }).state, '')
})

test.run()

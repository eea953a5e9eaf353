import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseAuthorization } from '../../src/auth/credentials.ts'

test('a bearer token is read whatever the case of the scheme', () => {
  assert.equal(parseAuthorization('bearer  abc.DEF-1'), { scheme: 'bearer', secret: 'abc.DEF-1', password: '' })
})

test('Basic gives user name and password, and a colon may stand in the password', () => {
  assert.equal(parseAuthorization(`Basic ${btoa('client:se:cret')}`), { scheme: 'basic', secret: 'client', password: 'se:cret' })
  assert.equal(parseAuthorization(`bAsic   ${btoa('a:b')}`), { scheme: 'basic', secret: 'a', password: 'b' })
  assert.equal(parseAuthorization(`Basic ${btoa('key:')}`), { scheme: 'basic', secret: 'key', password: '' })
})

test('what is of another form is nothing', () => {
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    `Bearer ${'x'.repeat(600)}`,
    'Basic',
    'Basic %%%',
    `Basic ${btoa(':x')}`,
    'Token abc',
    'xBearer abc',
    `xBasic ${btoa('a:b')}`,
    `Basic ${btoa('a:b')} more`,
  ])
    assert.is(parseAuthorization(header), undefined, header)
})

test.run()

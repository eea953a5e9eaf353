import { Secret, TOTP } from 'otpauth'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { issueCode, redeemCode } from '../../src/auth/authorization-codes.ts'
import { newTotpSecret, useCode } from '../../src/auth/second-factor.ts'
import { memoryRecords } from '../http/memory-records.ts'

const now = new Date()
const codeAt = (secret: string, at: Date) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

test('a one-time code is good within half a minute, for one use', async () => {
  const records = memoryRecords()
  const secret = newTotpSecret()
  const use = (code: string) => useCode(records, { userId: 'u', secret, code, now })
  const code = codeAt(secret, now)
  assert.is(await use(code), true)
  assert.is(await use(code), false)
  assert.is(await use(codeAt(secret, new Date(now.getTime() - 30_000))), true)
  assert.is(await use(codeAt(secret, new Date(now.getTime() - 90_000))), false)
  assert.is(await use('12345'), false)
  assert.is(await use('abcdef'), false)
})

const grant = {
  client_id: 'c',
  redirect_uri: 'https://a.example/',
  user_id: 'u',
  account_id: 'a',
  mode: 'test',
  scopes: ['read_only'],
  code_challenge: null,
} as const

test('of many redemptions of a code at once one is granted, and the others name the token it gave', async () => {
  const records = memoryRecords()
  const code = await issueCode(records, grant, now)
  const redemption = { code, clientId: 'c', redirectUri: grant.redirect_uri, codeVerifier: undefined, now }
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => redeemCode(records, redemption)))
  assert.is(outcomes.filter(({ outcome }) => outcome === 'granted').length, 1)
  const hashes = new Set(outcomes.flatMap((each) => (each.outcome === 'reused' ? [each.tokenHash] : [])))
  assert.is(hashes.size, 1)
})

test('a code that another client shows stays good for its own', async () => {
  const records = memoryRecords()
  const code = await issueCode(records, grant, now)
  const redemption = { code, redirectUri: grant.redirect_uri, codeVerifier: undefined, now }
  assert.is((await redeemCode(records, { ...redemption, clientId: 'other' })).outcome, 'refused')
  assert.is((await redeemCode(records, { ...redemption, clientId: 'c' })).outcome, 'granted')
})

test.run()

import { Secret, TOTP } from 'otpauth'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { issueCode, redeemCode } from '../../src/auth/authorization-codes.ts'
import { newTotpSecret, useCode } from '../../src/auth/second-factor.ts'
import { memoryRecords } from '../http/memory-records.ts'

const now = new Date()
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const codeAt = (secret: string, at: Date) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

test('a one-time code is good within half a minute, for one use', async () => {
  const records = memoryRecords()
  const secret = newTotpSecret()
  const use = (code: string, at = now) => useCode(records, { userId: 'u', secret, code, now: at })
  const good = new Set([-30, 0, 30].map((seconds) => codeAt(secret, later(seconds))))
  const wrong = ['111111', '222222', '333333', '444444'].find((code) => !good.has(code)) ?? ''
  for (const code of [wrong, codeAt(secret, later(-60)), codeAt(secret, later(60)), '12345', 'abcdef'])
    assert.is(await use(code), good.has(code), code)
  for (const seconds of [0, -30, 30]) {
    const code = codeAt(secret, later(seconds))
    assert.is(await use(`${code.slice(0, 3)} ${code.slice(3)}`), true, `of ${seconds} s`)
    assert.is(await use(code), false)
  }
  assert.is(await use(codeAt(secret, now), later(30)), false, 'nor while it would still be good')
  assert.is(await useCode(records, { userId: 'another', secret, code: codeAt(secret, now), now }), true)
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
  const redemption = {
    code,
    isFor: ({ client_id }: { client_id: string }) => client_id === 'c',
    redirectUri: grant.redirect_uri,
    codeVerifier: undefined,
    now,
  }
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => redeemCode(records, redemption)))
  assert.is(outcomes.filter(({ outcome }) => outcome === 'granted').length, 1)
  const hashes = new Set(outcomes.flatMap((each) => (each.outcome === 'reused' ? [each.tokenHash] : [])))
  assert.is(hashes.size, 1)
})

test('a code that another client shows stays good for its own', async () => {
  const records = memoryRecords()
  const code = await issueCode(records, grant, now)
  const redemption = { code, redirectUri: grant.redirect_uri, codeVerifier: undefined, now }
  assert.is((await redeemCode(records, { ...redemption, isFor: () => false })).outcome, 'refused')
  assert.is((await redeemCode(records, { ...redemption, isFor: () => true })).outcome, 'granted')
})

test.run()

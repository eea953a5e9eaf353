import { Secret, TOTP } from 'otpauth'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { issueCode, redeemCode } from '../../src/auth/authorization-codes.ts'
import { isSetUpProven, newTotpSecret, setUpProof, useCode } from '../../src/auth/second-factor.ts'
import { secretHash } from '../../src/auth/secrets.ts'
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
const noProblem = async () => undefined

test('of many redemptions of a code at once one is granted, and the others name the token it gave', async () => {
  const records = memoryRecords()
  const code = await issueCode(records, grant, now)
  const redemption = {
    code,
    isFor: ({ client_id }: { client_id: string }) => client_id === 'c',
    redirectUri: grant.redirect_uri,
    codeVerifier: undefined,
    problem: noProblem,
    now,
  }
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => redeemCode(records, redemption)))
  assert.is(outcomes.filter(({ outcome }) => outcome === 'granted').length, 1)
  const hashes = new Set(outcomes.flatMap((each) => (each.outcome === 'reused' ? [each.tokenHash] : [])))
  assert.is(hashes.size, 1)
})

const outcomeOf = async (redeemed: ReturnType<typeof redeemCode>) => {
  const { outcome, ...rest } = await redeemed
  return 'why' in rest ? rest.why : outcome
}

test('a code is good for ten minutes, and a use of it is recognised for a day', async () => {
  let time = now.getTime()
  const records = memoryRecords(() => time)
  const redeem = (code: string, seconds: number) =>
    redeemCode(records, {
      code,
      isFor: () => true,
      redirectUri: grant.redirect_uri,
      codeVerifier: undefined,
      problem: noProblem,
      now: later(seconds),
    })
  assert.is(await outcomeOf(redeem(await issueCode(records, grant, now), 599)), 'granted')
  assert.is(await outcomeOf(redeem(await issueCode(records, grant, now), 600)), 'the authorization code has expired')
  const used = await issueCode(records, grant, now)
  const first = await redeem(used, 0)
  assert.ok(first.outcome === 'granted')
  assert.equal(first.grant, grant)
  time += 24 * 3600_000 - 1
  assert.equal(await redeem(used, 24 * 3600), { outcome: 'reused', grant, tokenHash: secretHash(first.accessToken) })
  time += 1
  assert.is(await outcomeOf(redeem(used, 24 * 3600)), 'the authorization code is not known, or has expired')
  assert.is(await outcomeOf(redeem('another', 0)), 'the authorization code is not known, or has expired')
})

const verifier = 'v'.repeat(43)
const challenge = '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM'
for (const [what, code_challenge, codeVerifier, outcome] of [
  ['without a challenge is redeemed without a verifier', null, undefined, 'granted'],
  ['without a challenge is not redeemed with one', null, verifier, 'the code was requested without a code_challenge'],
  ['is redeemed with the verifier of its challenge', challenge, verifier, 'granted'],
  ['is not redeemed with another verifier', challenge, `${verifier}v`, 'code_verifier does not fit the code_challenge'],
  ['of a challenge that nothing fits is not redeemed', `${challenge}x`, verifier, 'code_verifier does not fit the code_challenge'],
  [
    'with a challenge is not redeemed without a verifier',
    challenge,
    undefined,
    'code_verifier is required, because the code was requested with a code_challenge',
  ],
] as const)
  test(`a code ${what}`, async () => {
    const records = memoryRecords()
    const code = await issueCode(records, { ...grant, code_challenge }, now)
    const redemption = { code, isFor: () => true, redirectUri: grant.redirect_uri, codeVerifier, problem: noProblem, now }
    assert.is(
      await outcomeOf(redeemCode(records, { ...redemption, redirectUri: 'https://a.example/x' })),
      'redirect_uri differs from the one that the code was requested with',
    )
    assert.is(await outcomeOf(redeemCode(records, redemption)), outcome)
  })

test('a code that may give no token here and now is not spent, and its time of issue is looked at', async () => {
  const records = memoryRecords()
  const code = await issueCode(records, grant, now)
  const redeem = (
    problem: (held: typeof grant, issuedAt: Date) => Promise<string | undefined>,
    redirectUri = grant.redirect_uri as string,
  ) => redeemCode(records, { code, isFor: () => true, redirectUri, codeVerifier: undefined, problem: problem as never, now: later(60) })
  const seen: unknown[] = []
  const refuse = async (...asked: readonly unknown[]) => {
    seen.push(asked)
    return 'not from there'
  }
  assert.is(await outcomeOf(redeem(refuse, 'https://a.example/x')), 'redirect_uri differs from the one that the code was requested with')
  assert.is(await outcomeOf(redeem(refuse)), 'not from there')
  assert.equal(seen, [[grant, now]])
  assert.is(await outcomeOf(redeem(noProblem)), 'granted')
})

test('a code that another client shows stays good for its own', async () => {
  const records = memoryRecords()
  const code = await issueCode(records, grant, now)
  const redemption = { code, redirectUri: grant.redirect_uri, codeVerifier: undefined, problem: noProblem, now }
  assert.is((await redeemCode(records, { ...redemption, isFor: () => false })).outcome, 'refused')
  assert.is((await redeemCode(records, { ...redemption, isFor: () => true })).outcome, 'granted')
  assert.is((await redeemCode(records, { ...redemption, isFor: () => false })).outcome, 'reused', 'once used, it is nobody’s any more')
})

test('a key for a second factor is proven for a quarter of an hour, for the one who was given it, in that session', () => {
  const key = new Uint8Array(32).fill(1)
  const setUp = { userId: 'u', session: 's', secret: 'x', replaces: null }
  const proof = setUpProof(key, setUp, now)
  const isProven = (seconds: number, change: object = {}, by = key) =>
    isSetUpProven(by, { ...setUp, ...change }, { proof, now: later(seconds) })
  assert.equal([isProven(0), isProven(899), isProven(900)], [true, true, false])
  for (const change of [{ userId: 'v' }, { session: 't' }, { secret: 'y' }, { replaces: 'x' }])
    assert.is(isProven(0, change), false, JSON.stringify(change))
  assert.is(isProven(0, {}, new Uint8Array(32)), false)
  const [until = '', mac = ''] = proof.split('.')
  for (const forged of ['', mac, `${until}.`, `${Number(until) + 1}.${mac}`, `${until}.${mac}x`, `${until}.${mac.slice(1)}`])
    assert.is(isSetUpProven(key, setUp, { proof: forged, now }), false, forged)
})

test.run()

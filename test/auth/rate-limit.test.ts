import { RateLimiterRes } from 'rate-limiter-flexible'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryRateLimit, sharedRateLimit } from '../../src/auth/rate-limit.ts'

test('each key has its own quota', async () => {
  const { take } = memoryRateLimit({ requests: 2, windowSeconds: 60 })
  assert.equal(await take('a'), { allowed: true, left: 1, resetSeconds: 60 })
  assert.equal(await take('a'), { allowed: true, left: 0, resetSeconds: 60 })
  assert.equal(await take('a'), { allowed: false, left: 0, resetSeconds: 60 })
  assert.is((await take('b')).allowed, true)
})

test('a shared counter that refuses is a refusal, one that fails is a failure', async () => {
  const quota = { requests: 2, windowSeconds: 1 }
  const limiter = { reward: () => Promise.reject(new Error('unused')) }
  const full = sharedRateLimit(quota, { ...limiter, consume: () => Promise.reject(new RateLimiterRes(0, 400, 3, false)) })
  assert.equal(await full.take('a'), { allowed: false, left: 0, resetSeconds: 1 })
  const away = sharedRateLimit(quota, { ...limiter, consume: () => Promise.reject(new Error('connection lost')) })
  await away.take('a').then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'connection lost'),
  )
})

test('what was given back can be taken again', async () => {
  const { take, giveBack } = memoryRateLimit({ requests: 1, windowSeconds: 60 })
  await take('a')
  await giveBack('a')
  assert.is((await take('a')).allowed, true)
  assert.is((await take('a')).allowed, false)
})

test.run()

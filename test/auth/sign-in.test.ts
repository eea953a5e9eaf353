// How often somebody may try to sign in, told with small quotas.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryRateLimit } from '../../src/auth/rate-limit.ts'
import { signIn } from '../../src/auth/sign-in.ts'
import { reader } from '../../src/projections/read.ts'
import type { UserDocument } from '../../src/projections/users.ts'
import type { DocumentStore, FindOptions } from '../../src/stores/document-store.ts'
import { filled } from '../filled.ts'

const users = [
  { id: 'ann', email: 'ann@example.com', status: 'active', password_hash: 'right' },
  { id: 'bob', email: 'bob@example.com', status: 'active', password_hash: 'right' },
  { id: 'gone', email: 'gone@example.com', status: 'inactive', password_hash: 'right' },
  { id: 'invited', email: 'invited@example.com', status: 'invited', password_hash: null },
] as unknown as readonly UserDocument[]

const documents = {
  find: async (_: string, { where }: FindOptions) => users.filter(({ email }) => email === where?.email),
} as unknown as DocumentStore

/** Counts how often a password is verified: that is what takes the time. */
const counted = () => {
  let verified = 0
  const verify = async (password: string, stored?: string) => {
    verified++
    return password === stored
  }
  return { passwords: { hash: async (password: string) => password, verify }, verified: () => verified }
}
const { passwords } = counted()

const many = { requests: 100, windowSeconds: 60 }
const limited = (limits: { readonly [name in 'pair' | 'user' | 'address' | 'guess']?: number }) => {
  const limit = (requests = many.requests) => memoryRateLimit({ ...many, requests })
  const { pair, user, address, guess } = limits
  const all = { pair: limit(pair), user: limit(user), address: limit(address), guess: limit(guess) }
  const { check, ...guesses } = signIn({ caughtUp: async () => true, read: reader(documents), passwords, limits: all })
  const attempt = (name: string, clientAddress: string | undefined, password = 'wrong') =>
    check({ email: `${name}@example.com`, password, clientAddress }).then(({ outcome }) => outcome)
  return { attempt, ...guesses }
}

test('only an active user with the right password is let in, however the address is written', async () => {
  const { attempt } = limited({})
  assert.is(await attempt('ann', '192.0.2.1', 'right'), 'right')
  assert.is(await attempt(' ANN', '192.0.2.1', 'right'), 'right')
  for (const name of ['nobody', 'gone', 'invited']) assert.is(await attempt(name, '192.0.2.1', 'right'), 'wrong', name)
  assert.is(await attempt('ann', '192.0.2.1'), 'wrong')
})

const unlimited = () => {
  const limit = () => memoryRateLimit(many)
  return { pair: limit(), user: limit(), address: limit(), guess: limit() }
}

for (const isCaughtUp of [true, false])
  test(`an attempt that fails tells nobody which addresses exist while the read models are ${isCaughtUp ? 'caught up' : 'behind'}`, async () => {
    const answers = await Promise.all(
      ['ann', 'gone', 'invited', 'nobody'].map(async (name) => {
        const { passwords, verified } = counted()
        let asked = 0
        const caughtUp = async () => {
          asked++
          return isCaughtUp
        }
        const { check } = signIn({ caughtUp, read: reader(documents), passwords, limits: unlimited() })
        const answer = await check({ email: `${name}@example.com`, password: 'wrong', clientAddress: '192.0.2.1' }).catch(String)
        return { answer, asked, verified: verified() }
      }),
    )
    const told = isCaughtUp ? { outcome: 'wrong' } : 'NotCaughtUp: the read models do not know everything yet that is in the log'
    for (const each of filled(answers)) assert.equal(each, { answer: told, asked: 1, verified: 1 })
  })

test('the right password lets in at once, and one that the read models learn of meanwhile as soon as they have caught up', async () => {
  let caughtUp = false
  const read = reader({
    find: async (_: string, { where }: FindOptions) =>
      users.flatMap((user) => (user.email === where?.email ? [{ ...user, password_hash: caughtUp ? 'new' : user.password_hash }] : [])),
  } as unknown as DocumentStore)
  const asked: string[] = []
  const catchUp = async () => {
    asked.push('asked')
    caughtUp = true
    return true
  }
  const { check } = signIn({ caughtUp: catchUp, read, passwords, limits: unlimited() })
  const outcome = (name: string, password: string) =>
    check({ email: `${name}@example.com`, password, clientAddress: undefined }).then((result) => result.outcome)
  assert.is(await outcome('ann', 'right'), 'right')
  assert.equal(asked, [], 'nobody who is right waits')
  assert.is(await outcome('ann', 'new'), 'right')
  assert.is(await outcome('ann', 'right'), 'wrong')
  assert.is(await outcome('gone', 'new'), 'wrong')
})

for (const [what, limits, tried, throttled, free] of [
  [
    'for one user from one address',
    { pair: 2 },
    [
      ['ann', '192.0.2.1'],
      ['Ann', '192.0.2.1'],
    ],
    ['ann', '192.0.2.1'],
    [
      ['ann', '192.0.2.2'],
      ['bob', '192.0.2.1'],
    ],
  ],
  [
    'for one user from anywhere',
    { user: 2 },
    [
      ['ann', '192.0.2.1'],
      ['ann', '192.0.2.2'],
    ],
    ['ann', '192.0.2.3'],
    [['bob', '192.0.2.1']],
  ],
  [
    'from one address for anybody',
    { address: 2 },
    [
      ['ann', '192.0.2.1'],
      ['nobody', '192.0.2.1'],
    ],
    ['bob', '192.0.2.1'],
    [['ann', '192.0.2.2']],
  ],
  [
    'for one user from one IPv6 network',
    { pair: 2 },
    [
      ['ann', '2001:db8:1:2::1'],
      ['ann', '2001:db8:1:2:ffff::'],
    ],
    ['ann', '2001:db8:1:2::3'],
    [['ann', '2001:db8:1:3::1']],
  ],
  [
    'from one IPv6 network for anybody',
    { address: 2 },
    [
      ['ann', '2001:db8:1:2::1'],
      ['nobody', '2001:db8:1:2:ffff::'],
    ],
    ['bob', '2001:db8:1:2::3'],
    [['bob', '2001:db8:1:3::1']],
  ],
  [
    'from addresses that are not known, together',
    { address: 2 },
    [
      ['ann', undefined],
      ['bob', undefined],
    ],
    ['ann', undefined],
    [['ann', '192.0.2.2']],
  ],
] as const)
  test(`wrong passwords are counted ${what}; then even the right one has to wait`, async () => {
    const { attempt } = limited(limits)
    for (let n = 0; n < 5; n++) assert.is(await attempt('ann', tried[0][1], 'right'), 'right', 'who is right is not counted')
    for (const [name, address] of filled<readonly [string, string | undefined]>(tried)) assert.is(await attempt(name, address), 'wrong')
    assert.is(await attempt(throttled[0], throttled[1], 'right'), 'throttled')
    for (const [name, address] of filled<readonly [string, string | undefined]>(free))
      assert.is(await attempt(name, address, 'right'), 'right', `${name} from ${address}`)
  })

test('guesses of one-time codes run out for each user, and a right one is given back', async () => {
  const { guess, guessedRight } = limited({ guess: 2 })
  for (let n = 0; n < 5; n++) {
    assert.is(await guess('ann'), null)
    await guessedRight('ann')
  }
  assert.equal([await guess('ann'), await guess('ann'), await guess('ann')], [null, null, 60])
  assert.is(await guess('bob'), null)
})

test('one person who goes on guessing locks nobody else at an address that many share', async () => {
  const { attempt } = limited({ pair: 3, address: 5 })
  for (let tries = 0; tries < 20; tries++) await attempt('ann', '192.0.2.1')
  assert.is(await attempt('ann', '192.0.2.1', 'right'), 'throttled')
  assert.is(await attempt('bob', '192.0.2.1', 'right'), 'right')
  // Several people's guesses do add up.
  await attempt('gone', '192.0.2.1')
  await attempt('invited', '192.0.2.1')
  assert.is(await attempt('bob', '192.0.2.1', 'right'), 'throttled')
})

test.run()

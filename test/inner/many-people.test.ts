// An account with more users and API keys than a read brings at once: each of them has a name and a right.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { everyApiKeyOf } from '../../src/inner/api-keys.ts'
import { assignment } from '../../src/inner/businesses.ts'
import type { ProbityContext } from '../../src/inner/framework/environment.ts'
import { namesInAccount } from '../../src/inner/history.ts'
import { activeUsersOf, usersOf } from '../../src/inner/users.ts'
import { type OverStores, openOverStores } from '../http/over-stores.ts'
import { accountId } from '../stores/log.ts'

const count = 1_002
const other = '0198c0de-0000-7000-8000-0000000000ad'
const idOf = (kind: number, n: number) => `0198c0de-000${kind}-7000-8000-${String(n).padStart(12, '0')}`
const numbers = Array.from({ length: count }, (_, n) => n)

let stores: OverStores
test.before(async () => {
  stores = await openOverStores()
  const user = (n: number, account: string) => {
    const id = idOf(1, n)
    const data = { user_id: id, email: `u${n}@example.com`, name: `User ${n}`, password_hash: 'x', roles: ['member' as const] }
    return stores.record(`user-${id}`, [{ type: 'UserRegistered', data }], {
      accountId: account,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, n)),
    })
  }
  await Promise.all([...numbers.map((n) => user(n, accountId)), user(count, other)])
  const key = (n: number) => ({
    key_id: idOf(2, n),
    name: `Key ${n}`,
    mode: 'test' as const,
    key_hash: String(n).padStart(64, '0'),
    last_four: '0000',
  })
  await stores.record(
    `account-${accountId}`,
    numbers.map((n) => ({ type: 'ApiKeyCreated', data: key(n) })),
  )
})
test.after(() => stores.close())

test('all users and keys are read, and each has its name in histories', async () => {
  assert.is((await usersOf(stores, accountId)).length, count)
  assert.is(new Set((await everyApiKeyOf(stores, accountId)).map(({ id }) => id)).size, count)
  const names = await namesInAccount(stores, accountId)
  assert.equal(
    [names.size, names.get(idOf(1, count - 1)), names.get(idOf(2, count - 1))],
    [2 * count, `User ${count - 1}`, `Key ${count - 1}`],
  )
})

test('the last user can be assigned a business, and a user of another account cannot', async () => {
  const c = { get: () => ({ accountId }) } as unknown as ProbityContext
  const last = (await activeUsersOf(stores, accountId)).at(-1)?.id ?? ''
  assert.is(last, idOf(1, count - 1))
  assert.equal(await assignment(stores, c, last), { assigneeId: last })
  for (const stranger of [idOf(1, count), idOf(1, count + 1)])
    assert.is(
      await assignment(stores, c, stranger).then(
        () => 'assigned',
        ({ reason }) => reason,
      ),
      'assignee_unknown',
    )
})

test.run()

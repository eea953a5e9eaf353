// Which members of a body nothing reads: how far the body is looked into.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { misspeltMembers, unreadMembers } from '../../src/http/unread-members.ts'

const schema = z.object({ items: z.array(z.object({ name: z.string().optional() })) })

test('a hint is looked for in the first objects of a body alone', () => {
  let looks = 0
  const item = (members: object) =>
    new Proxy(members, {
      ownKeys: (target) => {
        looks++
        return Reflect.ownKeys(target)
      },
    })
  const items = Array.from({ length: 100_000 }, () => item({}))
  items[0] = item({ naem: 1 })
  items[99_999] = item({ nome: 1 })
  assert.equal(unreadMembers(schema, { items }), ['items.0.naem'])
  assert.equal(misspeltMembers(schema, { items }), [{ path: ['items', 0, 'naem'], meant: 'name' }])
  assert.ok(looks <= 12_000, `${looks} objects were looked into`)
})

test.run()

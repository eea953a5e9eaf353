import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { SubjectKey } from '../../src/events/personal-data.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'
import { masterKey, openStores, type Stores } from './log.ts'

let stores: Stores
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(() => stores.close())

/** A ring of its own over the same records, as another instance has it. */
const another = (master = masterKey) => openKeyRing({ records: stores.documents.records, masterKey: master })
/** null when there is no key. */
const hex = (key: SubjectKey | undefined) => (typeof key === 'object' ? key.export().toString('hex') : null)
const bytes = async (subject: string, ring = stores.keyRing) => hex((await ring.find([subject])).get(subject))

test('a key is made when it is needed, once, and found again after a restart', async () => {
  assert.is(await bytes('ann'), null)
  await stores.keyRing.obtain(['ann', 'bob'])
  const key = await bytes('ann')
  assert.is(key?.length, 64)
  assert.is.not(await bytes('bob'), key)
  await stores.keyRing.obtain(['ann'])
  assert.is(await bytes('ann'), key)
  stores = await stores.reopen()
  assert.is(await bytes('ann'), key)
})

test('of two instances that make a key at once one wins, and both have the same', async () => {
  const [one, other] = [another(), another()]
  const made = await Promise.all([one.obtain(['ann']), other.obtain(['ann'])])
  assert.is(hex(made[0].get('ann')), hex(made[1].get('ann')))
})

test('many askers at once get one key', async () => {
  const rings = await Promise.all(Array.from({ length: 50 }, () => stores.keyRing.obtain(['ann'])))
  assert.is(new Set(rings.map((keys) => hex(keys.get('ann')))).size, 1)
})

test('a destroyed key is gone for everybody, and no new one is made', async () => {
  await stores.keyRing.obtain(['ann', 'bob'])
  assert.is(await stores.keyRing.destroy('ann'), true)
  assert.is(await stores.keyRing.destroy('ann'), false)
  for (const ring of [stores.keyRing, another()]) {
    assert.is((await ring.find(['ann'])).get('ann'), 'erased')
    assert.is((await ring.obtain(['ann'])).get('ann'), 'erased')
  }
  assert.ok(await bytes('bob'))
  stores = await stores.reopen()
  assert.is(await bytes('ann'), null)
  assert.is((await stores.keyRing.obtain(['ann'])).get('ann'), 'erased')
})

test('a subject erased before anything was written of them gets no key either', async () => {
  assert.is(await stores.keyRing.destroy('ann'), false)
  assert.is((await stores.keyRing.obtain(['ann'])).get('ann'), 'erased')
})

test('a key that another instance makes, or looks up, while it is being destroyed goes with it', async () => {
  await stores.keyRing.obtain(['ann'])
  const { records } = stores.documents
  const late = another()
  const found = Promise.withResolvers<void>()
  let isFirst = true
  const ring = openKeyRing({
    masterKey,
    records: {
      ...records,
      getMany: async (...args) => {
        const answer = await records.getMany(...args)
        await found.promise
        return answer
      },
      put: async (...args) => {
        if (isFirst) assert.ok((await late.obtain(['ann'])).get('ann'), 'somebody was quicker')
        isFirst = false
        found.resolve()
        await looking
        return records.put(...args)
      },
    },
  })
  const looking = ring.find(['ann'])
  assert.is(await ring.destroy('ann'), true)
  late.forget(['ann'])
  for (const each of [ring, late]) assert.is(await bytes('ann', each), null)
  assert.is((await late.obtain(['ann'])).get('ann'), 'erased')
})

test('a key is not called destroyed, however often it is asked for, while another program keeps its bytes alive', async () => {
  await stores.keyRing.obtain(['ann'])
  const other = new DatabaseSync(join(stores.folder, 'records.sqlite'), { readOnly: true })
  other.exec('begin')
  other.prepare('select * from records').all()
  for (const attempt of ['first', 'second']) {
    const outcome = await stores.keyRing.destroy('ann').catch((error: Error) => error.message)
    assert.match(String(outcome), 'another program', attempt)
  }
  other.close()
  await stores.keyRing.destroy('ann')
  assert.is((await stores.keyRing.obtain(['ann'])).get('ann'), 'erased')
})

test('another master key opens nothing', async () => {
  await stores.keyRing.obtain(['ann'])
  const wrong = another(Buffer.alloc(32, 4))
  assert.is((await wrong.find(['ann'])).get('ann'), 'lost')
  assert.is((await wrong.obtain(['ann'])).get('ann'), 'lost', 'and makes no new key beside the one that is there')
  assert.ok(await bytes('ann'))
  assert.equal(
    wrong.unopened().map(({ kind, key, file }) => [kind, key, file]),
    [['subject_keys', 'ann', 'records.sqlite']],
  )
})

test('a key that is missing reads as lost, and one that was destroyed as erased', async () => {
  await stores.keyRing.obtain(['ann', 'bob'])
  await stores.keyRing.destroy('ann')
  const found = await stores.keyRing.find(['ann', 'bob', 'cat'])
  assert.equal([found.get('ann'), typeof found.get('bob'), found.get('cat')], ['erased', 'object', 'lost'])
})

test('what the ring forgot is read again', async () => {
  const small = openKeyRing({ records: stores.documents.records, masterKey, cached: 2 })
  const subjects = ['a', 'b', 'c', 'd']
  await small.obtain(subjects)
  const found = await small.find(subjects)
  for (const subject of subjects) assert.is(hex(found.get(subject)), await bytes(subject))
})

test.run()

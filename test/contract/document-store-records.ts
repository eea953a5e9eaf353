// What every document store must do with the few technical records that several instances share.
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ListOptions, Records, StoredRecord } from '../../src/stores/document-store.ts'
import { unique } from './sample-documents.ts'

const isNew = { expectedRevision: -1 }
const past = () => new Date(Date.now() - 1_000)
const future = () => new Date(Date.now() + 3_600_000)

export const registerRecordTests = (test: Test, records: () => Records) => {
  test('a record that was never written is undefined', async () => {
    const kind = unique('none')
    assert.is(await records().get(kind, 'a'), undefined)
    assert.is((await records().getMany(kind, ['a'])).size, 0)
    assert.is((await records().getMany(kind, [])).size, 0)
    assert.equal(await records().list(kind), [])
    assert.equal(await records().due([kind], new Date(), 10), [])
    assert.is(await records().remove(kind, 'a'), false)
  })

  test('a record is read back as it was written', async () => {
    const kind = unique('round trip')
    const value = { text: 'Ünïcode ✓ 🏢', list: [1, null, { deep: true }], amount: 0.1 }
    const dueAt = new Date('2031-02-03T04:05:06.789Z')
    const expiresAt = future()
    assert.is(await records().put(kind, 'clé/🏢 %_$.', value, { ...isNew, dueAt, expiresAt }), 0)
    assert.equal(await records().get(kind, 'clé/🏢 %_$.'), { key: 'clé/🏢 %_$.', value, revision: 0, dueAt, expiresAt })
    assert.is(await records().put(kind, 'plain', {}, isNew), 0)
    assert.equal(await records().get(kind, 'plain'), { key: 'plain', value: {}, revision: 0 })
    assert.is(await records().get(unique('other kind'), 'plain'), undefined)
  })

  test('of fifty writers who want to be first one wins', async () => {
    const kind = unique('race')
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => records().put(kind, 'one', { n }, isNew)))
    assert.is(outcomes.filter((outcome) => outcome === 0).length, 1)
    assert.is(outcomes.filter((outcome) => outcome === undefined).length, 49)
    assert.equal((await records().get(kind, 'one'))?.value, { n: outcomes.indexOf(0) })
  })

  test('of fifty writers at one revision one wins', async () => {
    const kind = unique('race')
    await records().put(kind, 'one', {}, isNew)
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => records().put(kind, 'one', { n }, { expectedRevision: 0 })))
    assert.is(outcomes.filter((outcome) => outcome === 1).length, 1)
    assert.is(outcomes.filter((outcome) => outcome === undefined).length, 49)
    assert.equal(await records().get(kind, 'one'), { key: 'one', value: { n: outcomes.indexOf(1) }, revision: 1 })
  })

  test('many writers of different records all win', async () => {
    const kind = unique('many')
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => records().put(kind, `k${n}`, { n }, isNew)))
    assert.ok(outcomes.every((outcome) => outcome === 0))
    assert.is((await records().list(kind)).length, 50)
  })

  test('a record is replaced only at the revision it stands at', async () => {
    const kind = unique('revisions')
    assert.is(await records().put(kind, 'a', { n: 0 }, { expectedRevision: 0 }), undefined)
    assert.is(await records().put(kind, 'a', { n: 0 }, isNew), 0)
    assert.is(await records().put(kind, 'a', { n: 1 }, { expectedRevision: 0 }), 1)
    assert.is(await records().put(kind, 'a', { n: 9 }, { expectedRevision: 0 }), undefined)
    assert.is(await records().put(kind, 'a', { n: 9 }, isNew), undefined)
    assert.is(await records().put(kind, 'a', { n: 2 }, { expectedRevision: 1 }), 2)
    assert.equal(await records().get(kind, 'a'), { key: 'a', value: { n: 2 }, revision: 2 })
  })

  test('an expired record is absent everywhere and can be written anew', async () => {
    const kind = unique('expiry')
    await records().put(kind, 'a', { n: 0 }, { ...isNew, expiresAt: past(), dueAt: past() })
    await records().put(kind, 'b', { n: 0 }, { ...isNew, expiresAt: future(), dueAt: past() })
    assert.is(await records().get(kind, 'a'), undefined)
    assert.equal([...(await records().getMany(kind, ['a', 'b'])).keys()], ['b'])
    assert.equal(await listedKeys(records(), kind), ['b'])
    assert.equal(keysOf(await records().due([kind], new Date(), 10)), ['b'])
    assert.is(await records().put(kind, 'a', { n: 1 }, { expectedRevision: 0 }), undefined)
    assert.is(await records().put(kind, 'a', { n: 1 }, isNew), 0)
    assert.equal(await records().get(kind, 'a'), { key: 'a', value: { n: 1 }, revision: 0 })
    assert.is(await records().put(kind, 'b', { n: 1 }, isNew), undefined)
  })

  test('removing an expired record says that there was none', async () => {
    const kind = unique('expiry')
    await records().put(kind, 'a', {}, { ...isNew, expiresAt: past() })
    assert.is(await records().remove(kind, 'a'), false)
    await records().put(kind, 'b', {}, { ...isNew, expiresAt: past() })
    assert.is(await records().remove(kind, 'b', 0), false)
  })

  test('a write replaces expiry and due time too', async () => {
    const kind = unique('replaced')
    await records().put(kind, 'a', {}, { ...isNew, expiresAt: future(), dueAt: past() })
    assert.is(await records().put(kind, 'a', {}, { expectedRevision: 0 }), 1)
    assert.equal(await records().get(kind, 'a'), { key: 'a', value: {}, revision: 1 })
    assert.equal(await records().due([kind], new Date(), 10), [])
    assert.is(await records().put(kind, 'a', {}, { expectedRevision: 1, expiresAt: past() }), 2)
    assert.is(await records().get(kind, 'a'), undefined)
  })

  test('what is due comes earliest first, up to the limit', async () => {
    const kind = unique('due')
    const now = new Date('2030-01-01T00:00:00.000Z')
    const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)
    const dueAt = { c: at(-3), a: at(-1), e: at(0), d: at(-2), z: at(-2), late: at(1) }
    for (const [key, due] of Object.entries(dueAt)) await records().put(kind, key, {}, { ...isNew, dueAt: due })
    await records().put(kind, 'never', {}, isNew)
    await records().put(unique('other'), 'x', {}, { ...isNew, dueAt: at(-9) })
    const due = await records().due([kind], now, 10)
    assert.equal(keysOf(due), ['c', 'd', 'z', 'a', 'e'])
    assert.equal(due[0], { kind, key: 'c', value: {}, revision: 0, dueAt: at(-3) })
    assert.equal(keysOf(await records().due([kind], now, 2)), ['c', 'd'])
    assert.equal(keysOf(await records().due([kind], at(-4), 2)), [])
    assert.equal(keysOf(await records().due([kind], now, 2, { dueAt: at(-2), key: 'd' })), ['z', 'a'])
    assert.equal(keysOf(await records().due([kind], now, 9, { dueAt: at(-1), key: 'a' })), ['e'])
    assert.equal(keysOf(await records().due([kind], now, 9, { dueAt: at(0), key: 'e' })), [])
    await records().put(kind, 'c', {}, { expectedRevision: 0, dueAt: at(5) })
    assert.equal(keysOf(await records().due([kind], now, 1)), ['d'])
  })

  test('what is due of several kinds comes in one answer, each record with its kind', async () => {
    const [one, two, other] = [unique('due'), unique('due'), unique('due')]
    const at = (second: number) => new Date(`2030-01-01T00:00:0${second}.000Z`)
    for (const [kind, key, second] of [
      [one, 'b', 1],
      [two, 'a', 2],
      [one, 'a', 3],
      [other, 'x', 1],
      [two, 'late', 9],
    ] as const)
      await records().put(kind, key, {}, { ...isNew, dueAt: at(second) })
    const due = await records().due([one, two], at(5), 10)
    assert.equal(
      due.map(({ kind, key }) => [kind, key]),
      [
        [one, 'b'],
        [two, 'a'],
        [one, 'a'],
      ],
    )
    assert.equal(
      (await records().due([one, two], at(5), 2)).map(({ key }) => key),
      ['b', 'a'],
    )
    assert.equal(await records().due([], at(5), 10), [])
  })

  test('records are listed in key order, by prefix, behind a key, up to a limit', async () => {
    const kind = unique('list')
    for (const key of ['b/2', 'a', 'b/10', 'b/1', 'b', 'b%', 'B/1', 'c', 'b/🏢', 'b/Ä']) await records().put(kind, key, { key }, isNew)
    const list = (options?: ListOptions) => listedKeys(records(), kind, options)
    assert.equal(await list(), ['B/1', 'a', 'b', 'b%', 'b/1', 'b/10', 'b/2', 'b/Ä', 'b/🏢', 'c'])
    assert.equal(await list({ prefix: 'b/' }), ['b/1', 'b/10', 'b/2', 'b/Ä', 'b/🏢'])
    assert.equal(await list({ prefix: 'b%' }), ['b%'])
    assert.equal(await list({ prefix: 'b.' }), [])
    assert.equal(await list({ prefix: 'b/', limit: 2 }), ['b/1', 'b/10'])
    assert.equal(await list({ prefix: 'b/', after: 'b/10', limit: 2 }), ['b/2', 'b/Ä'])
    assert.equal(await list({ prefix: 'b/', after: 'a' }), ['b/1', 'b/10', 'b/2', 'b/Ä', 'b/🏢'])
    assert.equal(await list({ prefix: 'b/', after: 'c' }), [])
    assert.equal(await list({ after: 'b/🏢' }), ['c'])
    assert.equal(await list({ after: 'b/1x', limit: 1 }), ['b/2'])
    assert.equal(await list({ limit: 1 }), ['B/1'])
    assert.equal(await list({ limit: 0 }), [])
  })

  test('many records are read at once', async () => {
    const kind = unique('many')
    for (const key of ['a', 'b', 'c']) await records().put(kind, key, { key }, isNew)
    await records().put(kind, 'b', { key: 'b', again: true }, { expectedRevision: 0 })
    const found = await records().getMany(kind, ['c', 'none', 'b', 'c'])
    assert.is(found.size, 2)
    assert.equal(found.get('b'), { key: 'b', value: { key: 'b', again: true }, revision: 1 })
    assert.equal(found.get('c'), { key: 'c', value: { key: 'c' }, revision: 0 })
  })

  test('a record is removed only at the revision it stands at', async () => {
    const kind = unique('remove')
    await records().put(kind, 'a', {}, isNew)
    await records().put(kind, 'a', {}, { expectedRevision: 0 })
    assert.is(await records().remove(kind, 'a', 0), false)
    assert.is((await records().get(kind, 'a'))?.revision, 1)
    assert.is(await records().remove(kind, 'a', 1), true)
    assert.is(await records().get(kind, 'a'), undefined)
    assert.is(await records().remove(kind, 'a', 1), false)
    assert.is(await records().put(kind, 'a', {}, isNew), 0)
    assert.is(await records().remove(kind, 'a'), true)
    assert.is(await records().remove(kind, 'a'), false)
  })

  test('of many who remove a record one is told that it was there', async () => {
    const kind = unique('remove')
    await records().put(kind, 'a', {}, isNew)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => records().remove(kind, 'a')))
    assert.is(outcomes.filter(Boolean).length, 1)
  })

  test('records are listed backwards: the greatest key first, and those before a key', async () => {
    const kind = unique('backwards')
    for (const key of ['1/a', '1/b', '1/c', '2/a']) await records().put(kind, key, {}, isNew)
    const backwards = (options: ListOptions) => listedKeys(records(), kind, { backwards: true, ...options })
    assert.equal(await backwards({}), ['2/a', '1/c', '1/b', '1/a'])
    assert.equal(await backwards({ prefix: '1/' }), ['1/c', '1/b', '1/a'])
    assert.equal(await backwards({ prefix: '1/', after: '1/c', limit: 1 }), ['1/b'])
    assert.equal(await backwards({ prefix: '1/', after: '1/a' }), [])
    assert.equal(await backwards({ prefix: '1/', after: '2/a' }), ['1/c', '1/b', '1/a'])
  })

  test('records are passed over from where a list begins', async () => {
    const kind = unique('skip')
    for (const key of ['1/a', '1/b', '1/c', '1/d', '2/a']) await records().put(kind, key, {}, isNew)
    const list = (options: ListOptions) => listedKeys(records(), kind, options)
    assert.equal(await list({ skip: 3 }), ['1/d', '2/a'])
    assert.equal(await list({ prefix: '1/', skip: 1, limit: 2 }), ['1/b', '1/c'])
    assert.equal(await list({ prefix: '1/', skip: 3, limit: 2 }), ['1/d'])
    assert.equal(await list({ prefix: '1/', skip: 4, limit: 2 }), [])
    assert.equal(await list({ prefix: '1/', after: '1/a', skip: 1, limit: 1 }), ['1/c'])
    assert.equal(await list({ prefix: '1/', backwards: true, skip: 1, limit: 2 }), ['1/c', '1/b'])
  })

  test('records are counted by prefix, up to as many as are asked for', async () => {
    const kind = unique('count')
    for (const key of ['1', '1/a', '1/b', '1/🏢', '1/c', '2/a']) await records().put(kind, key, {}, isNew)
    await records().put(kind, '1/gone', {}, { ...isNew, expiresAt: past() })
    await records().put(unique('other'), '1/x', {}, isNew)
    const count = (prefix: string, most: number) => records().count(kind, { prefix, most })
    assert.equal([await count('1/', 9), await count('1/', 4), await count('1/', 3)], [4, 4, 3])
    assert.equal([await count('', 9), await count('3', 9), await records().count(unique('none'), { prefix: '', most: 9 })], [6, 0, 0])
  })
}

/** Of the records that are listed; the store says the same keys where it is asked for keys alone. */
const listedKeys = async (records: Records, kind: string, options?: ListOptions): Promise<readonly string[]> => {
  const keys = keysOf(await records.list(kind, options))
  assert.equal(await records.keys(kind, options), keys)
  return keys
}

const keysOf = (found: readonly StoredRecord[]): string[] => found.map(({ key }) => key)

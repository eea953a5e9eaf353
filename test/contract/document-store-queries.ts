// What every document store must answer to find and count.
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import { type DocumentStore, UnknownField, type Where } from '../../src/stores/document-store.ts'
import { filled } from '../filled.ts'
import { erase, rejects, scene, write } from './sample-documents.ts'

/** Some test servers do not end a commit that changes a hundred documents. */
const chunks = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / 20) }, (_, n) => items.slice(n * 20, (n + 1) * 20))

export const registerQueryTests = (test: Test, store: () => DocumentStore) => {
  test('documents are found by equality with text, numbers, booleans and null', async () => {
    const { found } = await scene(store(), {
      indexes: ['status', 'size', 'active'],
      documents: [
        { id: 'a', status: 'open', size: 5, active: true },
        { id: 'b', status: 'Open', size: 5.5, active: false },
        { id: 'c', status: '', size: 0, active: null },
        { id: 'd', status: '5', size: null },
        { id: 'e' },
      ],
    })
    const cases: readonly (readonly [Where, string[]])[] = [
      [{}, ['a', 'b', 'c', 'd', 'e']],
      [{ status: 'open' }, ['a']],
      [{ status: '' }, ['c']],
      [{ size: 5 }, ['a']],
      [{ size: 5.5 }, ['b']],
      [{ size: '5' }, []],
      [{ status: 5 }, []],
      [{ size: 0 }, ['c']],
      [{ active: true }, ['a']],
      [{ active: false }, ['b']],
      [{ active: null }, ['c', 'd', 'e']],
      [{ status: null }, ['e']],
      [{ size: null, active: null }, ['d', 'e']],
      [{ status: 'open', active: false }, []],
    ]
    for (const [where, ids] of cases) assert.equal(await found(where), ids, JSON.stringify(where))
  })

  test('a list of values finds any of them', async () => {
    const { found } = await scene(store(), {
      indexes: ['status', 'active'],
      documents: [
        { id: 'a', status: 'open', active: true },
        { id: 'b', status: 'shut', active: false },
        { id: 'c', status: null },
        { id: 'd', status: 3 },
      ],
    })
    assert.equal(await found({ status: { in: ['open', 'shut', 'none'] } }), ['a', 'b'])
    assert.equal(await found({ status: { in: ['open', null] } }), ['a', 'c'])
    assert.equal(await found({ status: { in: [3] } }), ['d'])
    assert.equal(await found({ status: { in: [] } }), [])
    assert.equal(await found({ active: { in: [false, null] } }), ['b', 'c', 'd'])
    assert.equal(await found({ status: { in: ['open', 'shut'] }, active: true }), ['a'])
  })

  test('counts by counted fields follow each document that comes, changes, goes and comes back', async () => {
    const counted = ['owner', 'status', 'size']
    const { name, commit, found } = await scene(store(), { indexes: ['owner', ['status', 'size'], 'colour'], counted })
    const of = (id: string, more: object) => ({ id, owner: 'one', status: 'open', size: null, ...more })
    await commit(
      3n,
      write('a', 1n, of('a', {})),
      write('b', 2n, of('b', { size: 5 })),
      write('c', 3n, of('c', { owner: 'two', size: '5' })),
    )
    assert.equal(await found({}), ['a', 'b', 'c'])
    assert.equal(await found({ owner: 'one' }), ['a', 'b'])
    assert.equal(await found({ owner: 'one', size: null }), ['a'])
    assert.equal(await found({ size: 5 }), ['b'])
    assert.equal(await found({ size: '5' }), ['c'])
    assert.equal(await found({ owner: 'three' }), [])

    const changes = [write('a', 4n, of('a', { status: 'shut' })), write('b', 5n, of('b', { size: 5, colour: 'red' })), erase('c', 6n)]
    await commit(6n, ...changes)
    await commit(6n, ...changes)
    await commit(6n, write('a', 3n, of('a', { status: 'late' })))
    assert.equal(await found({}), ['a', 'b'])
    assert.equal(await found({ status: { in: ['open', 'shut', 'late'] } }), ['a', 'b'])
    assert.equal(await found({ status: 'open' }), ['b'])
    assert.equal(await found({ status: 'late' }), [])
    assert.equal(await found({ size: null }), ['a'])
    assert.equal(await found({ owner: 'one', size: { gte: 5 } }), ['b'])
    assert.equal(await found({ owner: 'one', colour: 'red' }), ['b'])

    await commit(7n, write('c', 7n, of('c', { owner: 'two' })), erase('d', 7n))
    assert.equal(await found({ owner: { in: ['two', 'three'] } }), ['c'])
    assert.equal(await found({}), ['a', 'b', 'c'])
    await store().drop(name)
    assert.equal(await found({ owner: 'one' }), [])
    await commit(1n, write('a', 1n, of('a', {})))
    assert.equal(await found({ owner: 'one' }), ['a'])
  })

  test('fields that are counted later count what is there, and others take their place', async () => {
    const indexes = ['owner', 'status']
    const added = ['d', 'e', 'f', 'g', 'h']
    const documents = ['a', 'b', 'c'].map((id) => ({ id, owner: id === 'a' ? 'one' : 'two', status: 'open' }))
    const { name, commit, found } = await scene(store(), { indexes, documents })
    await commit(4n, erase('c', 4n))
    for (const [n, counted] of [['owner'], ['owner', 'status'], undefined, ['owner', 'status'], ['owner']].entries()) {
      await store().define([{ name, version: 1, indexes, ...(counted ? { counted } : {}) }])
      assert.equal(await found({ owner: 'two', status: 'open' }), ['b', ...added.slice(0, n)], `${counted}`)
      await commit(BigInt(5 + n), write(added[n] ?? '', BigInt(5 + n), { id: added[n] ?? '', owner: 'two', status: 'open' }))
    }
    assert.equal(await found({ owner: 'two' }), ['b', ...added])
    const other = await scene(store(), { indexes, version: 2 })
    await rejects(store().define([{ name: other.name, version: 2, indexes, counted: ['colour'] }]), RangeError, 'colour')
    await rejects(store().define([{ name: other.name, version: 2, indexes: ['tags[]'], counted: ['tags[]'] }]), RangeError, 'tags[]')
  })

  test('ranges find numbers and text, each among its own type', async () => {
    const { found } = await scene(store(), {
      indexes: ['n', 'at'],
      documents: [
        { id: 'a', n: -1, at: '2024-01-31T00:00:00.000Z' },
        { id: 'b', n: 2.5, at: '2024-02-01T00:00:00.000Z' },
        { id: 'c', n: 10, at: '2024-02-29T23:59:59.999Z' },
        { id: 'd', n: '3', at: 7 },
        { id: 'e', n: null },
      ],
    })
    assert.equal(await found({ n: { gt: 2.5 } }), ['c'])
    assert.equal(await found({ n: { gte: 2.5 } }), ['b', 'c'])
    assert.equal(await found({ n: { lt: 2.5 } }), ['a'])
    assert.equal(await found({ n: { lte: 2.5 } }), ['a', 'b'])
    assert.equal(await found({ n: { gt: -1, lt: 10 } }), ['b'])
    assert.equal(await found({ n: { gt: 10 } }), [])
    assert.equal(await found({ n: { gt: 2.5, lt: '9' } }), [], 'nothing is both a number and a text')
    assert.equal(await found({ n: { gt: '', lt: 99 } }), [])
    assert.equal(await found({ n: { gte: '' } }), ['d'])
    assert.equal(await found({ n: {} }), ['a', 'b', 'c', 'd', 'e'])
    assert.equal(await found({ at: { gte: '2024-02-01', lt: '2024-03-01' } }), ['b', 'c'])
    assert.equal(await found({ at: { lt: '2024-02-01' } }), ['a'])
    assert.equal(await found({ at: { lt: '2024-02-01' }, n: { gte: 0 } }), [])
  })

  test('text is found by its words, whatever their case and order', async () => {
    const { found } = await scene(store(), {
      indexes: ['name', 'account_id', ['account_id', 'name']],
      documents: [
        { id: 'a', account_id: 'x', name: 'Acme Holdings of Nevada LLC' },
        { id: 'b', account_id: 'x', name: 'Nevada Acme' },
        { id: 'c', account_id: 'y', name: 'ÄRZTE ŁÓDŹ Übersee' },
        { id: 'd', account_id: 'y', name: null },
        { id: 'e', account_id: 'y', name: 7 },
      ],
    })
    assert.equal(await found({ name: { contains: 'acme' } }), ['a', 'b'])
    assert.equal(await found({ name: { contains: '  nevada \t ACME ' } }), ['a', 'b'])
    assert.equal(await found({ name: { contains: 'old' } }), ['a'])
    assert.equal(await found({ name: { contains: 'acme ohio' } }), [])
    assert.equal(await found({ name: { contains: 'ärzte łódź' } }), ['c'])
    assert.equal(await found({ name: { contains: 'ÜBER' } }), ['c'])
    assert.equal(await found({ name: { contains: 'acme '.repeat(3_000) } }), ['a', 'b'])
    assert.equal(await found({ name: { contains: `${'acme '.repeat(3_000)} ohio` } }), [])
    assert.equal(await found({ name: { contains: '7' } }), [])
    assert.equal(await found({ name: { contains: ' ' } }), ['a', 'b', 'c', 'd', 'e'])
    assert.equal(await found({ name: { contains: 'acme\0' } }), [])
    assert.equal(await found({ name: { contains: 'acme' }, account_id: 'x' }), ['a', 'b'])
    assert.equal(await found({ name: { contains: 'acme' }, account_id: 'y' }), [])
  })

  test('an index for words finds what a look through all texts finds', async () => {
    const names = [
      'Acme Holdings of Nevada LLC',
      'ACME',
      'Ac',
      'Zoë’s Café',
      'İstanbul Straße',
      'ΟΔΟΣ ΑΣΑ',
      '株式会社アクメ',
      '"Quoted" *',
      '',
    ]
    const documents = [...names.map((name, n) => ({ id: `a${n}`, name })), { id: 'b', name: null }, { id: 'c', name: 7 }]
    const plain = await scene(store(), { indexes: ['name'], documents })
    const indexed = await scene(store(), { indexes: ['name'], search: ['name'], documents })
    const counted = await scene(store(), { indexes: ['name', 'owner'], search: ['name'], counted: ['owner'], documents })
    const words = names.flatMap((name) => name.split(' ').flatMap((word) => [word, word.toUpperCase(), word.slice(1)]))
    const short = ['a', 'ac', 'ss', 'ß', 'σ', 'ς', 'k', 'i', 'ë', '社', '"', '%']
    for (const contains of new Set([...words, ...short, 'acme nevada', 'αςα', '%_\\', 'acmes', 'x'.repeat(300)])) {
      const found = await plain.found({ name: { contains } })
      assert.equal(await indexed.found({ name: { contains } }), found, contains)
      assert.equal(await counted.found({ name: { contains } }), found, contains)
    }
    assert.equal(await indexed.found({ name: { contains: 'old neva' } }), ['a0'])
  })

  test('pages of what few have by a word are those of a look through all texts, whatever the filter and the order', async () => {
    const documents = Array.from({ length: 150 }, (_, n) => ({
      id: `d${n}`,
      owner: n % 2 === 0 ? 'one' : 'two',
      created: n % 7 === 0 ? null : `2026-${(n * 37) % 100}`,
      risk: n % 5,
      name: n % 9 === 0 ? `Zebra ${n % 4 === 0 ? 'ŁÓDŹ' : 'Company'} ${n}` : `Company ${n}`,
    }))
    const indexes = [['owner', 'created'], 'owner', 'created', 'name', 'risk']
    const earlier = documents.map(({ id, name }) => ({ id, name, owner: 'one', created: '2025', risk: null }))
    const plain = await scene(store(), { indexes, documents: earlier })
    const indexed = await scene(store(), { indexes, search: ['name'], counted: ['owner'], documents: earlier })
    const changes = documents.map((each, n) => (n === 27 ? erase(each.id, 178n) : write(each.id, BigInt(151 + n), each)))
    for (const { commit } of [plain, indexed]) for (const some of chunks(changes)) await commit(some.at(-1)?.position ?? 0n, ...some)
    const filters: readonly Where[] = [
      {},
      { owner: 'two' },
      { owner: { in: ['one', 'none'] }, created: { gte: '2026-3', lt: '2026-8' } },
      { created: null },
      { risk: 3 },
      { owner: 'one', risk: { gt: 1 } },
    ]
    const sorts = [
      [],
      [['created', 'desc']],
      [
        ['owner', 'asc'],
        ['created', 'asc'],
      ],
      [['name', 'asc']],
      [['risk', 'desc']],
    ] as const
    let seen = 0
    for (const contains of ['zebra', 'ebr łódź', 'zebras'])
      for (const filter of filters) {
        const where = { ...filter, name: { contains } }
        const all = await plain.found(where)
        assert.equal(await indexed.found(where), all, JSON.stringify(where))
        for (const sort of sorts)
          for (const page of [1, 2]) {
            const asked = { where, sort, page, perPage: 4 }
            const keys = await plain.keys(asked)
            assert.equal(await indexed.keys(asked), keys, JSON.stringify(asked))
            seen += keys.length
            const last = documents.find(({ id }) => id === keys.at(-1))
            if (!last) continue
            const after = { key: last.id, values: sort.map(([field]) => last[field]) }
            const next = { where, sort, after, page: 1, perPage: 4 }
            assert.equal(await indexed.keys(next), await plain.keys({ ...asked, page: page + 1 }), JSON.stringify(next))
          }
      }
    assert.ok(seen > 100)
  })

  test('a word that many had and few have now is still found', async () => {
    const documents = Array.from({ length: 120 }, (_, n) => ({ id: `d${n}`, owner: 'one', name: `Common ${n}` }))
    const things = await scene(store(), { indexes: ['owner', 'name'], search: ['name'], counted: ['owner'], documents })
    assert.is((await things.found({ name: { contains: 'common' } })).length, 120)
    const changes = documents.slice(1).map(({ id }, n) => write(id, BigInt(121 + n), { id, owner: 'one', name: 'Other' }))
    for (const some of chunks(changes)) await things.commit(some.at(-1)?.position ?? 0n, ...some)
    assert.equal(await things.found({ name: { contains: 'common' } }), ['d0'])
    assert.equal(await things.found({ name: { contains: 'common 0' }, owner: 'one' }), ['d0'])
  })

  test('an index for words follows changes, deletions and a drop', async () => {
    const things = await scene(store(), { indexes: ['name'], search: ['name'], documents: [{ id: 'a', name: 'Acme Widgets' }] })
    await things.commit(2n, write('a', 2n, { id: 'a', name: 'Zebra Widgets' }), write('b', 2n, { id: 'b', name: 'Acme' }))
    assert.equal(await things.found({ name: { contains: 'acme' } }), ['b'])
    assert.equal(await things.found({ name: { contains: 'zebra widg' } }), ['a'])
    await things.commit(3n, write('a', 3n, { id: 'a', name: null }), erase('b', 3n))
    assert.equal(await things.found({ name: { contains: 'zebra' } }), [])
    assert.equal(await things.found({ name: { contains: 'acme' } }), [])
    await things.commit(4n, write('b', 4n, { id: 'b', name: 'Acme again' }))
    assert.equal(await things.found({ name: { contains: 'acme' } }), ['b'])
    assert.equal(await things.get('b'), { id: 'b', name: 'Acme again' })
    await store().drop(things.name)
    assert.equal(await things.found({ name: { contains: 'acme' } }), [])
    await things.commit(1n, write('c', 1n, { id: 'c', name: 'Acme anew' }))
    assert.equal(await things.found({ name: { contains: 'acme' } }), ['c'])
  })

  test('documents with words that many share are counted by counted fields, and the counts follow each change', async () => {
    const many = Array.from({ length: 1_500 }, (_, n) => ({
      id: `m${String(n).padStart(4, '0')}`,
      owner: n % 3 === 0 ? 'one' : 'two',
      active: n % 2 === 0,
      name: n % 5 === 0 ? `Other ${n}` : `Shared ${n}`,
    }))
    const indexes = ['owner', 'active', 'name', 'colour']
    const things = await scene(store(), { indexes, search: ['name'], counted: ['owner', 'active'], documents: many })
    const shared = { contains: 'SHARED' }
    const ids = (isMet: (each: (typeof many)[number]) => boolean) =>
      many.filter((each) => each.name.startsWith('Shared') && isMet(each)).map(({ id }) => id)
    const compared = async (changed: readonly (typeof many)[number][], where: Where, isMet: (each: (typeof many)[number]) => boolean) =>
      assert.equal(
        await things.found({ ...where, name: shared }),
        [
          ...ids((each) => isMet(each) && !changed.some(({ id }) => id === each.id)),
          ...changed.filter(isMet).map(({ id }) => id),
        ].toSorted(),
        JSON.stringify(where),
      )
    const everyWay = async (changed: readonly (typeof many)[number][]) => {
      await compared(changed, {}, () => true)
      await compared(changed, { owner: 'one' }, ({ owner }) => owner === 'one')
      await compared(changed, { active: true, owner: 'two' }, ({ owner, active }) => active && owner === 'two')
      await compared(
        changed,
        { owner: { in: ['one', 'none'] }, active: { in: [false, null] } },
        ({ owner, active }) => !active && owner === 'one',
      )
      await compared(changed, { owner: { gt: 'one' } }, ({ owner }) => owner === 'two')
      await compared(changed, { colour: null, owner: 'two' }, ({ owner }) => owner === 'two')
      await compared(changed, { owner: null }, () => false)
    }
    await everyWay([])
    const [, first, second] = many
    if (!first || !second) throw new Error('there are many')
    const moved = { ...first, owner: 'one', active: true }
    const added = { id: 'n', owner: 'two', active: false, name: 'new and Shared' }
    await things.commit(2_000n, write(moved.id, 2_000n, moved), write('n', 2_000n, added))
    await everyWay([moved, added])
    const renamed = { ...second, name: 'another name' }
    await things.commit(2_001n, write(second.id, 2_001n, renamed), erase('n', 2_001n))
    const left = await things.found({ name: shared })
    assert.not(left.includes(second.id) || left.includes('n'))
    assert.is(left.length, ids(() => true).length - 1)
  })

  test('counts by words do not outlast what was dropped', async () => {
    const documents = [{ id: 'a', owner: 'one', name: 'Old name' }]
    const things = await scene(store(), { indexes: ['owner', 'name'], search: ['name'], counted: ['owner'], documents })
    assert.equal(await things.found({ name: { contains: 'ol' }, owner: 'one' }), ['a'])
    await store().drop(things.name)
    assert.equal(await things.found({ name: { contains: 'ol' } }), [])
    await things.commit(1n, write('b', 1n, { id: 'b', owner: 'one', name: 'New name' }))
    assert.equal(await things.found({ name: { contains: 'ol' }, owner: 'one' }), [])
    assert.equal(await things.found({ name: { contains: 'ew' }, owner: 'one' }), ['b'])
    for (const counted of [['name', 'owner'], undefined, ['owner']]) {
      await store().define([
        { name: things.name, version: 1, indexes: ['owner', 'name'], search: ['name'], ...(counted ? { counted } : {}) },
      ])
      assert.equal(await things.found({ name: { contains: 'ew' }, owner: 'one' }), ['b'], `${counted}`)
      assert.equal(await things.found({ name: { contains: 'ew' }, owner: 'two' }), [], `${counted}`)
    }
  })

  test('text search takes every sign as it stands', async () => {
    const { found } = await scene(store(), {
      indexes: ['name'],
      documents: [
        { id: 'a', name: '100% cotton' },
        { id: 'b', name: 'snake_case' },
        { id: 'c', name: 'star * light' },
        { id: 'd', name: 'J. Doe (deceased) [x] {y} ^z$ a+b? c|d' },
        { id: 'e', name: 'plain \\ "quoted" \'single\'' },
        { id: 'f', name: 'snakeXcase 1000 cotton' },
      ],
    })
    const cases = {
      '0%': 'a',
      e_c: 'b',
      '*': 'c',
      'J.': 'd',
      '(': 'd',
      '[x]': 'd',
      '{y}': 'd',
      '^z$': 'd',
      'b?': 'd',
      'c|d': 'd',
      '\\': 'e',
      '"q': 'e',
      "'s": 'e',
    }
    for (const [contains, id] of Object.entries(cases)) assert.equal(await found({ name: { contains } }), [id], contains)
    assert.equal(await found({ name: { contains: '.*' } }), [])
  })

  test('an array field is met by any of its members', async () => {
    const { found } = await scene(store(), {
      indexes: ['tags[]', 'address.lines[]', 'account_id', ['account_id', 'tags[]']],
      documents: [
        { id: 'a', account_id: 'x', tags: ['red', 'round', 'red'], address: { lines: ['1 Main St'] } },
        { id: 'b', account_id: 'y', tags: ['red', 5], address: { lines: [] } },
        { id: 'c', account_id: 'y', tags: ['Crimson Red', 40] },
        { id: 'd', account_id: 'y', tags: [], address: { lines: ['2 Side St', '1 Main St'] } },
        { id: 'e', account_id: 'y' },
      ],
    })
    assert.equal(await found({ 'tags[]': 'red' }), ['a', 'b'])
    assert.equal(await found({ 'tags[]': 5 }), ['b'])
    assert.equal(await found({ 'tags[]': 'no' }), [])
    assert.equal(await found({ 'tags[]': { in: ['red', 'round', 40] } }), ['a', 'b', 'c'])
    assert.equal(await found({ 'tags[]': { in: [] } }), [])
    assert.equal(await found({ 'tags[]': { gt: 4, lt: 6 } }), ['b'])
    assert.equal(await found({ 'tags[]': { contains: 'red crim' } }), ['c'])
    assert.equal(await found({ 'address.lines[]': '1 Main St' }), ['a', 'd'])
    assert.equal(await found({ 'tags[]': 'red', account_id: 'y' }), ['b'])
    assert.equal(await found({ 'tags[]': 'red', 'address.lines[]': '1 Main St' }), ['a'])
  })

  test('the members of an array follow the document', async () => {
    const { commit, found } = await scene(store(), { indexes: ['tags[]'], documents: [{ id: 'a', tags: ['old', 'kept'] }] })
    await commit(2n, write('a', 2n, { id: 'a', tags: ['kept', 'new'] }))
    assert.equal(await found({ 'tags[]': 'old' }), [])
    assert.equal(await found({ 'tags[]': 'kept' }), ['a'])
    assert.equal(await found({ 'tags[]': 'new' }), ['a'])
    await commit(2n, write('a', 1n, { id: 'a', tags: ['late'] }))
    assert.equal(await found({ 'tags[]': 'late' }), [])
    await commit(3n, erase('a', 3n))
    assert.equal(await found({ 'tags[]': 'new' }), [])
  })

  test('nested fields are named with dots', async () => {
    const { found, keys } = await scene(store(), {
      indexes: ['address.city', 'a.b.c', ['address.state', 'address.city']],
      documents: [
        { id: 'a', address: { city: 'Reno', state: 'NV' }, a: { b: { c: true } } },
        { id: 'b', address: { city: 'Elko', state: 'NV' }, a: { b: 'flat' } },
        { id: 'c', address: null },
        { id: 'd', 'address.city': 'Reno' },
      ],
    })
    assert.equal(await found({ 'address.city': 'Reno' }), ['a'])
    assert.equal(await found({ 'a.b.c': true }), ['a'])
    assert.equal(await found({ 'address.state': 'NV', 'address.city': { lt: 'F' } }), ['b'])
    assert.equal(await keys({ where: { 'address.state': 'NV' }, sort: [['address.city', 'asc']] }), ['b', 'a'])
  })

  test('without a sort documents come in key order', async () => {
    const { keys } = await scene(store(), {
      indexes: ['n'],
      documents: ['c', 'Ä', 'a', 'B', '🏢', '\uFF21', 'b'].map((id) => ({ id, n: 1 })),
    })
    assert.equal(await keys(), ['B', 'a', 'b', 'c', 'Ä', '\uFF21', '🏢'])
    assert.equal(await keys({ where: { n: 1 } }), ['B', 'a', 'b', 'c', 'Ä', '\uFF21', '🏢'])
    assert.equal(await keys({ where: { n: 1 }, page: 2, perPage: 3 }), ['c', 'Ä', '\uFF21'])
  })

  test('a sort goes either way, ties by key in the direction of the last field', async () => {
    const { keys } = await scene(store(), {
      indexes: ['group', 'n', ['group', 'n']],
      documents: [
        { id: 'a', group: 'x', n: 2 },
        { id: 'b', group: 'x', n: 1 },
        { id: 'c', group: 'y', n: 10 },
        { id: 'd', group: 'y', n: 1 },
        { id: 'e', group: 'y', n: null },
        { id: 'f', group: 'x' },
      ],
    })
    assert.equal(await keys({ sort: [['n', 'asc']] }), ['e', 'f', 'b', 'd', 'a', 'c'])
    assert.equal(await keys({ sort: [['n', 'desc']] }), ['c', 'a', 'd', 'b', 'f', 'e'])
    const both = (first: 'asc' | 'desc', second: 'asc' | 'desc') =>
      keys({
        sort: [
          ['group', first],
          ['n', second],
        ],
      })
    assert.equal(await both('asc', 'asc'), ['f', 'b', 'a', 'e', 'd', 'c'])
    assert.equal(await both('desc', 'desc'), ['c', 'd', 'e', 'a', 'b', 'f'])
    assert.equal(await both('asc', 'desc'), ['a', 'b', 'f', 'c', 'd', 'e'])
    assert.equal(await both('desc', 'asc'), ['e', 'd', 'c', 'f', 'b', 'a'])
    assert.equal(await keys({ where: { group: 'x' }, sort: [['group', 'desc']] }), ['f', 'b', 'a'])
    assert.equal(await keys({ where: { group: 'x' }, sort: [['group', 'asc']] }), ['a', 'b', 'f'])
    assert.equal(await keys({ where: { group: { in: ['x', 'y'] } }, sort: [['n', 'desc']], page: 2, perPage: 2 }), ['d', 'b'])
  })

  test('pages are of one size, never overlap, and end', async () => {
    const documents = Array.from({ length: 53 }, (_, n) => ({
      id: `k${String(n).padStart(2, '0')}`,
      account_id: n % 10 ? 'x' : 'y',
      at: n % 3,
    }))
    const { name, keys } = await scene(store(), { indexes: ['account_id', ['account_id', 'at']], documents })
    for (const direction of ['asc', 'desc'] as const) {
      const options = { where: { account_id: 'x' }, sort: [['at', direction]] } as const
      const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => keys({ ...options, page, perPage: 10 })))
      assert.equal(
        pages.map((page) => page.length),
        [10, 10, 10, 10, 7, 0],
      )
      assert.equal(pages.flat(), await keys(options))
      assert.is(new Set(pages.flat()).size, 47)
    }
    assert.is(await store().count(name, { account_id: 'x' }), 47)
    assert.is(await store().count(name), 53)
    assert.is((await keys({ perPage: 25 })).length, 25)
  })

  test('what comes after a place goes on in the order, whatever is added or has gone meanwhile', async () => {
    const documents: readonly { readonly [member: string]: string | number | null; readonly id: string }[] = [
      { id: 'a', n: 2, m: 'x' },
      { id: 'b', n: 1, m: 'y' },
      { id: 'c', n: 2, m: null },
      { id: 'd', n: null, m: 'x' },
      { id: 'e', n: 1, m: 'x' },
      { id: 'f', m: 'x' },
    ]
    const { keys } = await scene(store(), { indexes: [['n', 'm'], 'm'], documents })
    for (const one of ['asc', 'desc'] as const)
      for (const other of ['asc', 'desc'] as const) {
        const sort = [
          ['n', one],
          ['m', other],
        ] as const
        const whole = await keys({ sort })
        for (const [index, key] of filled(whole.entries())) {
          const at = documents.find(({ id }) => id === key)
          const after = { key: String(key), values: [at?.n ?? null, at?.m ?? null] }
          assert.equal(await keys({ sort, after }), whole.slice(index + 1))
          assert.equal(await keys({ sort, after, perPage: 2 }), whole.slice(index + 1, index + 3))
        }
      }
    // Nothing stands at the place itself.
    assert.equal(await keys({ sort: [['n', 'desc']], after: { key: 'bb', values: [1] } }), ['b', 'f', 'd'])
    assert.equal(await keys({ where: { m: 'x' }, sort: [['n', 'desc']], after: { key: 'c', values: [2] } }), ['a', 'e', 'f', 'd'])
  })

  test('a page that cannot be is refused', async () => {
    const { name } = await scene(store())
    for (const options of [{ page: 0, perPage: 5 }, { page: 1.5, perPage: 5 }, { perPage: -1 }, { perPage: Number.NaN }])
      await rejects(store().find(name, options), RangeError, 'age')
  })

  test('a field that is not declared is refused by name', async () => {
    const { name } = await scene(store(), { indexes: ['status', 'tags[]', ['account_id', 'address.city']] })
    const cases: readonly Where[] = [
      { colour: 'x' },
      { tags: 'x' },
      { 'status[]': 'x' },
      { address: null },
      { 'address.street': 'x' },
      { "x' or 1=1 --": 'x' },
    ]
    for (const where of cases) {
      const field = Object.keys(where)[0]!
      await rejects(store().find(name, { where }), UnknownField, field)
      await rejects(store().count(name, where), UnknownField, field)
      await rejects(store().find(name, { sort: [[field, 'asc']] }), UnknownField, field)
    }
    await rejects(store().find(name, { sort: [['tags[]', 'asc']] }), UnknownField, 'tags[]')
    assert.equal(await store().find(name, { where: { 'address.city': 'x' }, sort: [['account_id', 'asc']] }), [])
  })
}

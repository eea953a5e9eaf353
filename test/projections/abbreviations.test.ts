// How documents are written shorter belongs to the version of their collection: other words, or other columns, need another version.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { projections } from '../../src/projections/all.ts'
import { addressOf } from '../../src/projections/checkpoints.ts'
import { columns } from '../../src/projections/columns.ts'
import { projection } from '../../src/projections/projection.ts'
import { startProjector } from '../../src/projections/projector.ts'
import { planVersions } from '../../src/projections/versions.ts'
import type { Abbreviations } from '../../src/stores/document-store.ts'
import { layoutOf } from '../../src/stores/embedded/layout.ts'
import { patienceMs } from '../eventually.ts'
import { filled } from '../filled.ts'
import { acme, openScene, reviewed } from '../http/scene.ts'
import { openStores, switched } from '../stores/log.ts'

const test = suite('abbreviations of collections')

/** Never change one: raise the version, and put its line here. */
const frozen = {
  'businesses@24': 'ac905c86d41be2f0',
  'business_links@5': 'd996ec74eaa943d6',
  'orders@5': '628f2ef956a82a34',
  'timeline@6': 'fdeb2cfe428ccdaf',
}

test('the words and columns of a version are what they were', () => {
  const found = projections.flatMap((each) => {
    const { abbreviations, schema } = each.spec
    if (!abbreviations) return []
    const text = JSON.stringify([abbreviations, schema?.properties])
    return [[addressOf(each), createHash('sha256').update(text).digest('hex').slice(0, 16)] as const]
  })
  assert.equal(Object.fromEntries(found), frozen)
})

/** The most that the lists and objects of a collection's documents take in their columns, as a share of their JSON. */
const mostShares = { businesses: 0.25, business_links: 0.17, orders: 0.25, timeline: 0.6 }

test('the words of a collection are found in what the service writes', async () => {
  const scene = await openScene()
  try {
    await reviewed(scene.test, { ...acme, people: [{ name: 'Ada Quill' }] })
    const written = filled(projections.filter(({ spec }) => spec.abbreviations)).map(async ({ spec: { name }, spec }) => {
      const { partsOf, stored } = layoutOf(spec)
      const parts = filled(await scene.inner.documents.find(name, { where: { account_id: scene.accountId } })).map(partsOf)
      const lengthOf = (texts: readonly unknown[]) => texts.join('').length
      return [name, lengthOf(parts.flatMap((each) => stored({ ...each, scalars: [] }))) / lengthOf(parts.flatMap(({ members }) => members))]
    })
    const shares: { readonly [name: string]: number } = Object.fromEntries(await Promise.all(written))
    for (const [name, most] of Object.entries(mostShares)) assert.ok((shares[name] ?? 1) <= most, `${name}: ${shares[name]}`)
    assert.equal(Object.keys(shares).toSorted(), Object.keys(mostShares).toSorted())
  } finally {
    await scene.close()
  }
})

type Notes = { readonly id: string; readonly notes: readonly string[] }

const notes = (version: number, abbreviations?: Abbreviations) =>
  projection<Notes>()({
    collection: 'notes',
    version,
    indexes: ['id'],
    schema: columns<Notes>({ id: 'text', notes: 'json' }),
    ...(abbreviations && { abbreviations }),
    starts: { FeatureSwitched: ({ data, stream }) => ({ id: stream, notes: [data.feature] }) },
    on: { FeatureSwitched: (doc, { data }) => ({ ...doc, notes: [...doc.notes, data.feature] }) },
  })

test('a folder of an earlier release answers from its own table until the shorter one is built', async () => {
  const stores = await openStores()
  const { documents, log } = stores
  const file = new DatabaseSync(join(stores.folder, 'read-models.sqlite'), { readOnly: true })
  const shown = () => file.prepare('select id, notes from notes').all()
  const columnsOf = (table: string) =>
    file
      .prepare('select name from pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name)
  try {
    const earlier = notes(1)
    await documents.define([earlier.spec])
    const before = await startProjector({ log, documents, projections: [earlier] })
    assert.ok(await before.passed(await stores.append('account-a', switched('one'), switched('two')), patienceMs))
    await before.close()

    const shorter = notes(2, { words: { notes: ['["', '","'] }, own: ['id'] })
    const { serving, building } = await planVersions(documents, [shorter])
    await documents.define([...building, ...serving].map(({ spec }) => spec))
    const asBefore = ['key', 'position', '$.id', 'document']
    assert.equal(columnsOf('notes_v1'), asBefore)
    const projectors = await Promise.all([serving, building].map((some) => startProjector({ log, documents, projections: some })))
    const position = await stores.append('account-a', switched('three'))
    for (const projector of projectors) assert.ok(await projector.passed(position, patienceMs))
    assert.equal(columnsOf('notes_v1'), asBefore)
    const all = { id: 'account-a', notes: ['one', 'two', 'three'] }
    assert.equal([await documents.get('notes@1', 'a'), await documents.get('notes@2', 'a')], [all, all])
    const [old] = shown()
    await documents.define([shorter.spec])
    assert.equal(shown(), [old])
    assert.equal(JSON.parse(String(old?.notes)), all.notes)
    for (const projector of projectors) await projector.close()
  } finally {
    file.close()
    await stores.close()
  }
})

test.run()

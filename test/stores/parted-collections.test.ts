// Collections of authentication lie in a file of their own: which file each operation goes to, also for versions of the past.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CollectionSpec } from '../../src/stores/document-store.ts'
import type { CollectionsFile } from '../../src/stores/embedded/collections-file.ts'
import { partCollections } from '../../src/stores/embedded/parted-collections.ts'

/** Notes what it is asked. */
const open = () => {
  const asked: string[] = []
  const file = (name: string) =>
    new Proxy({} as CollectionsFile, {
      get: (_, operation) => async (what: unknown) => {
        const collections = Array.isArray(what) ? what.map((each) => each.collection ?? each.name) : [what]
        asked.push(`${name} ${String(operation)} ${collections.join()}`)
        return []
      },
    })
  return { parts: partCollections({ analysts: file('analysts'), authentication: file('authentication') }), asked }
}

const spec = (name: string, version: number, store?: 'authentication'): CollectionSpec => ({
  name,
  version,
  indexes: [],
  ...(store && { store }),
})

const opened = async () => {
  const { parts, asked } = open()
  await parts.define([spec('notes', 1), spec('keys', 2, 'authentication')])
  asked.length = 0
  return { parts, asked }
}

test('each collection is defined, read and written in its own file, by its name and by its address', async () => {
  const { parts, asked } = open()
  await parts.define([spec('notes', 1), spec('keys', 2, 'authentication')])
  await parts.get('notes', '1')
  await parts.get('keys', '1')
  await parts.find('keys@2', {})
  const commit = { partition: 'all', changes: [], position: 1n }
  await parts.commit([
    { collection: 'keys', ...commit },
    { collection: 'notes', ...commit },
  ])
  assert.equal(asked, [
    'analysts define notes',
    'authentication define keys',
    'analysts get notes',
    'authentication get keys',
    'authentication find keys@2',
    'authentication commit keys',
    'analysts commit notes',
  ])
})

test('a version of the past is dropped wherever it may lie, and one of today where it lies alone', async () => {
  const { parts, asked } = await opened()
  for (const name of ['keys@1', 'keys@2', 'keys', 'notes']) await parts.drop(name)
  assert.equal(asked, [
    'analysts drop keys@1',
    'authentication drop keys@1',
    'authentication drop keys@2',
    'authentication drop keys',
    'analysts drop notes',
  ])
})

test('a collection that was moved out is found where it is now', async () => {
  const { parts, asked } = await opened()
  await parts.define([spec('keys', 2)])
  asked.length = 0
  await parts.get('keys', '1')
  assert.equal(asked, ['analysts get keys'])
})

test('both files are scrubbed', async () => {
  const { parts, asked } = await opened()
  await parts.scrub()
  assert.equal(
    asked.map((each) => each.trim()),
    ['analysts scrub', 'authentication scrub'],
  )
})

test.run()

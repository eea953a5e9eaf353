// After an erasure a value that others have too is told with their records, and one that was left behind as such.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { remainsOf } from '../../src/audit/held-elsewhere.ts'
import { remaining } from '../../src/cli/audit/erase.ts'
import type { JsonObject } from '../../src/stores/event-store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'probity-held-'))
test.after(() => rmSync(dataDir, { recursive: true }))

const [erased, other] = ['erased-business', 'other-business']
const agent = 'Sandbox "Registered" Agents Inc.'

const remainsWith = (file: string, records: Readonly<Record<string, JsonObject>>, written = '') => {
  writeFileSync(join(dataDir, 'read-models.sqlite'), file)
  const documents = {
    all: async function* (collection: string) {
      if (collection === 'businesses') for (const [key, document] of Object.entries(records)) yield { key, document, position: 0n }
    },
  }
  const values = new Map([
    [agent, 'agent.name'],
    ['Ann Dorothea', 'people.0.name'],
  ])
  return remainsOf(values, [erased], { dataDir, documents, collections: ['liens', 'businesses'], written })
}

test('a value that a record of others holds is told with the record, and was not left behind', async () => {
  const remains = await remainsWith(agent, { [erased]: { name: agent }, [other]: { agent: { name: agent.toUpperCase() } } })
  assert.equal(remains.elsewhere, [{ field: 'agent.name', records: [{ collection: 'businesses', id: other }] }])
  assert.equal([remains.left_behind, remains.still_in.map(({ fields }) => fields)], [[], [['agent.name']]])
  assert.equal(remaining(remains), [
    'records of others hold these values too; erase them separately if you must, these for example:',
    '  the value of agent.name: businesses other-business',
  ])
})

test('a value that is in a file, but in no record or only in those of what was erased, was left behind', async () => {
  const own: Readonly<Record<string, JsonObject>> = {
    [erased]: { name: 'Ann Dorothea' },
    'a-lien': { business_id: erased, debtor: 'Ann Dorothea' },
  }
  const remains = await remainsWith(`${agent} Ann Dorothea`, { ...own, [other]: { agent } })
  assert.equal(remains.left_behind, ['people.0.name'])
  assert.match(
    remaining(remains).join('\n'),
    /\nSTILL FOUND, and in no record of others:\n .*read-models\.sqlite: the value of people\.0\.name\n/,
  )
  assert.match(
    remaining(remains).join('\n'),
    /\nits own records that hold these values:\n {2}the value of people\.0\.name: businesses erased-business, businesses a-lien$/,
  )
})

test('a value that the program itself writes into the file was not left behind', async () => {
  const remains = await remainsWith(`${agent} Ann Dorothea`, {}, `[${agent}]`)
  assert.equal(remains.left_behind, ['people.0.name'])
})

test('of many records that hold it three are named, and where nothing is found nothing is told', async () => {
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`business-${index}`, { agent }]))
  assert.is((await remainsWith(agent, many)).elsewhere[0]?.records.length, 3)
  const clean = await remainsWith('nothing personal', many)
  assert.equal(clean, { still_in: [], elsewhere: [], left_behind: [], left_in: [] })
  assert.equal(remaining(clean), ['no file of the data folder contains any of the values any more'])
})

test.run()

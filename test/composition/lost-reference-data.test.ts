// A folder of reference data that is empty at the start: new, or lost after published data was in use.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceData } from '../../src/commands/reference-data.ts'
import { type Kernel, openKernel } from '../../src/composition/kernel.ts'
import { openSources, readConfiguredSources } from '../../src/composition/sources.ts'
import { readConfig } from '../../src/config.ts'
import type { Subject } from '../../src/evidence/ports.ts'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { sampleFolder } from '../../src/evidence/reference/sample.ts'
import { filled } from '../filled.ts'

const test = suite('lost reference data')
const dataDir = mkdtempSync(join(tmpdir(), 'probity-lost-data-'))
const folder = join(dataDir, 'reference')
const config = readConfig({ DATA_DIR: dataDir, MASTER_KEY: Buffer.alloc(32, 9).toString('base64') })
const now = () => new Date()
let kernel: Kernel
const lines: { readonly level: number; readonly kinds?: readonly string[]; readonly msg: string }[] = []

test.before(async () => {
  kernel = await openKernel(config, {})
})
test.after(async () => {
  await kernel.stores.close()
  rmSync(dataDir, { recursive: true, force: true })
})
test.before.each(() => {
  rmSync(folder, { recursive: true, force: true })
  lines.length = 0
})

const start = async () => {
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return openSources(config, await readConfiguredSources(config), { now, log, load: kernel.load })
}

/** As when an instance sees that the version came into use. */
const note = async (version: string, day: string) => {
  const context = { accountId: '', actor: { type: 'process', id: 'test' }, commandId: randomUUID(), at: now() } as const
  const used = { version, file: `ofac_sdn-${version}-0.sqlite`, importedAt: `${day}T00:00:00.000Z` }
  await kernel.handle(referenceData, 'ofac_sdn', { type: 'NoteVersion', kind: 'ofac_sdn', previous: null, ...used }, context)
}

test('a folder that never had published data gets the sample, also again', async () => {
  for (const version of ['none', 'sample', 'sample-0a1b2c3d']) {
    if (version !== 'none') await note(version, `2026-01-0${version.length > 6 ? 2 : 1}`)
    rmSync(folder, { recursive: true, force: true })
    const { loadedData, close } = await start()
    assert.ok(
      filled(loadedData()).every(({ isSample }) => isSample),
      version,
    )
    await close()
  }
  assert.equal(lines, [])
})

test('where published data was in use, nothing invented stands in for it, and what is imported again is read', async () => {
  await note('2027-01-01', '2027-01-01')
  const { evidence, loadedData, loadedLists, close } = await start()
  assert.equal(loadedData(), [])
  assert.equal(await loadedLists(), [])
  assert.equal(
    lines.map(({ level, kinds, msg }) => [level, kinds, msg.slice(0, 39)]),
    [[50, ['ofac_sdn'], 'the published reference data is gone, a']],
  )
  const subject: Subject = { business_id: 'one', names: ['Vulturov Trading LLC'], addresses: [], people: [], tin: null, website: null }
  assert.equal((await evidence.live.watchlists(subject)).lists, [])
  const files = ['sdn', 'add', 'alt', 'sdn_comments'].map((part) => join(sampleFolder, 'ofac_sdn', `invented-${part}.csv`))
  await importFiles({ folder, kind: 'ofac_sdn', files, version: '2027-01-01' })
  assert.equal(
    loadedData().map(({ kind, isSample }) => [kind, isSample]),
    [['ofac_sdn', false]],
  )
  await close()
})

test.run()

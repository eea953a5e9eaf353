// A file or folder that the user names and that cannot be read or written is wrong use, in every command.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exampleId } from '../../src/cli/command-line.ts'
import { filled } from '../filled.ts'
import { startTestService, type TestService, testKey } from '../journeys/service.ts'
import { masterKey } from './audit.ts'
import { runCommand } from './command.ts'

const test = suite('files that cannot be read')
const folder = mkdtempSync(join(tmpdir(), 'probity-unreadable-'))
/** Stands where a file should be, and nobody can open it, not even the superuser: a socket. */
const closed = join(folder, 'closed')
const socket = createServer()
let service: TestService
test.before(async () => {
  service = await startTestService()
  await once(socket.listen(closed), 'listening')
})
test.after(async () => {
  await service.stop()
  socket.close()
  rmSync(folder, { recursive: true })
})

const run = (program: string, words: readonly string[]) => {
  const env = { PATH: process.env.PATH, DATA_DIR: service.dataDir, MASTER_KEY: masterKey, PROBITY_KEY: testKey, BASE_URL: service.url }
  return runCommand(program, words, env)
}

/** Every command that reads a file of the user; `FILE` stands for it. */
const reading: readonly (readonly [program: string, words: string])[] = [
  ['audit', 'screening FILE'],
  ['audit', 'check FILE'],
  ['audit', 'repeat-erasures FILE'],
  ['audit', 'backtest FILE'],
  ['audit', 'verify --public-key FILE'],
  ['audit', 'verify --public-key=FILE'],
  ['batch', 'FILE'],
  ['cli', 'create business --data @FILE'],
  ['desk', `liens attach ${exampleId} UCC-1 FILE`],
  ['desk', `documents add ${exampleId} UCC-1 FILE`],
  ['desk', 'mail record FILE'],
  ['jurisdictions', 'import oh_rita FILE'],
  ['policy', 'add FILE --yes'],
  ['policy', `test FILE ${exampleId}`],
  ['policy', 'portfolio FILE'],
  ['reference', 'import ofac_sdn FILE'],
  ['reference', 'diff ofac_sdn FILE FILE'],
]

for (const [program, words] of filled(reading))
  test(`${program} ${words}: one that cannot be opened ends with 2, in plain words`, async () => {
    const { code, stderr } = await run(program, words.replaceAll('FILE', closed).split(' '))
    assert.equal([code, stderr.split('\n')[0]], [2, `${program}: ${closed} is not a file: nothing can be read from it`])
  })

for (const [program, words] of [
  ['audit', 'export --out OUT'],
  ['audit', 'export --format parquet --out OUT/x'],
  ['batch', 'README.md --out OUT'],
] as const)
  test(`${program} ${words}: a place that cannot be written ends with 2`, async () => {
    const { code, stderr } = await run(program, words.replaceAll('OUT', join('package.json', 'out')).split(' '))
    assert.is(code, 2, stderr)
    assert.match(stderr, /package\.json\S* (is a file, where a folder is needed|is inside something that is not a folder)\n/)
    assert.not.match(stderr, /uploading|^ +at /m)
  })

test.run()

// The file of the master key is there whole or not at all, whatever ends its writing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { masterKeyFile, readMasterKey, writeMasterKey } from '../../src/stores/master-key.ts'

const test = suite('master key')
const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
let folder: string
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'probity-key-'))
})
test.after.each(() => rmSync(folder, { recursive: true }))

/** Writes the key in a process of its own, with this command of bash and this line of JavaScript before it. */
const writing = ({ before = 'true', first = '' }) => {
  const code = `${first}
    import { writeMasterKey } from ${JSON.stringify(import.meta.resolve('../../src/stores/master-key.ts'))}
    writeMasterKey(${JSON.stringify(folder)}, Buffer.alloc(32, 1))`
  const program = ['-c', `${before}; exec "$0" --input-type=module-typescript -e "$1"`, process.execPath, code]
  return spawnSync('bash', program, { encoding: 'utf8' })
}

test('a key is written once, for its owner alone, with nothing beside it', () => {
  writeMasterKey(folder, key)
  assert.equal(readMasterKey(folder), key)
  assert.equal(readdirSync(folder), ['master.key'])
  assert.is(statSync(masterKeyFile(folder)).mode & 0o777, 0o600)
  assert.throws(() => writeMasterKey(folder, other), /is there already and is not replaced/)
  assert.equal(readMasterKey(folder), key)
  assert.equal(readdirSync(folder), ['master.key'])
})

test('a disk that takes no more leaves no half of a key', () => {
  const { status, stderr } = writing({ before: 'ulimit -f 0' })
  assert.is(status, 1)
  assert.match(stderr, /EFBIG/)
  assert.equal(readdirSync(folder), [])
})

/** The process is killed when ten bytes are written. */
const killed = `import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    fs.writeFileSync = (path, text, { mode, flag = 'w' }) => {
      fs.writeSync(fs.openSync(path, flag, mode), text.slice(0, 10))
      process.kill(process.pid, 'SIGKILL')
    }
    syncBuiltinESMExports()`

test('a kill in the middle of the writing leaves no key, and the next start makes one', () => {
  const { signal } = writing({ first: killed })
  assert.is(signal, 'SIGKILL')
  assert.is(readMasterKey(folder), undefined)
  writeMasterKey(folder, other)
  assert.equal(readMasterKey(folder), other)
  assert.equal(readdirSync(folder), ['master.key'])
})

test('what lies in the place of a key stays as it is', () => {
  writeFileSync(masterKeyFile(folder), 'short\n')
  assert.throws(() => writeMasterKey(folder, key), /is there already and is not replaced/)
  assert.throws(() => readMasterKey(folder), /does not hold 32 bytes in Base64/)
})

test.run()

// What is loaded with its first use works once it can be loaded, whatever kept it from that before.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

test('a process that can open no file for a while reads websites, writes mail and keeps documents afterwards', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-files-'))
  try {
    const program = join(import.meta.dirname, 'too-many-files.ts')
    const command = ['-c', 'ulimit -n 128; exec "$0" --disable-warning=ExperimentalWarning "$1" "$2"', process.execPath, program, folder]
    const { stdout, stderr } = spawnSync('bash', command, { encoding: 'utf8' })
    assert.ok(stdout.startsWith('{'), stderr)
    const { meanwhile, afterwards } = JSON.parse(stdout)
    assert.equal([meanwhile['a new document'], meanwhile['a document']], ['StoreUnavailable', 'StoreUnavailable'])
    assert.not.equal([meanwhile['a website'], meanwhile['a mail']], ['done', 'done'])
    assert.equal(afterwards, { 'a website': 'done', 'a mail': 'done', 'a new document': 'done', 'a document': 'done' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.run()

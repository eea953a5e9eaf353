// The demonstration runs to its end: it waits for words of reviews, and waits for ever where these have changed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { edits } from '../../src/demo/edited-registries.ts'
import { startService } from '../../src/service.ts'
import { startCommand } from '../cli/command.ts'
import { inTime } from '../eventually.ts'
import { filled } from '../filled.ts'
import { visitor } from '../pages/browser.ts'

const test = suite('the demonstration')
const folder = mkdtempSync(join(tmpdir(), 'probity-demonstrated-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

test('it tells of every edited registry, and how to look at what it keeps', async () => {
  const { child, ended } = startCommand('../demo/demo', ['--keep'], { ...process.env, TMPDIR: folder })
  const { code, output } = await inTime('the demonstration ends', ended).finally(() => child.kill())
  assert.is(code, 0, output)
  for (const { name, what, task, tells } of filled(edits)) {
    const [, told = ''] = output.split(`\n${name}: ${what}\n  ${task}: `)
    assert.ok(told.split('\n')[0]?.includes(tells), `${name}: ${told}`)
  }

  const [, data = '', email = '', password = ''] = /DATA_DIR=(\S+) npm start; sign in as (\S+) with (\S+)\n/.exec(output) ?? []
  const kept = await startService(readConfig({ DATA_DIR: data, PORT: '0', LOG_LEVEL: 'silent' }))
  try {
    const user = visitor(kept.url ?? '', 'live')
    await user.signIn({ email, password })
    const { text } = await user.get('/businesses')
    for (const { name } of filled(edits)) assert.ok(text.includes(name.replaceAll('&', '&amp;')), `${name} is not on the page`)
  } finally {
    await kept.stop()
  }
})

test.run()

// How programs of the service end: with their code, though something is still open, and not before V8's threads had time to come to their end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const ending = `
  import { endProcess } from ${JSON.stringify(new URL('../src/ending.ts', import.meta.url).href)}
  setInterval(() => undefined, 1_000)
  setImmediate(() => console.log('the main thread rests'))
  await endProcess(3)
  console.log('it went on')`

test('a program ends with its code after the main thread has rested, whatever is open', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', ending], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  assert.equal([said, code], ['the main thread rests\n', 3])
})

test.run()

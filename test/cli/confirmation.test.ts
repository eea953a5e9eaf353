// How a command line asks before it changes something.
import { PassThrough } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { confirm } from '../../src/cli/confirmation.ts'

/** A user who answers so on a terminal. */
const answering = async (answer: string | null) => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = new PassThrough()
  if (answer === null) input.end()
  else input.write(`${answer}\n`)
  const outcome = await confirm('Enable it?', {}, { input, output }).then(
    () => 'agreed',
    ({ name, message }: Error) => `${name}: ${message}`,
  )
  return { outcome, asked: String(output.read() ?? '') }
}

for (const answer of ['y', 'yes', 'Y', ' YES '])
  test(`“${answer}” agrees`, async () => {
    const { outcome, asked } = await answering(answer)
    assert.is(outcome, 'agreed')
    assert.match(asked, 'Enable it? [y/N] ')
  })

for (const answer of ['', 'n', 'no', 'yesterday', null])
  test(`${answer === null ? 'the end of the input' : `“${answer}”`} does not agree`, async () => {
    assert.is((await answering(answer)).outcome, 'OperatorError: not confirmed: nothing was changed')
  })

test('--yes agrees without asking', async () => {
  const output = new PassThrough()
  await confirm('Enable it?', { yes: true }, { input: new PassThrough(), output })
  assert.is(output.read(), null)
})

test('without a terminal and without --yes it is wrong use', async () => {
  const outcome = await confirm('Enable it?', {}, { input: new PassThrough(), output: new PassThrough() }).catch((error: Error) => error)
  assert.equal(
    [(outcome as Error).name, (outcome as Error).message],
    ['WrongUse', 'this command asks for confirmation, and there is no terminal: add --yes'],
  )
})

test.run()

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openInParts } from '../../src/stores/opening.ts'

const scene = () => {
  const closed: string[] = []
  const part = (name: string) => ({
    close: async () => {
      await Promise.resolve()
      closed.push(name)
    },
  })
  return { closed, part }
}

test('parts are closed in the opposite order, once', async () => {
  const { closed, part } = scene()
  const { close, name } = await openInParts(async (kept) => {
    kept(part('folder'))
    kept(part('log'))
    return { name: 'stores' }
  })
  assert.equal([name, closed], ['stores', []])
  await close()
  await close()
  assert.equal(closed, ['log', 'folder'])
})

test('where a part cannot be opened, those before it are closed when its failure is told', async () => {
  const { closed, part } = scene()
  const opening = openInParts(async (kept) => {
    kept(part('folder'))
    kept({ close: () => Promise.reject(new Error('cannot be closed')) })
    kept(part('log'))
    throw new Error('the port is taken')
  })
  const message = await opening.then(
    () => 'opened',
    (error: Error) => error.message,
  )
  assert.equal([message, closed], ['the port is taken', ['log', 'folder']])
})

test.run()

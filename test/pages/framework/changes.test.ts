// The stream that tells a page of changes: its end when the store cannot be asked.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { changes } from '../../../src/pages/framework/changes.ts'
import { inTime } from '../../eventually.ts'
import { toy } from '../../http/toy.ts'

const away = async () => {
  throw new Error('the store is away')
}
const nothing = { close: async () => undefined }

for (const [what, inner] of [
  ['followed', { watch: away, history: async () => [], passed: async () => true }],
  ['asked for the last event', { watch: async () => nothing, history: away, passed: async () => true }],
] as const)
  test(`a page whose stream cannot be ${what} is left to connect again`, async () => {
    const { app } = toy([(routes) => void routes.get('/live', (c) => changes(inner, c, 'business-1'))])
    const answer = await app.request('/v1/live', { headers: { Authorization: 'Bearer key-a' } })
    assert.is(answer.status, 200)
    assert.is(await inTime('the stream ends', answer.text()), '')
  })

test.run()

// The stream that tells a page of changes: it tells of an event once the page can show it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { changes } from '../../src/pages/changes.ts'
import { eventually, inTime } from '../eventually.ts'
import { toy } from '../http/toy.ts'

const told = 'event: changed\ndata: {}\n\n'

test('a page is told of an event once the read models have it, and before that when they take long', async () => {
  let tell: (position: bigint) => void = () => undefined
  const asked: string[] = []
  let answer = Promise.withResolvers<boolean>()
  const inner = {
    history: async () => [{ position: 5n }] as never,
    watch: async (_: string, onEvents: (position: bigint) => void) => {
      tell = onEvents
      return { close: async () => undefined }
    },
    passed: (position: bigint, accountId: string) => {
      asked.push(`${position} of ${accountId}`)
      return answer.promise
    },
  }
  const { send } = toy((app) => app.get('/live', (c) => changes(inner, c, 'business-1')))
  const reader = (await send('GET', '/v1/live')).body?.getReader()
  const next = async () => Buffer.from((await inTime('the page is told', reader?.read() ?? Promise.reject()))?.value ?? []).toString()
  await eventually('the read models are asked for what there was', () => asked.length === 1)
  answer.resolve(true)
  assert.is(await next(), told, 'what came while the page was loaded')

  answer = Promise.withResolvers()
  tell(7n)
  await eventually('the read models are asked', () => asked.length === 2)
  let isTold = false
  const first = next().finally(() => {
    isTold = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  assert.not(isTold, 'it would be loaded as it was')
  const late = answer
  answer = Promise.withResolvers()
  late.resolve(false)
  assert.is(await first, told)
  await eventually('they are asked again', () => asked.length === 3)
  answer.resolve(true)
  assert.is(await next(), told)
  assert.equal(asked, ['5 of account-a', '7 of account-a', '7 of account-a'])
  await reader?.cancel()
})

test.run()

// The frames of a run that failed, held against AG-UI's schemas.
import { randomUUID } from 'node:crypto'
import { EventSchemas } from '@ag-ui/core/schemas'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { framed } from '../../src/interface/run-frames.ts'
import { filled } from '../filled.ts'
import { openStores } from '../stores/log.ts'

test('a run that failed ends with RUN_ERROR and why, and its last state says so too', async () => {
  const stores = await openStores()
  const [run_id, step_id] = [randomUUID(), randomUUID()]
  await stores.append(
    `run-${run_id}`,
    {
      type: 'RunStarted',
      data: {
        run_id,
        thread_id: randomUUID(),
        agent: 'website_review',
        context_type: 'business',
        context_id: randomUUID(),
        requester: { id: randomUUID(), type: 'account' },
      },
    },
    { type: 'StepStarted', data: { step_id, parent_step_id: null, type: 'output', name: 'look_again', label: 'Looking' } },
    { type: 'StepFailed', data: { step_id, message: 'the fetcher is gone' } },
    { type: 'RunFailed', data: { message: 'Looking: the fetcher is gone' } },
  )
  const { frames, isOver } = framed(await stores.log.read(`run-${run_id}`), new Map())
  await stores.close()
  for (const frame of filled(frames)) assert.is(EventSchemas.safeParse(JSON.parse(JSON.stringify(frame))).error, undefined)
  assert.equal([frames.at(-1)?.type, frames.at(-1)?.message, isOver], ['RUN_ERROR', 'Looking: the fetcher is gone', true])
  const last = frames.at(-2)?.snapshot as { status: string; error: string; steps: readonly { status: string }[] } | undefined
  assert.equal([last?.status, last?.error, last?.steps.map(({ status }) => status)], ['error', 'Looking: the fetcher is gone', ['error']])
})

test.run()

// A run in responses: what waits for an answer, what has come out, and its steps below one another.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runResource, threadResource } from '../../../src/interface/resources/runs.ts'
import type { RunDocument, ThreadDocument } from '../../../src/projections/runs.ts'

const at = '2026-11-21T09:30:00.000Z'
const id = (digit: number) => `0198c0de-0000-7000-8000-00000000000${digit}`
const cited = { url: 'https://example.com', source_name: 'A list', source_tier: '1', source_type: 'registry' }
const source = { id: id(9), ...cited }
const artifact = { id: id(8), title: 'Told', type: 'sanctions', confidence: 'high' as const, summary: 'Said.', sources: [source] }

const step = (number: number, change: Partial<RunDocument['steps'][number]> = {}): RunDocument['steps'][number] => ({
  id: id(number),
  parent_step_id: null,
  type: 'output',
  name: `step_${number}`,
  label: `Step ${number}`,
  status: 'completed',
  resolution: null,
  artifacts: [],
  started_at: at,
  completed_at: at,
  ...change,
})
const run = (change: Partial<RunDocument> = {}): RunDocument => ({
  id: id(1),
  account_id: id(2),
  mode: 'test',
  thread_id: id(3),
  agent: 'sanctions_review',
  context_type: 'business',
  context_id: id(4),
  requester: { id: id(2), type: 'account' },
  status: 'completed',
  steps: [],
  interrupts: [],
  error: null,
  created_at: at,
  updated_at: at,
  started_at: at,
  ended_at: null,
  ...change,
})
const resource = (document: RunDocument, steps = false) => runResource(document, new Map([[id(2), 'Acme']]), { steps })
const question = (number: number, answer: string | null) => ({
  id: id(number),
  question: 'Is it?',
  options: ['same'],
  about: id(7),
  answer,
})

test('a question that was answered is not waiting, and one that was not is', () => {
  const { interrupts } = resource(run({ status: 'interrupted', interrupts: [question(5, 'same'), question(6, null)] }))
  assert.equal(interrupts, [{ id: id(6), value: { question: 'Is it?', options: ['same'], about: id(7) }, agent: 'sanctions_review' }])
})

test('what a run has written is its output when it is complete, and not before', () => {
  const steps = [step(5, { artifacts: [artifact] })]
  const told = { ...artifact, sources: [cited] }
  assert.equal(resource(run({ steps })).output, { artifacts: [told] })
  for (const status of ['running', 'interrupted', 'error'] as const) assert.is(resource(run({ status, steps })).output, null)
})

test('the steps are told where they are asked for, each below its parent', () => {
  const steps = [step(5), step(6, { parent_step_id: id(5) }), step(7, { resolution: 'skip' })]
  const { steps: told } = resource(run({ steps }), true)
  assert.equal(
    told?.map((each) => [each.name, each.steps?.map(({ name }) => name), each.result]),
    [
      ['step_5', ['step_6'], undefined],
      ['step_7', [], { resolution: 'skip' }],
    ],
  )
  assert.is('steps' in resource(run({ steps })), false)
})

test('an error is told where there is one, and the requester by name', () => {
  assert.is(resource(run({ error: 'it broke' })).error, 'it broke')
  assert.is('error' in resource(run()), false)
  assert.equal(resource(run()).requester, { id: id(2), name: 'Acme', email: null })
})

test('a thread has the status and steps of its latest run, and counts as completed without one', () => {
  const thread: ThreadDocument = {
    id: id(3),
    account_id: id(2),
    mode: 'test',
    agent: 'sanctions_review',
    context_type: 'business',
    context_id: id(4),
    requester: { id: id(2), type: 'account' },
    created_at: at,
    updated_at: at,
  }
  const names = new Map<string, string>()
  const none = threadResource(thread, undefined, names)
  assert.equal([none.status, none.steps, none.requester?.name], ['completed', [], ''])
  const later = '2026-11-22T09:30:00.000Z'
  const latest = threadResource(thread, run({ status: 'running', steps: [step(5)], updated_at: later }), names)
  assert.equal([latest.status, latest.steps?.length, latest.updated_at], ['running', 1, later])
})

test.run()

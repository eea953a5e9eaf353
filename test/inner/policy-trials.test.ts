// Trials of a policy on the whole portfolio: how many go on at the same time.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { policyTrialOf, startPolicyTrial, type Trying } from '../../src/inner/policy-trials.ts'
import { ApiError } from '../../src/interface/errors.ts'
import { eventually, until } from '../eventually.ts'
import { memoryRecords } from '../http/memory-records.ts'

const definition = { name: 'All', description: '', rules: [{ name: 'Any', when: { '==': [1, 1] }, result: 'none', actions: [] }] }

test('an account has two trials under way, and begins another when one ends', async () => {
  const reading: ((found: readonly never[]) => void)[] = []
  const portfolio = { count: async () => 0, find: () => new Promise((resolve) => reading.push(resolve)) }
  const inner = { read: () => portfolio, documents: { records: memoryRecords() }, now: () => new Date() } as unknown as Trying
  const begin = (accountId: string) => startPolicyTrial(inner, { accountId, mode: 'test' }, { definition })
  const statusOf = (accountId: string) =>
    begin(accountId).then(
      ({ status }) => status,
      (error: unknown) => error instanceof ApiError && error.status,
    )
  assert.equal([await statusOf('a'), await statusOf('a'), await statusOf('a'), await statusOf('b')], ['running', 'running', 429, 'running'])
  await eventually('all three read', () => reading.length === 3)
  reading[0]?.([])
  await until('the ended one gives its place back', async () => (await statusOf('a')) === 'running')
  for (const end of reading) end([])
})

test('why a trial broke off is told, and the trial says that it did', async () => {
  const told: [unknown, string][] = []
  const records = memoryRecords()
  const portfolio = { count: async () => 1, find: () => Promise.reject(new Error('the disk is gone')) }
  const inner = {
    read: () => portfolio,
    documents: { records },
    now: () => new Date(),
    onTrialError: (...failure: [unknown, string]) => told.push(failure),
  } as unknown as Trying
  const { id } = await startPolicyTrial(inner, { accountId: 'd', mode: 'test' }, { definition })
  await eventually('it is told', () => told.length > 0)
  assert.equal(told, [[new Error('the disk is gone'), id]])
  assert.is((await policyTrialOf(inner, { accountId: 'd' }, id)).status, 'interrupted')
})

test('a trial that cannot be kept holds no place', async () => {
  const records = { ...memoryRecords(), put: async () => undefined }
  const onTrialError = () => assert.unreachable('the caller is told')
  const inner = { read: () => ({ count: async () => 0 }), documents: { records }, now: () => new Date(), onTrialError } as unknown as Trying
  const begin = () => startPolicyTrial(inner, { accountId: 'c', mode: 'test' }, { definition })
  for (let times = 0; times < 3; times++) assert.match(String(await begin().catch(String)), 'somebody else wrote the trial')
})

test.run()

// Runs of agents survive kills: the real program is killed with SIGKILL in the middle of steps, and in the end every run has gone on from its last
// step to its end, with no step twice in the log.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openEventsFile } from '../../src/stores/embedded/events-file.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { startModelServer } from '../processes/agents/model-server.ts'
import { environment, type Program, startProgram } from './program.ts'
import { type Body, testKey } from './service.ts'

const rounds = Number(process.env.KILL_ROUNDS ?? 3)
const runs = Number(process.env.KILL_RUNS ?? 30)

const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }

test(`killed ${rounds} times in the middle of ${runs} runs, each goes on from its last step, and none is taken twice`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-kill-'))
  let answers = 0
  let isStuck = false
  // A step that words its findings takes as long as the model does: after so many answers it gives none, and steps are in the middle.
  const model = await startModelServer(async () => {
    if (answers-- > 0) return 'nothing'
    isStuck = true
    return new Promise(() => undefined)
  })
  const env = { ...environment(dataDir), AGENT_MODEL_URL: model.url }
  let program: Program = await startProgram(env)
  const ask = async (path: string, body?: object): Promise<Body> => {
    const response = await fetch(`${program.url}${path}`, { headers, ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}) })
    assert.ok(response.ok, `${path}: ${response.status}`)
    return response.json()
  }
  const events = (): readonly { readonly stream: string; readonly type: string; readonly data: Body }[] => {
    const file = openEventsFile(join(dataDir, 'events.sqlite'), { readOnly: true, slice: { budgetMs: () => Number.POSITIVE_INFINITY } })
    try {
      return file
        .readLog({ direction: 'forwards', after: 0, until: file.lastPosition(), limit: 100_000, filter: {} })
        .events.filter(({ stream }) => stream.startsWith('run-'))
    } finally {
      file.close()
    }
  }

  try {
    const business = await ask('/v1/businesses', { name: 'Killed LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
    await until('it is reviewed', async () => (await ask(`/v1/businesses/${business.id}`)).status === 'in_review')
    for (let n = 0; n < runs; n++) await ask('/v1/runs', { type: 'business_verification', business_id: business.id })

    for (let round = 0; round < rounds; round++) {
      await until('a step is in the middle of its work', async () => isStuck)
      await program.end('SIGKILL')
      const cut = Map.groupBy(events(), ({ stream }) => stream)
      const open = [...cut.values()].filter((each) => !each.some(({ type }) => type === 'RunCompleted'))
      assert.ok(
        open.some((each) => each.filter(({ type }) => type === 'StepStarted').length > 0),
        'a run was cut off between two of its events',
      )
      // Fewer answers than the runs ask for: something is left to cut off in each round.
      answers = round < rounds - 1 ? Math.floor(runs / rounds) : Number.POSITIVE_INFINITY
      isStuck = false
      program = await startProgram(env)
    }

    const done = () => events().filter(({ type }) => type === 'RunCompleted').length
    await until('every run has ended', async () => done() === runs)
    const byRun = Map.groupBy(events(), ({ stream }) => stream)
    assert.is(byRun.size, runs)
    for (const [stream, own] of filled(byRun)) {
      const of = (type: string) => own.filter((event) => event.type === type).map(({ data }) => data.step_id)
      assert.is(new Set(of('StepStarted')).size, of('StepStarted').length, `${stream}: a step was begun twice`)
      assert.equal(of('StepCompleted').toSorted(), of('StepStarted').toSorted(), `${stream}: every step ended once`)
      assert.equal([own[0]?.type, own.at(-1)?.type], ['RunStarted', 'RunCompleted'])
    }
    await program.end('SIGTERM')
  } finally {
    program.child.kill('SIGKILL')
    await model.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()

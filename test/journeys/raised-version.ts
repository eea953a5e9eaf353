// A release that raises the version of a read model, as clients meet it: reads and writes go on while the new version is built, no read misses what its
// client wrote, and from one moment to the next the new version answers, for old and new businesses alike.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { projections } from '../../src/projections/all.ts'
import type { AnyProjection } from '../../src/projections/projection.ts'
import { type RunningService, startService } from '../../src/service.ts'
import { patienceMs, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { insistentWrite, request } from '../servers/cluster.ts'
import { testKey } from '../servers/instances.ts'
import { mark, raised as raisedRelease, trouble } from './raised-release.ts'

type Instance = { readonly url: () => string; readonly said: readonly string[]; readonly stop: () => Promise<void> }

const start = async (environment: NodeJS.ProcessEnv, release: readonly AnyProjection[]): Promise<Instance> => {
  const said: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line).msg) })
  const config = readConfig({ PORT: '0', BOOTSTRAP_TEST_KEY: testKey, RATE_LIMIT_PER_SECOND: '100000', ...environment })
  const service: RunningService = await startService(config, { log, projections: release })
  return { url: () => service.url ?? '', said, stop: service.stop }
}

/** `environments`: of each instance that is to run at the same time. */
export const registerRaisedVersion = (test: Test, where: string, environments: () => readonly NodeJS.ProcessEnv[]) =>
  test(`a release that folds businesses anew answers from the new version at one stroke, and reads and writes go on meanwhile (${where})`, async () => {
    const names = new Map<string, string>()
    const create = async (instance: Instance, prefix = 'Raised') => {
      const name = `${prefix} ${randomUUID().slice(0, 8)} LLC`
      const body = { name, addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] }
      const reply = await insistentWrite(instance, 'POST', '/v1/businesses', { body })
      assert.is(reply.status, 201, JSON.stringify(reply.body))
      const { id } = reply.body
      // On a slow machine the answer may say itself that the read models lag.
      if (reply.headers.get('probity-read-model') !== null)
        await until('it is shown', async () => (await request(instance, 'GET', `/v1/businesses/${id}`)).status === 200)
      names.set(id, name)
      return reply.body.id as string
    }
    const shown = async (instance: Instance, id: string): Promise<string> => {
      const { status, body } = await request(instance, 'GET', `/v1/businesses/${id}`)
      assert.is(status, 200, `business ${id}: ${status}`)
      return body.name
    }

    const [first = {}] = environments()
    const before = await start(first, projections)
    await until('the first key is known', async () => (await request(before, 'GET', '/v1/businesses')).status === 200)
    const old: string[] = []
    for (let n = 0; n < 20; n++) old.push(await create(before, trouble))
    assert.is(await shown(before, old[0] as string), names.get(old[0] as string))
    const oldest = old[0] as string
    /** Lists, and what is read of the business; its answer by itself is kept as it was made. */
    const wholeAnswers = (instance: Instance) =>
      Promise.all(
        [
          `?page=1&per_page=5&q=${encodeURIComponent(names.get(oldest) ?? '')}`,
          `/${oldest}/review`,
          `/${oldest}/orders`,
          `/${oldest}/timeline`,
        ].map(async (path) => (await request(instance, 'GET', `/v1/businesses${path}`)).body),
      )
    await until('it is verified', async () => (await request(before, 'GET', `/v1/businesses/${oldest}`)).body.status === 'in_review')
    const answered = await wholeAnswers(before)
    await before.stop()

    // The build waits for reads from the old version, which it would outrun on some machines.
    let isHeld = true
    const raised = raisedRelease(() => isHeld)
    const instances = await Promise.all(environments().map((environment) => start(environment, raised)))
    try {
      const [restarted] = instances as [Instance]
      await until('the key is known again', async () => (await request(restarted, 'GET', '/v1/businesses')).status === 200)
      assert.equal(await wholeAnswers(restarted), answered)
      const hasGoneOver = ({ said }: Instance) => said.some((line) => line.includes('answer now'))
      const [one, other = one] = instances as [Instance, Instance?]
      const seen = { old: 0, new: 0 }
      /** Writes at one instance, reads that and an older business at another. */
      const goOn = async (at: Instance, elsewhere: Instance, round: number) => {
        const created = await create(at)
        for (const id of [created, old[round % old.length] as string]) {
          const went = hasGoneOver(elsewhere)
          const name = await shown(elsewhere, id)
          assert.ok(name === names.get(id) || name === names.get(id) + mark, `business ${id} bears the name ${name}`)
          if (went) assert.is(name, names.get(id) + mark)
          seen[name.endsWith(mark) ? 'new' : 'old']++
          if (seen.old > 0) isHeld = false
        }
      }
      const end = performance.now() + patienceMs
      for (let round = 0; !instances.every(hasGoneOver); round++) {
        assert.ok(performance.now() < end, 'the new version answers in time')
        await Promise.all([goOn(one, other, round), goOn(other, one, round + 7)])
        await pause(20)
      }
      for (let round = 0; round < 5; round++) await goOn(one, other, round)
      assert.ok(seen.new > 0 && seen.old > 0, `${JSON.stringify(seen)} answers`)
      for (const [id, name] of filled(names)) for (const instance of filled(instances)) assert.is(await shown(instance, id), name + mark)
    } finally {
      await Promise.all(instances.map((instance) => instance.stop()))
    }

    const [again = {}] = environments()
    const after = await start(again, raised)
    assert.not(filled(after.said).some((line) => line.includes('being built')))
    assert.is(await shown(after, old[0] as string), names.get(old[0] as string) + mark)
    await after.stop()
  })

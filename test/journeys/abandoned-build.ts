// A new release whose fold fails, as the operator meets it: the build never ends, is abandoned from the command line, stays so over kills and starts, and
// is taken up again with the fold mended. Clients are answered from the old version all the while.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import { businesses } from '../../src/projections/businesses.ts'
import { runCommand } from '../cli/command.ts'
import { until } from '../eventually.ts'
import { insistentWrite, request } from '../servers/cluster.ts'
import { environment, type Program, startProgram } from './program.ts'
import { mark, trouble } from './raised-release.ts'

/** What the release builds. */
const raised = `businesses@${businesses.spec.version + 1}`

const release = join(import.meta.dirname, 'raised-release.ts')

/** `environments`: of each instance that is to run at the same time. */
export const registerAbandonedBuild = (test: Test, where: string, environments: () => readonly NodeJS.ProcessEnv[]) =>
  test(`a build that fails is abandoned, stays so over a kill, and is taken up again without a restart (${where})`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'probity-held-'))
    const held = join(folder, 'held')
    writeFileSync(held, '')
    let instances: readonly Program[] = []
    const names = new Map<string, string>()

    const start = async (entry?: string) => {
      const settings = environments().map((each) => ({ ...environment(''), LOG_LEVEL: 'warn', HELD_BY: held, ...each }))
      instances = await Promise.all(settings.map((each) => startProgram(each, entry)))
    }
    const end = (signal: NodeJS.Signals) => Promise.all(instances.map((instance) => instance.end(signal)))
    const at = (index: number) => {
      const { url = '' } = instances[index % instances.length] ?? {}
      return { url: () => url }
    }
    const create = async (index: number, prefix = 'Abandoned') => {
      const name = `${prefix} ${randomUUID().slice(0, 8)} LLC`
      const body = { name, addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] }
      // On a slow machine a write may be answered before the read models have it. One that waits for a build is answered so each time.
      await until('a write does not wait in vain', async () => {
        const reply = await insistentWrite(at(index), 'POST', '/v1/businesses', { body })
        assert.is(reply.status, 201, JSON.stringify(reply.body))
        const isShown = reply.headers.get('probity-read-model') === null
        if (isShown) names.set(reply.body.id, name)
        return isShown
      })
    }
    const shown = async (index: number, id: string): Promise<string> => (await request(at(index), 'GET', `/v1/businesses/${id}`)).body?.name
    /** Of those made before the new release; later ones are folded in its way from the beginning. */
    const old = () => [...names].filter(([, name]) => name.startsWith(trouble))
    const allSay = async (suffix: string, businesses = old()) => {
      for (const [id, name] of businesses)
        for (const index of instances.keys()) if ((await shown(index, id)) !== name + suffix) return false
      return true
    }
    const says =
      (line: RegExp) =>
      ({ output }: Program) =>
        line.test(output())
    const allLog = (line: RegExp) => until(`all say ${line}`, async () => instances.every(says(line)))
    /** As the operator, beside the last instance. */
    const command = async (...words: readonly string[]) => {
      const env = { ...environment(''), ...environments().at(-1), BASE_URL: instances.at(-1)?.url }
      const { code, output: said } = await runCommand('processes', words, env)
      return { code, said }
    }

    try {
      await start()
      await until('the first key is known', async () => (await request(at(0), 'GET', '/v1/businesses')).status === 200)
      for (let n = 0; n < 4; n++) await create(n, trouble)
      assert.equal(await command('build', 'abandon'), { code: 1, said: 'processes: nothing is being built\n' })
      await end('SIGTERM')

      await start(release)
      // All businesses are one account's, which one of the instances has.
      await until('the build fails', async () => instances.some(says(/building read models failed/)))
      const building = await command('build')
      assert.match(building.said, new RegExp(`${raised}\\s+building`))
      assert.equal(await command('build', 'resume'), { code: 1, said: 'processes: no build is abandoned\n' })
      const abandoned = await command('build', 'abandon')
      assert.is(abandoned.code, 0, abandoned.said)
      assert.match(abandoned.said, new RegExp(`^the build of ${raised} is abandoned; npm run processes -- build resume restarts it$`, 'm'))
      await allLog(new RegExp(`the build of ${raised} is abandoned`))
      for (let n = 0; n < 4; n++) await create(n)
      assert.ok(await allSay(''), 'the old version answers')

      await end('SIGKILL')
      rmSync(held)
      await start(release)
      await allLog(new RegExp(`the build of ${raised} is abandoned.*npm run processes -- build resume restarts it`))
      assert.match((await command('build')).said, new RegExp(`${raised}\\s+abandoned`))
      await create(1)
      assert.ok(await allSay(''), 'the old version answers still')

      // The kill may have come while what was built was cleared away: for a minute nobody knows then whether another instance is still at it.
      await until('the build is taken up again', async () => {
        const { code, said } = await command('build', 'resume')
        if (code !== 0) assert.match(said, 'ask again in a minute')
        return code === 0
      })
      await until('the new version answers everywhere', () => allSay(mark, [...names]))
      await create(0)
      assert.ok(await allSay(mark, [...names]), 'and shows what is written to it')
      assert.equal(await command('build'), { code: 0, said: 'nothing is being built\n' })
    } finally {
      await end('SIGKILL')
      rmSync(folder, { recursive: true })
    }
  })

// Moving a log between stores: everything arrives in its order with its keys, an interruption costs nothing, and a log that was tampered with is refused.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { eventHash, genesis } from '../../src/events/chain.ts'
import { startService } from '../../src/service.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { readProcessCheckpoints } from '../../src/stores/process-checkpoints.ts'
import { eventually, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { unpackLog } from '../plain-log.ts'
import { type EventStoreServer, startEventStoreServer } from '../servers/eventstore.ts'
import { runCommand, startCommand } from './command.ts'

const test = suite('stores copy')
const key = 'bvs_test_0123456789abcdef0123'
let root = ''
let server: EventStoreServer

test.before.each(async () => {
  root = mkdtempSync(join(tmpdir(), 'probity-copy-'))
  server = await startEventStoreServer()
})
test.after.each(async () => {
  await server.stop()
  rmSync(root, { recursive: true })
})

const run = (...args: readonly string[]) => runCommand('stores', args)

const serviceOn = (dataDir: string) =>
  startService(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT_PER_SECOND: '1000', BOOTSTRAP_TEST_KEY: key }))

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

/** A log of so many events in streams of three, chained as the service chains them. */
const chainedLog = async (folder: string, events: number) => {
  const store = await openEmbeddedEventStore({ file: join(folder, 'events.sqlite') })
  const streams = Array.from({ length: Math.ceil(events / 3) }, () => `business-${randomUUID()}`)
  await Promise.all(
    streams.map(async (stream) => {
      let previous = genesis(stream)
      const chained = [0, 1, 2].map((n) => {
        const event = { id: randomUUID(), type: 'BusinessAssigned', data: { assignee_id: `user ${n}` } }
        const metadata = { account_id: 'a', recorded_at: '2026-01-01T00:00:00.000Z', prev_hash: previous }
        previous = eventHash({ ...event, metadata })
        return { ...event, metadata: { ...metadata, hash: previous } }
      })
      for (const [n, event] of chained.entries()) await store.append(stream, [event], n - 1)
    }),
  )
  const written = await Array.fromAsync(store.readAll())
  await store.close()
  return written
}

const withoutPositions = (events: readonly { readonly position: bigint }[]) => events.map(({ position: _, ...event }) => event)

const logAt = async () => {
  const store = await openEventStoreDB({ url: server.url })
  const events = await Array.fromAsync(store.readAll())
  await store.close()
  return events
}

test('seals and jurisdictions go along between folders, and a cluster is told to take them', async () => {
  const [one, two] = [join(root, 'one'), join(root, 'two')]
  mkdirSync(one)
  await chainedLog(one, 3)
  for (const [folder, file] of [
    ['seals', '1.json'],
    ['seals', '.unfinished'],
    ['jurisdictions', 'xx.json'],
  ] as const) {
    mkdirSync(join(one, folder), { recursive: true })
    writeFileSync(join(one, folder, file), file)
  }
  const moved = await run('copy', '--from', one, '--to', two)
  assert.is(moved.code, 0, moved.output)
  assert.match(moved.stdout, /^Copied beside the stores: jurisdictions and seals\.$/m)
  assert.equal([readdirSync(join(two, 'seals')), readdirSync(join(two, 'jurisdictions'))], [['1.json'], ['xx.json']])
  writeFileSync(join(one, 'seals', '2.json'), 'newer')
  assert.is((await run('copy', '--from', one, '--to', two)).code, 0)
  assert.equal(readdirSync(join(two, 'seals')).sort(), ['1.json', '2.json'])

  const toCluster = await run('copy', '--from', one, '--to', server.url)
  const left = `Copy ${join(one, 'jurisdictions')} and ${join(one, 'seals')} into the DATA_DIR of the new instances: a cluster has no place for them.`
  assert.ok(toCluster.stdout.includes(`${left}\n`), toCluster.output)
  const back = await run('copy', '--from', server.url, '--to', join(root, 'three'))
  assert.match(back.stdout, /^Copy jurisdictions and seals from the DATA_DIR of the old instances into .*three, where there are any\.$/m)
  rmSync(join(one, 'seals'), { recursive: true })
  rmSync(join(one, 'jurisdictions'), { recursive: true })
  assert.not.match((await run('copy', '--from', one, '--to', server.url)).stdout, /jurisdictions|seals/)
})

test('a service moved to EventStoreDB and back is the same: businesses, personal data, progress of its processes', async () => {
  const [one, parked, two] = ['one', 'parked', 'two'].map((name) => join(root, name)) as [string, string, string]
  const before = await serviceOn(one)
  const sent = await before.app.request('/v1/businesses', {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: 'Moving Company LLC',
      addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
      people: [{ name: 'Grace Hopper' }],
    }),
  })
  assert.is(sent.status, 201)
  const { id } = (await sent.json()) as { id: string }
  const shown = async (service: typeof before) =>
    (await (await service.app.request(`/v1/businesses/${id}`, { headers })).json()) as { readonly status?: string }
  /** What is shown once it holds. */
  const shownOnce = async (service: typeof before, what: string, holds: (answer: object) => boolean) => {
    let answer = await shown(service)
    await until(what, async () => {
      answer = await shown(service)
      return holds(answer)
    })
    return answer
  }
  const there = await shownOnce(before, 'it is in review', (answer) => 'status' in answer && answer.status === 'in_review')
  assert.ok(JSON.stringify(there).includes('Grace Hopper'), 'the person is shown')
  await before.stop()

  const out = await run('copy', '--from', one, '--to', server.url, '--keys-to', parked)
  assert.is(out.code, 0, out.output)
  assert.match(out.output, /events are in the target, every chain holds/)
  const back = await run('copy', '--from', server.url, '--to', two, '--keys-from', parked)
  assert.is(back.code, 0, back.output)
  assert.is(readFileSync(join(two, 'master.key'), 'utf8'), readFileSync(join(one, 'master.key'), 'utf8'))

  const [source, copy] = await Promise.all(
    [one, two].map(async (folder) => {
      const documents = await openEmbeddedDocumentStore({ folder })
      const { positions } = await readProcessCheckpoints(documents.records, 'all')
      await documents.close()
      return positions
    }),
  )
  assert.equal(filled([...copy!]), [...source!], 'each process goes on where it stood')
  const after = await serviceOn(two)
  const again = await shownOnce(after, 'the copy shows the same', (answer) => isDeepStrictEqual(answer, there))
  await after.stop()
  assert.equal(again, there)
})

test('killed in the middle, the same command goes on, and the target ends up with every event once', async () => {
  const folder = join(root, 'source')
  await serviceOn(folder).then((service) => service.stop())
  rmSync(join(folder, 'events.sqlite'))
  const written = await chainedLog(folder, 1500)
  const killed = startCommand('stores', ['copy', '--from', folder, '--to', server.url, '--keys-to', join(root, 'keys')])
  await eventually('some events are there', () => server.calls().append > 150)
  killed.child.kill('SIGKILL')
  await killed.ended
  const partly = (await logAt()).length
  assert.ok(partly > 0 && partly < written.length, `${partly} of ${written.length} were there`)
  const { code, output } = await run('copy', '--from', folder, '--to', server.url, '--keys-to', join(root, 'keys'))
  assert.is(code, 0, output)
  assert.ok(output.includes(`${partly} were there before`), output)
  assert.equal(withoutPositions(await logAt()), withoutPositions(written))
})

test('a source that was tampered with is refused at the event, and nothing from there on is written', async () => {
  const folder = join(root, 'source')
  await serviceOn(folder).then((service) => service.stop())
  rmSync(join(folder, 'events.sqlite'))
  const written = await chainedLog(folder, 300)
  const victim = written[200]
  unpackLog(join(folder, 'events.sqlite'))
  const database = new DatabaseSync(join(folder, 'events.sqlite'))
  database.prepare("update events set data = replace(data, 'user', 'thief') where position = ?").run(Number(victim?.position))
  database.close()
  const { code, output } = await run('copy', '--from', folder, '--to', server.url)
  assert.is(code, 1)
  assert.ok(output.includes(`event ${victim?.revision} of ${victim?.stream}`), output)
  assert.ok(filled(await logAt()).every(({ id }) => id !== victim?.id))
})

test('a target with events of its own is refused', async () => {
  const folder = join(root, 'source')
  await serviceOn(folder).then((service) => service.stop())
  const store = await openEventStoreDB({ url: server.url })
  await store.append('other-1', [{ id: randomUUID(), type: 'Other', data: {}, metadata: {} }], -1)
  await store.close()
  const { code, output } = await run('copy', '--from', folder, '--to', server.url)
  assert.is(code, 1)
  assert.match(output, /the target holds event 0 of other-1/)
})

test('a wrong command line gets the usage, and makes no folder', async () => {
  for (const [args, message] of [
    [['copy', '--from', join(root, 'none'), '--to', server.url], /there is no event log in/],
    [['copy', '--from', root], /--to is missing/],
    [['move'], /there is no command "move"/],
    [['copy', '--from', 'mysql://host', '--to', root], /mysql:\/\/ is not a store/],
  ] as const) {
    const { code, output } = await run(...args)
    assert.is(code, 2, output)
    assert.match(output, message)
    assert.match(output, /npm run stores -- --help shows the commands and options/)
  }
  assert.not(existsSync(join(root, 'none')))
  assert.is((await run('--help')).code, 0)
})

test.run()

// Counts the MongoDB commands per second of a cluster's instances: idle, and while businesses are created and verified.
//   npm run bench -- worker-load [--seconds 20] [--pace 4]     pace: creates per second
// Uses the servers at EVENT_STORE_URL and MONGODB_URL, or else the small test servers: the number of commands is the same on both.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from '../test/servers/cluster.ts'
import { startEventStoreServer } from '../test/servers/eventstore.ts'
import { startInstance } from '../test/servers/instances.ts'
import { startMongoServer } from '../test/servers/mongodb.ts'
import { parseOptions } from './parts/options.ts'

const { values } = parseOptions({ options: { seconds: { type: 'string', default: '20' }, pace: { type: 'string', default: '4' } } })
const [seconds, pace] = [Number(values.seconds), Number(values.pace)]

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

type Counts = ReadonlyMap<string, number>

/** The number of commands of each name that an instance has sent so far, from its metrics. */
const sentBy = async (metricsUrl: string): Promise<Counts> => {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  const lines = text.matchAll(/^probity_mongodb_commands_total\{command="(\w+)"\} (\d+)/gm)
  return new Map([...lines].map(([, command = '', count]) => [command, Number(count)]))
}

const eventStore = process.env.EVENT_STORE_URL ? undefined : await startEventStoreServer()
const mongo = process.env.MONGODB_URL ? undefined : await startMongoServer()
const stores = {
  eventStoreUrl: eventStore?.url ?? process.env.EVENT_STORE_URL ?? '',
  mongoUrl: mongo?.url ?? process.env.MONGODB_URL ?? '',
}

const api = await startInstance('api', stores)
const healthPorts = [await freePort(), await freePort()]
const workers = await Promise.all(healthPorts.map((port) => startInstance('worker', stores, { HEALTH_PORT: String(port) })))
const watched = new Map([
  ['api', api.url()],
  ...healthPorts.map((port, n): [string, string] => [`worker ${n + 1}`, `http://127.0.0.1:${port}`]),
])

const create = () =>
  request(api, 'POST', '/v1/businesses', {
    body: { name: `Load ${randomUUID().slice(0, 8)} LLC`, addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] },
  })

/** Counts the commands sent during the work, and prints them per second. */
const measure = async (what: string, work: () => Promise<void>) => {
  const before = await Promise.all([...watched.values()].map(sentBy))
  const began = performance.now()
  await work()
  const took = (performance.now() - began) / 1000
  for (const [n, [name, url]] of [...watched].entries()) {
    const perSecond = [...(await sentBy(url))]
      .map(([command, count]) => ({ command, rate: (count - (before[n]?.get(command) ?? 0)) / took }))
      .filter(({ rate }) => rate > 0)
      .sort((one, other) => other.rate - one.rate)
    const total = perSecond.reduce((sum, { rate }) => sum + rate, 0)
    console.log(
      `${what.padEnd(6)} ${name.padEnd(9)} ${total.toFixed(1).padStart(7)} commands/s   ${perSecond.map(({ command, rate }) => `${command} ${rate.toFixed(1)}`).join(', ')}`,
    )
  }
}

const answered = async (status: number) => {
  while ((await create()).status !== status) await pause(500)
}

await answered(201)
await pause(10_000)
await measure('idle', () => pause(seconds * 1000))
const statuses: number[] = []
await measure('busy', async () => {
  const pending: Promise<void>[] = []
  for (let n = 0; n < seconds * pace; n++) {
    pending.push(create().then(({ status }) => void statuses.push(status)))
    await pause(1000 / pace)
  }
  await Promise.all(pending)
})
console.log(`busy: ${statuses.filter((status) => status === 201).length} of ${statuses.length} businesses created`)

await Promise.all([api, ...workers].map((instance) => instance.stop()))
await eventStore?.stop()
await mongo?.stop()

// Measures deliveries per second to 100 receivers, one of them dead, and how long the others wait.
//   npm run bench -- webhooks [--receivers 100] [--events 50]
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProbity } from './parts/child.ts'
import { parseOptions } from './parts/options.ts'

const { values } = parseOptions({ options: { receivers: { type: 'string', default: '100' }, events: { type: 'string', default: '50' } } })
const receivers = Number(values.receivers)
const events = Number(values.events)
const folder = mkdtempSync(join(tmpdir(), 'probity-bench-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }

let expected = 0
let arrived = 0
const waits: number[] = []
let deadRequests = 0
const allArrived = Promise.withResolvers<void>()

/** One server for all receivers, distinguished by the path. The dead one accepts the request and never answers. */
const server = createServer((request, response) => {
  const isDead = request.url === '/dead'
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    if (isDead) {
      deadRequests++
      return
    }
    response.writeHead(204).end()
    arrived++
    waits.push(Date.now() - Date.parse(/"created_at":"([^"]+)"\}$/.exec(body)?.[1] ?? ''))
    if (arrived === expected) allArrived.resolve()
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const probity = await startProbity(join(folder, 'data'), key)
const post = async (path: string, body: object) => {
  const response = await fetch(`http://127.0.0.1:${probity.port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
}

for (let n = 0; n < receivers; n++)
  await post('/v1/webhooks', { url: `${receiver}/${n === 0 ? 'dead' : n}`, enabled_events: ['signal.created'] })

expected = (receivers - 1) * events
const began = performance.now()
for (let n = 0; n < events; n++) await post('/v1/signals', { name: `Bench Company ${n} LLC`, addresses: ['1 Main St, Portland, OR 97201'] })
await allArrived.promise
const seconds = (performance.now() - began) / 1000
waits.sort((a, b) => a - b)
const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0
console.log(`${expected} deliveries to ${receivers - 1} receivers, one more dead: ${(expected / seconds).toFixed(0)}/s`)
console.log(`from the event to its arrival: p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   (the dead one was asked ${deadRequests} times)`)
server.closeAllConnections()
server.close()
await probity.stop()
rmSync(folder, { recursive: true, force: true })

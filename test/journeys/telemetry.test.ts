// OpenTelemetry: one trace leads from the client's request through the append, the read models and the processes to the webhook, at a collector that speaks
// the protocol. A collector that is away holds nothing up.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { environment, runProgram, startProgram } from './program.ts'
import { acme, type Body, testKey } from './service.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'probity-telemetry-'))
test.after(() => rmSync(dataDir, { recursive: true, force: true }))

type Taken = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly text: string }

/** Takes what it is sent. */
const taker = async () => {
  const taken: Taken[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    taken.push({ path: request.url ?? '', headers: request.headers, text: Buffer.concat(pieces).toString('utf8') })
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const spansIn = (taken: readonly Taken[]): readonly Body[] =>
  taken
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ text }) => JSON.parse(text).resourceSpans)
    .flatMap(({ scopeSpans }: Body) => scopeSpans)
    .flatMap(({ spans }: Body) => spans)

const post = (url: string, path: string, body: object, headers: object = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

test("one trace holds the client's request, what was appended, projected and processed, and the webhook", async () => {
  const collector = await taker()
  const receiver = await taker()
  const program = await startProgram({
    ...environment(dataDir),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  })
  try {
    const hook = await post(program.url, '/v1/webhooks', { url: receiver.url, enabled_events: ['business.updated'] })
    assert.is(hook.status, 201, await hook.text())
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
    assert.is((await post(program.url, '/v1/businesses', { ...acme, name: 'Acme Traced LLC' }, { traceparent })).status, 201)
    const spans = () => spansIn(collector.taken).filter((span) => span.traceId === traceId)
    const wanted = ['POST /v1/businesses', 'append', 'project', 'process verification', 'process webhooks', 'webhook']
    await until('every part of the way is traced', async () => {
      const names = new Set(spans().map(({ name }) => name))
      return wanted.every((name) => names.has(name))
    })
    const byId = new Map(spans().map((span) => [span.spanId, span]))
    const wayOf = (name: string): readonly string[] => {
      const way: string[] = []
      for (let span = spans().find((each) => each.name === name); span; span = byId.get(span.parentSpanId)) way.unshift(span.name)
      return way
    }
    assert.equal(wayOf('project'), ['POST /v1/businesses', 'append', 'project'])
    assert.equal(wayOf('process verification'), ['POST /v1/businesses', 'append', 'process verification'])
    assert.equal(wayOf('webhook').slice(0, 4), ['POST /v1/businesses', 'append', 'process verification', 'append'])
    assert.is(spans().find(({ name }) => name === 'POST /v1/businesses')?.parentSpanId, '00f067aa0ba902b7')
    assert.match(String(receiver.taken[0]?.headers.traceparent), new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
    await until('the metrics are exported', async () =>
      collector.taken.some(({ path, text }) => path === '/v1/metrics' && text.includes('http_request_duration_seconds')),
    )
    const everything = collector.taken.map(({ text }) => text).join('')
    assert.match(everything, /"probity"/)
    assert.ok(!everything.includes('Acme Traced'), 'no name of a business leaves')
  } finally {
    await program.end('SIGTERM')
    collector.close()
    receiver.close()
  }
})

test('a collector that is away holds up neither requests nor the stop', async () => {
  const gone = await taker()
  gone.close()
  const program = await startProgram({ ...environment(dataDir), OTEL_EXPORTER_OTLP_ENDPOINT: gone.url, OTEL_BSP_SCHEDULE_DELAY: '50' })
  assert.is((await post(program.url, '/v1/businesses', acme)).status, 201)
  assert.is((await program.end('SIGTERM')).code, 0)
})

test('without a setting no event names a trace, and a wrong setting stops the start', async () => {
  const program = await startProgram(environment(dataDir))
  const { id } = (await (
    await post(program.url, '/v1/businesses', acme, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })
  ).json()) as Body
  const { data } = (await (
    await fetch(`${program.url}/v1/events?types=BusinessCreated&limit=1000`, { headers: { Authorization: `Bearer ${testKey}` } })
  ).json()) as Body
  assert.is(data.find(({ subject }: Body) => subject === `business-${id}`).traceparent, undefined)
  assert.match(data.find(({ data }: Body) => data.name === 'Acme Traced LLC').traceparent, new RegExp(traceId), 'what was traced says so')
  await program.end('SIGTERM')
  const { code, stderr } = await runProgram({ ...environment(dataDir), OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })
  assert.is(code, 1)
  assert.match(stderr, /^probity: OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http:\/\/ or https:\/\/\n$/m)
})

test.run()

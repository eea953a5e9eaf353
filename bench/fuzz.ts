// Sends mutated requests to every path of the API. None may make the service fail: it counts the answers by status and shows each 5xx.
//   npm run bench -- fuzz [--requests 20000] [--seed 1] [--at-once 16]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProbity } from './parts/child.ts'
import { parseOptions } from './parts/options.ts'
import { randomFrom } from './parts/random.ts'

const options = {
  requests: { type: 'string', default: '20000' },
  seed: { type: 'string', default: '1' },
  'at-once': { type: 'string', default: '16' },
} as const
const { values } = parseOptions({ options })
const [requests, seed, atOnce] = [Number(values.requests), Number(values.seed), Number(values['at-once'])]
const random = randomFrom(seed)
const pick = <Each>(all: readonly Each[]): Each => all[Math.floor(random() * all.length)] as Each

type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }
type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly Json[]
  readonly examples?: readonly Json[]
}
type Operation = {
  readonly parameters?: readonly { readonly in?: string; readonly name?: string }[]
  readonly requestBody?: { readonly content?: { readonly [type: string]: { readonly schema?: Schema } } }
}

const folder = mkdtempSync(join(tmpdir(), 'probity-fuzz-'))
const key = 'bvs_test_0123456789abcdef0123456789'
const probity = await startProbity(join(folder, 'data'), key)
const base = `http://127.0.0.1:${probity.port}`
const authorized = { Authorization: `Bearer ${key}` }

const { paths, components } = (await (await fetch(`${base}/openapi.json`)).json()) as {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly schemas: { readonly [name: string]: Schema } }
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** Objects that exist, so that requests get beyond 404. */
const ids: string[] = []
for (let number = 0; number < 5; number++) {
  const body = JSON.stringify({ name: `Fuzz Company ${number} LLC`, addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] })
  const answer = await fetch(`${base}/v1/businesses`, {
    method: 'POST',
    headers: { ...authorized, 'Content-Type': 'application/json' },
    body,
  })
  ids.push(((await answer.json()) as { readonly id: string }).id)
}

const texts = [
  '',
  ' ',
  'a',
  'ü',
  '\u0000',
  '\ud800',
  '𝕏',
  '<script>',
  "' OR 1=1",
  '../../x',
  '%00',
  '0',
  '-1',
  'null',
  '__proto__',
  'x'.repeat(5_000),
]
const numbers = [0, -1, 1, 0.5, 1e308, -1e308, 2 ** 53, 1e-300]
const odd = (): Json =>
  pick<() => Json>([
    () => null,
    () => true,
    () => pick(numbers),
    () => pick(texts),
    () => [],
    () => ({}),
    () => [[null]],
    () => ({ constructor: 1 }),
  ])()

/** A value that mostly fits the schema. */
const sample = (schema: Schema | undefined, depth = 0): Json => {
  if (!schema || depth > 6 || random() < 0.05) return odd()
  if (schema.$ref) return sample(components.schemas[schema.$ref.slice('#/components/schemas/'.length)], depth)
  if (schema.examples?.length && random() < 0.4) return pick(schema.examples)
  if (schema.enum?.length) return pick(schema.enum)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives?.length) return sample(pick(alternatives), depth)
  const type = pick([schema.type].flat())
  if (type === 'object' || schema.properties) {
    const members = Object.entries(schema.properties ?? {}).filter(() => random() < 0.7)
    return Object.fromEntries(members.map(([name, each]) => [random() < 0.03 ? `${name}x` : name, sample(each, depth + 1)]))
  }
  if (type === 'array') return Array.from({ length: Math.floor(random() * 4) }, () => sample(schema.items, depth + 1))
  if (type === 'number' || type === 'integer') return random() < 0.5 ? Math.floor(random() * 1_000) : pick(numbers)
  if (type === 'boolean') return random() < 0.5
  if (type === 'null') return null
  return random() < 0.3
    ? pick(ids)
    : random() < 0.5
      ? pick(['Acme LLC', 'OR', '2026-01-31', '97201', 'test@example.com', 'https://example.com'])
      : pick(texts)
}

/** Bytes changed, cut off or repeated. */
const damaged = (text: string): string => {
  const at = Math.floor(random() * text.length)
  return pick([
    () => text.slice(0, at),
    () => text.slice(0, at) + pick(['"', '{', ',', '\\', '\u0007', '9']) + text.slice(at + 1),
    () => text + text,
  ])()
}

const request = () => {
  const { path, method, operation } = pick(operations)
  const filled = path.replace(/\{[^}]+\}/g, () => encodeURIComponent(String(random() < 0.7 ? pick(ids) : pick(texts).toWellFormed())))
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && random() < 0.4)
    .map(
      ({ name = '' }) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(String(random() < 0.5 ? pick(texts).toWellFormed() : pick(numbers)))}`,
    )
  const content = Object.entries(operation.requestBody?.content ?? {})[0]
  const whole = content && JSON.stringify(sample(content[1].schema))
  const body = whole === undefined || method === 'GET' ? undefined : random() < 0.1 ? damaged(whole) : whole
  const type = random() < 0.03 ? 'text/plain' : (content?.[0] ?? 'application/json')
  const headers = {
    ...(random() < 0.03 ? {} : authorized),
    ...(body === undefined ? {} : { 'Content-Type': type }),
    ...(random() < 0.1 ? { 'Idempotency-Key': String(Math.floor(random() * 50)) } : {}),
  }
  return { method, address: `${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`, headers, body }
}

/** How long an answer may take, in milliseconds: a long poll of the feed takes 30 seconds by design. */
const patience = 60_000
const statuses = new Map<number | string, number>()
const failed: string[] = []
let sent = 0
const client = async () => {
  while (sent < requests) {
    sent++
    if (sent % 1_000 === 0) process.stderr.write(`\r${sent} of ${requests}`)
    const { method, address, headers, body } = request()
    const init = {
      method,
      headers,
      signal: AbortSignal.timeout(patience),
      redirect: 'manual' as const,
      ...(body === undefined ? {} : { body }),
    }
    const status = await fetch(base + address, init).then(
      async (answer) => {
        // The service never ends a stream.
        if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
        else await answer.arrayBuffer()
        return answer.status
      },
      (error: Error) => error.name,
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (typeof status === 'string' || status >= 500) failed.push(`${status} ${method} ${address} ${body?.slice(0, 300) ?? ''}`)
  }
}
await Promise.all(Array.from({ length: atOnce }, client))
process.stderr.write('\r')
const isAlive = (await fetch(`${base}/healthz`)).ok
console.log(`${requests} mutated requests over ${operations.length} operations, seed ${seed}`)
for (const [status, count] of [...statuses].toSorted(([one], [other]) => String(one).localeCompare(String(other))))
  console.log(`${String(status).padEnd(14)} ${String(count).padStart(7)}`)
console.log(failed.length === 0 && isAlive ? 'no 5xx' : `${failed.length} without a proper answer:`)
for (const each of failed.slice(0, 20)) console.log(`  ${each}`)
await probity.stop()
rmSync(folder, { recursive: true, force: true })
process.exitCode = failed.length === 0 && isAlive ? 0 : 1

// Clients of several instances and the accounts behind them: every request goes to one instance, the next to another, and what was acknowledged is noted.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { operatorToken } from '../../src/auth/operator-token.ts'
import { patienceMs } from '../eventually.ts'
import { type Instance, masterKey, testKey } from './instances.ts'

export type Reply = { readonly status: number; readonly headers: Headers; readonly body: Body }
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes.
type Body = any

export type Sending = { readonly key?: string; readonly idempotencyKey?: string; readonly timeoutMs?: number }

/** One request; a connection that breaks counts as status 0. */
export const request = async (
  instance: Pick<Instance, 'url'>,
  method: string,
  path: string,
  { body, key = testKey, idempotencyKey, timeoutMs = 120_000 }: Sending & { readonly body?: object } = {},
): Promise<Reply> => {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
  try {
    const response = await fetch(`${instance.url()}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  } catch {
    return { status: 0, headers: new Headers(), body: null }
  }
}

/** A write that is sent again, with the same Idempotency-Key, for as long as the answer is to come back later. */
export const insistentWrite = async (
  instance: Pick<Instance, 'url'>,
  method: string,
  path: string,
  { idempotencyKey = randomUUID(), ...sending }: Sending & { readonly body?: object } = {},
): Promise<Reply> => {
  for (const until = performance.now() + patienceMs; ; await pause(200)) {
    const reply = await request(instance, method, path, { ...sending, idempotencyKey })
    if (reply.status !== 503 || performance.now() > until) return reply
  }
}

/** API keys of the first account and of further ones, which fall into other partitions. */
export const accountKeys = async (instance: Instance, count: number): Promise<readonly string[]> => {
  const operator = operatorToken(Buffer.from(masterKey, 'base64'))
  const keys = [testKey]
  while (keys.length < count) {
    const slug = `account-${randomUUID()}`
    await request(instance, 'POST', '/operator/accounts', { key: operator, body: { name: slug, slug } })
    let account: Body
    // On a slow machine the read models may show it later than the answer is waited for.
    for (const until = performance.now() + patienceMs; !account && performance.now() < until; await pause(100)) {
      const { body } = await request(instance, 'GET', '/operator/accounts', { key: operator })
      account = body?.data?.find((each: Body) => each.slug === slug)
    }
    const made = await insistentWrite(instance, 'POST', `/operator/accounts/${account?.id}/keys`, {
      key: operator,
      body: { name: 'test', mode: 'test' },
    })
    if (made.status !== 201) throw new Error(`no API key: ${JSON.stringify([account, made])}`)
    keys.push(made.body.key)
  }
  return keys
}

/** What the clients were told. */
export type Told = {
  readonly businesses: Map<string, string>
  readonly orders: Map<string, string>
  /** Reads that missed what their own client had written before. */
  readonly missed: string[]
  /** Answers that were neither success nor a 503 with Retry-After. */
  readonly unclear: string[]
  /** Answers that said themselves that the read models lag. */
  behind: number
  refused: number
  reads: number
}

export const nothingTold = (): Told => ({
  businesses: new Map(),
  orders: new Map(),
  missed: [],
  unclear: [],
  behind: 0,
  refused: 0,
  reads: 0,
})

/** Writes until it is acknowledged, with the same Idempotency-Key; undefined when `goesOn` says no first. */
const insist = async (
  told: Told,
  instances: readonly Instance[],
  path: string,
  sending: Sending & { readonly body: object },
  goesOn: () => boolean,
) => {
  const idempotencyKey = randomUUID()
  for (let attempt = 0; attempt === 0 || goesOn(); attempt++) {
    const reply = await request(instances[attempt % instances.length] as Instance, 'POST', path, { ...sending, idempotencyKey })
    if (reply.status === 201) {
      if (reply.headers.get('probity-read-model')) told.behind++
      return reply
    }
    if (reply.status === 503 && Number(reply.headers.get('retry-after')) >= 1) told.refused++
    else told.unclear.push(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    await pause(200)
  }
  return undefined
}

const shown = async (instance: Instance, path: string, key: string): Promise<boolean> => {
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(200))
    if ((await request(instance, 'GET', path, { key })).status === 200) return true
  return false
}

const readOwn = async (told: Told, instance: Instance, path: string, key: string, isThere: (body: Body) => boolean) => {
  for (let attempt = 0; attempt < 30; attempt++) {
    const reply = await request(instance, 'GET', path, { key })
    told.reads++
    if (reply.status === 503 && Number(reply.headers.get('retry-after')) >= 1) {
      told.refused++
      await pause(200)
      continue
    }
    if (reply.status !== 200 || !isThere(reply.body)) told.missed.push(`GET ${path}: ${reply.status}`)
    return
  }
}

/** One client: makes businesses, orders for them, and reads each from another instance than the one that wrote it. */
export const client = async (told: Told, instances: readonly Instance[], key: string, goesOn: () => boolean): Promise<void> => {
  for (let round = 0; goesOn(); round++) {
    const shifted = [...instances.slice(round % instances.length), ...instances.slice(0, round % instances.length)]
    const other = shifted.at(-1) as Instance
    const name = `Client Company ${randomUUID().slice(0, 8)} LLC`
    const body = { name, addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] }
    const created = await insist(told, shifted, '/v1/businesses', { key, body }, goesOn)
    if (!created) return
    const { id } = created.body
    told.businesses.set(id, key)
    const read = `/v1/businesses/${id}`
    // Who is told that the read models lag waits until they show it.
    if (created.headers.get('probity-read-model') === null) await readOwn(told, other, read, key, (business) => business.name === name)
    else if (!(await shown(other, read, key))) return
    const ordered = await insist(
      told,
      [other, ...shifted],
      `/v1/businesses/${id}/orders`,
      { key, body: { product: 'business_enrichment' } },
      goesOn,
    )
    if (!ordered) return
    told.orders.set(ordered.body.id, key)
    if (ordered.headers.get('probity-read-model') !== null) continue
    await readOwn(told, shifted[0] as Instance, `/v1/businesses/${id}/orders`, key, ({ data }) =>
      data.some((order: Body) => order.id === ordered.body.id),
    )
  }
}

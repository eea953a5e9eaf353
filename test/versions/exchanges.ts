// Exchanges of a client that was written for one version of the interface: what it sends, and what it got when they were recorded. They are replayed
// against the service as it is now, and every member that the client knew must still be there, with the same type.
import { type OneOfEach, oneOfEach } from '../journeys/one-of-each.ts'
import { type Body, type Client, type TestService, until } from '../journeys/service.ts'

export type Exchange = {
  readonly method: string
  /** As in the interface description, with the query behind it. */
  readonly path: string
  readonly body?: Body
  readonly status: number
  /** Recorded, its lists have one item each; null: no JSON. */
  readonly answer: Body
}

type Request = Pick<Exchange, 'method' | 'path' | 'body'>

/** The exchanges as they go now, in the order of the requests, by a client that is the account's own. */
export const exchange = async (service: TestService, client: Client, requests: readonly Request[]): Promise<readonly Exchange[]> => {
  const made = await oneOfEach({ ...service, test: client })
  const done: Exchange[] = []
  for (const request of requests) done.push(await sent(client, made, request))
  return done
}

const sent = async (client: Client, { business, artifact, named }: OneOfEach, { method, path, body }: Request): Promise<Exchange> => {
  if (path.endsWith('/termination') && method === 'post')
    await until('the lien is on its way', async () => {
      const { data } = (await client.get(`/v1/businesses/${business}/liens`)).body
      return data.every(({ status }: Body) => status !== 'created')
    })
  const there: Readonly<Record<string, string>> = { object_id: business, business_id: business, artifact_id: artifact }
  const known = Object.fromEntries(Object.entries(there).filter(([name]) => body !== undefined && name in body))
  const asSent = Array.isArray(body) || body === undefined ? body : { ...body, ...known }
  const headers = { 'Content-Type': 'application/json' }
  const [template = '', query] = path.split('?')
  const place = `${named(template)}${query === undefined ? '' : `?${query.replace('{business}', business)}`}`
  const answer =
    asSent === undefined
      ? await client.raw(method.toUpperCase(), place)
      : await client.raw(method.toUpperCase(), place, JSON.stringify(asSent), headers)
  return { method, path, ...(body === undefined ? {} : { body }), status: answer.status, answer: answer.body ?? null }
}

/** What the interface description lets a client do: every read, every example of a request, and mistakes with a webhook. */
export const requestsIn = (document: Body): readonly Request[] => {
  const operations = Object.entries(document.paths as Record<string, Body>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Body>).map(([method, operation]) => ({ path, method, operation })),
  )
  const ofClients = operations.filter(({ path }) => path.startsWith('/v1/') && !path.includes('/agent/'))
  const reads = ofClients
    .filter(
      ({ method, operation }) => method === 'get' && Object.keys(operation.responses['200']?.content ?? {}).includes('application/json'),
    )
    .map(({ method, path }) => ({ method, path: `${path}${queried[path] ?? ''}` }))
  const writes = ofClients.flatMap(({ method, path, operation }) => {
    const name = operation.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
    const examples: readonly Body[] = document.components.schemas[name]?.examples ?? []
    return examples.map((body) => ({ method, path, body }))
  })
  return [...reads, ...writes, ...mistakes, ...last]
}

const queried: Readonly<Record<string, string>> = {
  '/v1/actions': '?object_type=businesses&object_id={business}',
  '/v1/actions/{id}': '?object_type=businesses&object_id={business}',
}

const url = 'https://example.com/hook'

const mistakes: readonly Request[] = [
  { method: 'post', path: '/v1/webhooks', body: { url, event_types: ['business.created'] } },
  { method: 'post', path: '/v1/webhooks', body: { url, enabled_events: ['business.exploded'] } },
  { method: 'post', path: '/v1/webhooks', body: { url, enabled_events: [] } },
  { method: 'post', path: '/v1/webhooks', body: { url, enabled_events: ['business.created'], event_types: ['business.updated'] } },
  { method: 'post', path: '/v1/businesses', body: {} },
]

const last: readonly Request[] = [
  { method: 'post', path: '/v1/webhooks/{id}/rotate_secret' },
  { method: 'post', path: '/v1/webhooks/{id}/test' },
  { method: 'post', path: '/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver' },
  { method: 'delete', path: '/v1/businesses/{business_id}/monitor' },
  { method: 'delete', path: '/v1/webhooks/{id}' },
]

/** What the client would miss. */
export const lostBy = (recorded: Exchange, now: Exchange): readonly string[] => {
  const lost = now.status === recorded.status ? missing(recorded.answer, now.answer, '') : [`${now.status} ${JSON.stringify(now.answer)}`]
  return lost.map((each) => `${recorded.method} ${recorded.path} ${recorded.status} ${each}`)
}

/**
 * What is missing, or of another type, of a recorded answer. A value that is null on one of the sides fits. Of a refusal the offending fields count too.
 * @example
 * missing({ id: '1', name: 'Acme' }, { id: '2', tags: [] }, '') // => ['.name']
 */
export const missing = (recorded: Body, now: Body, at: string): readonly string[] => {
  if (at.endsWith('.parameter')) return recorded === now ? [] : [`${at}: ${now}`]
  if (recorded === null || now === null) return recorded !== null && at === '' ? ['the body'] : []
  if (Array.isArray(recorded)) {
    if (!Array.isArray(now)) return [`${at}: no list`]
    const [item] = recorded
    return item === undefined || now.length === 0 || now.some((each) => missing(item, each, at).length === 0)
      ? []
      : missing(item, now[0], `${at}[]`)
  }
  if (typeof recorded !== typeof now || Array.isArray(now)) return [`${at}: ${typeof now}`]
  if (typeof recorded !== 'object') return []
  return Object.keys(recorded).flatMap((name) => (name in now ? missing(recorded[name], now[name], `${at}.${name}`) : [`${at}.${name}`]))
}

// Records what the service answers, by operation and status, for the examples of the interface description.
import type { Body } from './service.ts'

type Answer = { readonly method: string; readonly path: string; readonly status: string; readonly body: Body }

/** Until `end` every JSON answer to a `fetch` of this process is kept: `all` of them, and the `fullest` of each operation, path and status. */
export const recordAnswers = (
  url: string,
): {
  readonly all: () => readonly Answer[]
  readonly fullest: () => ReadonlyMap<string, { readonly path: string; readonly body: Body }>
  readonly end: () => void
} => {
  const all: Answer[] = []
  const answers = new Map<string, { readonly path: string; readonly body: Body }>()
  const plain = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const answer = await plain(input, init)
    const address = String(input instanceof Request ? input.url : input)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
    if (isJson && answer.ok && address.startsWith(url)) {
      const { pathname } = new URL(address)
      const body = await answer.clone().json()
      const method = (init?.method ?? 'GET').toLowerCase()
      const key = `${method} ${pathname} ${answer.status}`
      all.push({ method, path: pathname, status: `${answer.status}`, body })
      if (!answers.has(key) || size(body) > size(answers.get(key)?.body)) answers.set(key, { path: pathname, body })
    }
    return answer
  }
  const end = () => {
    globalThis.fetch = plain
  }
  return { all: () => all, fullest: () => answers, end }
}

const size = (body: unknown) => JSON.stringify(body ?? null).length

/** An answer as an example: of each list the longest item, and no secret in it. */
export const asExample = (body: Body, name = ''): Body => {
  if (Array.isArray(body))
    return body
      .toSorted((one, other) => size(other) - size(one))
      .slice(0, 1)
      .map((item) => asExample(item))
  if (typeof body === 'object' && body !== null)
    return Object.fromEntries(Object.entries(body).map(([member, value]) => [member, asExample(value, member)]))
  if (typeof body !== 'string') return body
  if (/^(key|secret|client_secret|access_token|refresh_token)$/.test(name) && body.length > 20)
    return `${body.slice(0, 9)}${'x'.repeat(15)}`
  return body
    .replace(/https?:\/\/(127\.0\.0\.1|localhost):\d+/, 'https://probity.example')
    .replace(/([?&](?:signature|token)=)[^&]+/g, '$1xxxx')
}

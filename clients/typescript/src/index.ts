// The client of Probity: the calls of the interface with their types, and what makes them convenient to use.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import createClient from 'openapi-fetch'
import { ConnectionError, errorFrom } from './errors.ts'
import { type RetryOptions, retrying } from './retries.ts'
import { type RunEvent, runEvents } from './run-events.ts'
import { type components, interfaceVersion, type paths } from './schema.ts'

export * from './errors.ts'
export type { RunEvent } from './run-events.ts'
export { type components, interfaceVersion, type paths } from './schema.ts'
export { type VerifyOptions, verifyWebhook, type WebhookEvent, WebhookSignatureError } from './webhooks.ts'

export type Schemas = components['schemas']

export type ProbityOptions = RetryOptions & {
  /** An API key or an OAuth access token. */
  readonly apiKey: string
  /** Where the service is; `http://127.0.0.1:3000` when absent. */
  readonly baseUrl?: string
}

/** The items of a list. */
type ItemOf<Path extends keyof paths> = paths[Path] extends {
  readonly get: {
    readonly responses: { readonly 200: { readonly content: { readonly 'application/json': { readonly data: readonly (infer Item)[] } } } }
  }
}
  ? Item
  : never
type ListPath = { [Path in keyof paths]: [ItemOf<Path>] extends [never] ? never : Path }[keyof paths]

type Parameters_<Path extends keyof paths> = paths[Path] extends { readonly get: { readonly parameters: infer Parameters } }
  ? Parameters
  : never
type Asked<Path extends keyof paths> = {
  readonly path?: Parameters_<Path> extends { readonly path: infer Given } ? Given : never
  readonly query?: Parameters_<Path> extends { readonly query?: infer Given } ? Omit<NonNullable<Given>, 'page' | 'starting_after'> : never
}

/**
 * @example
 * const probity = new Probity({ apiKey: process.env.PROBITY_KEY ?? '' })
 * const { data: business } = await probity.api.POST('/v1/businesses', {
 *   body: { name: 'Acme Widgets LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] },
 * })
 * for await (const each of probity.all('/v1/businesses', { query: { status: 'in_review' } })) console.log(each.name)
 */
export class Probity {
  /** The calls of the interface: `GET`, `POST`, `PUT`, `PATCH` and `DELETE` by path. An answer that is no success is thrown as a `ProbityError`. */
  readonly api: ReturnType<typeof createClient<paths>>
  readonly #send: (request: Request) => Promise<Response>
  readonly #baseUrl: string
  readonly #headers: Readonly<Record<string, string>>

  constructor({ apiKey, baseUrl = 'http://127.0.0.1:3000', ...retries }: ProbityOptions) {
    this.#baseUrl = baseUrl.replace(/\/$/, '')
    this.#headers = {
      Authorization: `Bearer ${apiKey}`,
      'User-Agent': 'probity-typescript/0.2.0',
      'Probity-Version': interfaceVersion,
    }
    this.#send = retrying(retries)
    this.api = createClient<paths>({ baseUrl: this.#baseUrl, headers: this.#headers, fetch: this.#send })
    this.api.use({
      onResponse: async ({ response }) => {
        if (response.status >= 400) throw await errorFrom(response)
      },
    })
  }

  /** Every item of a list, page by page as they are read. */
  async *all<Path extends ListPath>(list: Path, asked: Asked<Path> = {}): AsyncGenerator<ItemOf<Path>> {
    const get = this.api.GET as unknown as (
      path: string,
      init: object,
    ) => Promise<{ readonly data?: { readonly data: readonly ItemOf<Path>[]; readonly has_more: boolean } }>
    for (let after: string | undefined; ; ) {
      const query = { per_page: 100, ...(asked.query ?? {}), ...(after === undefined ? {} : { starting_after: after }) }
      const { data: page } = await get(list, { params: { path: asked.path, query } })
      const items = page?.data ?? []
      for (const item of items) yield item
      after = (items.at(-1) as { readonly id?: string } | undefined)?.id
      if (!page?.has_more || after === undefined) return
    }
  }

  /** The events of a run as they happen, up to its end. A stream that breaks off is opened again behind the last event. */
  runEvents(
    id: string,
    { signal, reopenings = 5 }: { readonly signal?: AbortSignal; readonly reopenings?: number } = {},
  ): AsyncGenerator<RunEvent> {
    const url = `${this.#baseUrl}/v1/runs/${encodeURIComponent(id)}/stream`
    return runEvents({ send: this.#send, url, headers: this.#headers, signal, reopenings })
  }

  /** Creates businesses from a CSV: a path, or the content with a file name. */
  async uploadBatch(
    csv: string | { readonly content: string | Uint8Array; readonly filename: string },
    { name }: { readonly name?: string } = {},
  ): Promise<Schemas['BusinessBatch']> {
    const { content, filename } = typeof csv === 'string' ? { content: await readFile(csv), filename: basename(csv) } : csv
    const { data } = await this.api.POST('/v1/business_batches', {
      body: { name: name ?? filename, filename, csv: Buffer.from(content).toString('base64') },
    })
    if (data === undefined) throw new ConnectionError('the service answered without a batch')
    return data
  }

  /** A file that the service makes: a CSV, a PDF, a text. `path` as it is sent, such as `/v1/businesses/ID/pdf`. */
  async download(path: string): Promise<{ readonly content: Uint8Array; readonly type: string }> {
    const answer = await this.#send(new Request(this.#baseUrl + path, { headers: this.#headers }))
    if (answer.status >= 400) throw await errorFrom(answer)
    return { content: await answer.bytes(), type: answer.headers.get('content-type') ?? '' }
  }

  /** Asks again until the business needs nothing more than a decision, or has one. */
  async reviewed(
    id: string,
    { every = 1, signal }: { readonly every?: number; readonly signal?: AbortSignal } = {},
  ): Promise<Schemas['Business']> {
    for (;;) {
      signal?.throwIfAborted()
      const { data } = await this.api.GET('/v1/businesses/{id}', { params: { path: { id } } })
      if (data && data.status !== 'open' && data.status !== 'pending') return data
      await new Promise((resolve) => setTimeout(resolve, every * 1000))
    }
  }
}

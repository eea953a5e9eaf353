// One request to a vendor over HTTP: the request as configured, and the handling of bad answers. Vendors get the same limits as websites:
// only public addresses unless configured otherwise, and limits on time and size. Redirects never receive the vendor's credentials.
import { z } from 'zod'
import { addressWith, filled } from '../vendor-templates.ts'
import { type GuardedAgents, guardedAgents, permitted } from '../website/addresses.ts'
import { type FetchedPage, failureReasons, fetchPage } from '../website/fetch-page.ts'

/** The settings that every vendor has in a configuration. */
export const vendorRequest = {
  /** The vendor's name for reviewers: the data set of every source. */
  name: z.string().min(1),
  method: z.enum(['GET', 'POST']).default('GET'),
  /** `{name}`, `{address}`, `{state}`, `{tin}`, `{dob}` are replaced by the known values of the business or the person. */
  url: z.string().regex(/^https?:\/\//, 'must be an http or https address'),
  /** `${NAME}` is read from the environment, so that the file need not contain secrets. */
  headers: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.json()).optional(),
  timeout_seconds: z.number().min(1).max(60).default(20),
  /** Whether it may be in the operator's own network, at a non-public address. */
  own_network: z.boolean().default(false),
}
const Vendor = z.object(vendorRequest)
export type Vendor = z.output<typeof Vendor>

/** The configuration is unusable. The message says what is wrong. */
export class WrongSourcesConfig extends Error {
  override readonly name = 'WrongSourcesConfig'
}

/** The vendor gave no usable answer. The message names no person, because the review shows it. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** Whether a retry may succeed. */
  readonly passing: boolean

  constructor(message: string, { passing }: { readonly passing: boolean }) {
    super(message)
    this.passing = passing
  }
}

export type Values = Readonly<Record<string, string>>

export type AskVendor = {
  /** The vendor's JSON answer. @throws NoAnswer */
  readonly json: (vendor: Vendor, values: Values, signal?: AbortSignal) => Promise<unknown>
  /** A file that the answer links to. Credentials are sent only to the vendor's own host. @throws NoAnswer */
  readonly file: (
    vendor: Vendor,
    link: string,
    options: { readonly maxBytes: number; readonly signal?: AbortSignal },
  ) => Promise<FetchedPage>
}

const largestAnswer = 5 * 1024 * 1024
const passingStatus = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status)

export const askVendor = ({ allowLoopback }: { readonly allowLoopback: boolean }): AskVendor => {
  const anywhere = guardedAgents({ permits: () => true })
  const publicOnly = guardedAgents({ permits: permitted({ allowLoopback }) })
  return {
    json: async (vendor, values, signal) => {
      const { method, url, body, headers } = vendor
      const page = await get(vendor, addressWith(url, values), {
        agents: vendor.own_network ? anywhere : publicOnly,
        accept: 'application/json',
        headers: { ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(method === 'POST' ? { body: JSON.stringify(filled(body ?? values, values)) } : {}),
        maxRedirects: 0,
        maxBytes: largestAnswer,
        ...(signal ? { signal } : {}),
      })
      try {
        return JSON.parse(page.bytes.toString('utf8')) as unknown
      } catch {
        throw new NoAnswer(`${vendor.name} answered no JSON`, { passing: true })
      }
    },
    file: (vendor, link, { maxBytes, signal }) => {
      const address = URL.canParse(link, vendor.url) ? new URL(link, vendor.url) : null
      if (!address) throw new NoAnswer(`${vendor.name} answered a link that is none`, { passing: false })
      const isOwn = address.origin === new URL(vendor.url).origin
      return get(vendor, address.href, {
        agents: vendor.own_network && isOwn ? anywhere : publicOnly,
        accept: '*/*',
        headers: isOwn ? vendor.headers : {},
        maxRedirects: isOwn ? 0 : 3,
        maxBytes,
        ...(signal ? { signal } : {}),
      })
    },
  }
}

type Request = {
  readonly agents: GuardedAgents
  readonly accept: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly maxRedirects: number
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

const get = async ({ name, timeout_seconds }: Vendor, address: string, request: Request): Promise<FetchedPage> => {
  const totalMs = timeout_seconds * 1000
  const any = { userAgent: 'Probity/1', contentTypes: [''], anyPort: true, totalMs, idleMs: totalMs }
  const fetched = await fetchPage(address, { ...any, ...request })
  if (fetched.outcome === 'failed') {
    const said = fetched.reason === 'redirects' ? 'redirects, which its credentials must not follow' : failureReasons[fetched.reason]
    throw new NoAnswer(`${name} ${said}`, { passing: !['wrong_address', 'address_refused', 'redirects'].includes(fetched.reason) })
  }
  if (fetched.status < 200 || fetched.status >= 300)
    throw new NoAnswer(`${name} answered ${fetched.status}`, { passing: passingStatus(fetched.status) })
  if (fetched.cut !== null) throw new NoAnswer(`${name} answered, but ${fetched.cut}`, { passing: true })
  return fetched
}

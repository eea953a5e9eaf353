// A domain's registration data, over RDAP (RFC 9082, RFC 9083): when it was registered, until when, by whom.
import { parse } from 'tldts'
import { z } from 'zod'
import type { GuardedAgents } from './addresses.ts'
import { fetchPage } from './fetch-page.ts'

export type Registered = {
  readonly domain_id: string | null
  readonly creation_date: string | null
  readonly expiration_date: string | null
  readonly registrar: { readonly organization: string | null; readonly name: string; readonly url: string | null } | null
  readonly registrant: string | null
}

export type DomainSource = (domain: string, signal?: AbortSignal) => Promise<Registered | null>

const Card = z.tuple([z.string(), z.array(z.array(z.unknown()))])
type Entity = {
  readonly roles?: readonly string[] | undefined
  readonly handle?: string | undefined
  readonly vcardArray?: z.output<typeof Card> | undefined
  readonly links?: readonly { readonly href?: string | undefined; readonly rel?: string | undefined }[] | undefined
}
const Entity: z.ZodType<Entity> = z.object({
  roles: z.array(z.string()).optional().catch(undefined),
  handle: z.string().optional().catch(undefined),
  vcardArray: Card.optional().catch(undefined),
  links: z
    .array(z.object({ href: z.string().optional(), rel: z.string().optional() }))
    .optional()
    .catch(undefined),
})
const Answer = z.object({
  handle: z.string().optional().catch(undefined),
  events: z
    .array(z.object({ eventAction: z.string(), eventDate: z.string() }))
    .optional()
    .catch(undefined),
  entities: z.array(Entity).optional().catch(undefined),
})

/** The registrable part of a host name, such as `example.co.uk`; null for IP addresses and for names without one. */
export const registrableDomain = (hostname: string): string | null => {
  const { domain, isIp } = parse(hostname, { allowPrivateDomains: true })
  return isIp ? null : domain
}

/** Queries an RDAP service; null if it knows nothing or does not answer in time. */
export const rdap =
  ({
    baseUrl,
    agents,
    userAgent,
  }: {
    readonly baseUrl: string
    readonly agents: GuardedAgents
    readonly userAgent: string
  }): DomainSource =>
  async (domain, signal) => {
    const fetched = await fetchPage(`${baseUrl}/domain/${encodeURIComponent(domain)}`, {
      agents,
      userAgent,
      accept: 'application/rdap+json, application/json;q=0.5',
      contentTypes: ['application/rdap+json', 'application/json'],
      totalMs: 8_000,
      idleMs: 5_000,
      maxBytes: 500_000,
      anyPort: true,
      ...(signal ? { signal } : {}),
    })
    if (fetched.outcome === 'failed' || fetched.status !== 200) return null
    return readRdap(fetched.text)
  }

export const readRdap = (text: string): Registered | null => {
  const answer = Answer.safeParse(parsedJson(text))
  if (!answer.success) return null
  const { handle, events = [], entities = [] } = answer.data
  const when = (action: string) => timestamp(events.find(({ eventAction }) => eventAction === action)?.eventDate)
  const inRole = (role: string) => entities.find(({ roles = [] }) => roles.includes(role))
  const registrar = inRole('registrar')
  const name = registrar && (cardText(registrar, 'fn') ?? cardText(registrar, 'org'))
  const registrant = inRole('registrant')
  return {
    domain_id: handle ?? null,
    creation_date: when('registration'),
    expiration_date: when('expiration'),
    registrar: registrar && name ? { organization: cardText(registrar, 'org') ?? name, name, url: webAddress(registrar) } : null,
    registrant: withheld((registrant && (cardText(registrant, 'org') ?? cardText(registrant, 'fn'))) ?? null),
  }
}

const cardText = ({ vcardArray }: Entity, property: string): string | undefined => {
  const value = vcardArray?.[1].find(([name]) => name === property)?.[3]
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
}

const webAddress = (entity: Entity): string | null => {
  const url = cardText(entity, 'url') ?? entity.links?.find(({ rel }) => rel === 'about')?.href
  return url !== undefined && URL.canParse(url) && /^https?:/.test(url) ? url : null
}

/** Placeholders of registries for data that they do not publish. */
const withheld = (name: string | null): string | null =>
  name !== null && /redacted|privacy|whois|proxy|withheld|not disclosed|data protected|statutory masking|on behalf of/i.test(name)
    ? null
    : name

const timestamp = (date: string | undefined): string | null => {
  const at = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

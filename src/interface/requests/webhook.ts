// The requests about webhooks (records.md, section 2), and the addresses that they may name.
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import type { Mode } from '../../events/modes.ts'
import { isPublicAddress, isPublicOrLoopback } from '../../evidence/website/addresses.ts'
import { replayableDays } from '../../stores/webhook-replays.ts'
import { unprocessable } from '../errors.ts'
import { Id } from '../ids.ts'
import { memberLimits as limits } from '../limits.ts'
import { entriesOf, predicate, sentence } from '../messages.ts'
import { webhookEventTypes } from '../webhook-topics.ts'
import { optional } from './fields.ts'

const Url = z.string().trim().min(1).max(limits.url.most).meta({ format: 'uri' })

const Secret = z
  .string()
  .max(limits.secret.most)
  .refine((secret) => !secret.startsWith('whsec_') || isKey(secret.slice('whsec_'.length)), 'must have Base64 behind whsec_')

/** Forms send an empty text for what nobody filled in. */
const SecretOrNone = z.preprocess((secret) => (secret === '' ? undefined : secret), Secret.optional())

const isKey = (text: string): boolean => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length > 0

const Events = z
  .array(z.enum(['*', ...webhookEventTypes]))
  .min(1)
  .transform((types) => [...new Set(types)])

/** Names that other services, and the first version, have for `event_types`. A webhook that got every event because of one would surprise its receiver. */
const otherNamesOfEvents = ['enabled_events', 'enabled_event', 'event_type', 'events', 'event', 'types', 'topics']

const Oidc = z
  .object({
    token_url: Url,
    client_id: z.string().min(1).max(limits.secret.most),
    client_secret: z.string().min(1).max(limits.secret.most),
    scope: optional(z.string().min(1).max(limits.secret.most)),
  })
  .meta({ id: 'WebhookOidcCredentials', description: 'OAuth 2.0 client credentials with which deliveries get a bearer token.' })

export const CreateWebhook = z
  .object({
    url: Url.meta({ description: 'https; http for loopback only, in test accounts.' }),
    secret: optional(SecretOrNone).meta({ description: 'Made, and shown this once, when absent or empty.' }),
    event_types: optional(Events).meta({ description: 'The types of events that are delivered; `*` is all. All when absent.' }),
    oidc: optional(Oidc),
  })
  .meta({
    id: 'CreateWebhookRequest',
    examples: [{ url: 'https://example.com/probity', event_types: ['business.approved', 'business.rejected', 'order.completed'] }],
  })

/** The changes of a PATCH, where absent members stay unchanged, and the whole of a PUT, where they get the value that they have at creation. */
export const UpdateWebhook = z
  .object({
    url: optional(Url),
    secret: optional(SecretOrNone).meta({ description: 'Stays unchanged when absent or empty.' }),
    event_types: optional(Events).meta({ description: 'The types of events that are delivered; `*` is all.' }),
    oidc: Oidc.nullish(),
    disabled_at: z.iso.datetime({ offset: true }).nullish().meta({ description: 'null enables it again.' }),
  })
  .meta({ id: 'UpdateWebhookRequest', examples: [{ event_types: ['*'], disabled_at: null }] })

export const ReplayWebhook = z
  .object({
    since: optional(z.iso.datetime({ offset: true })).meta({
      description: `What happened from this time on, at most ${replayableDays} days ago.`,
    }),
    since_event: optional(Id).meta({ description: 'The event with this id (`webhook-id`), and what happened after it.' }),
  })
  .meta({ id: 'ReplayWebhookRequest', examples: [{ since_event: '01942f3c-5f0a-7c55-9d0b-3b1f6f2f6c11' }] })

export const oidcFrom = (oidc: z.output<typeof Oidc> | null | undefined) => oidc && { ...oidc, scope: oidc.scope ?? null }

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Checks a request against its schema and the allowed addresses. @throws ApiError 422 with every problem */
export const readWebhook = <Schema extends typeof CreateWebhook | typeof UpdateWebhook>(
  schema: Schema,
  body: { readonly [field: string]: unknown },
  allowance: Allowance,
): z.output<Schema> => {
  const parsed = schema.safeParse(body, { error: predicate })
  const unread = parsed.success ? [] : entriesOf(parsed.error.issues)
  const { oidc } = body
  const tokenUrl = typeof oidc === 'object' && oidc !== null && 'token_url' in oidc ? oidc.token_url : undefined
  const named = [['url', body.url] as const, ['oidc.token_url', tokenUrl] as const]
  const unfit = named.flatMap(([parameter, address]) => {
    if (typeof address !== 'string' || unread.some((each) => each.parameter === parameter)) return []
    const problem = wrongAddress(address, allowance)
    return problem === undefined ? [] : [{ message: sentence(parameter, problem), parameter }]
  })
  const misnamed = body.event_types === undefined ? otherNamesOfEvents.filter((name) => body[name] !== undefined) : []
  const unknown = misnamed.map((parameter) => ({ message: `${parameter} is not a known field: did you mean event_types?`, parameter }))
  if (!parsed.success || unfit.length > 0 || unknown.length > 0) throw unprocessable([...unread, ...unfit, ...unknown])
  return parsed.data as z.output<Schema>
}

type Allowance = { readonly mode: Mode; readonly allowLoopback: boolean }

/** Why nothing may be sent to this address; undefined when it may. The addresses behind a name are checked at each delivery. */
const wrongAddress = (text: string, { mode, allowLoopback }: Allowance): string | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'must be an https address'
  if (url.username !== '' || url.password !== '') return 'must not carry credentials'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLoopback = host === 'localhost' || host.endsWith('.localhost') || (isPublicOrLoopback(host) && !isPublicAddress(host))
  const mayLoopBack = mode === 'test' || allowLoopback
  if (isLoopback) return mayLoopBack ? undefined : 'must be a public address'
  if (url.protocol === 'http:') return 'must be an https address (http only for loopback in test accounts)'
  return isIP(host) !== 0 && !isPublicAddress(host) ? 'must be a public address' : undefined
}

// What can happen to an account (the tenant), to the keys it hands out and to the OAuth clients that it knows.
import { z } from 'zod'
import type { EventOf } from './define.ts'
import { LienParty } from './lien.ts'
import { modes } from './modes.ts'
import { monitorTypes } from './monitor.ts'
import { NoticeSettings } from './notice.ts'
import { TwoPersonRule } from './oversight.ts'
import { RetentionPeriods } from './retention.ts'
import { ReviewCalendar } from './review-calendar.ts'

/** What accounts count as that were created before they kept a version of the interface. */
export const firstInterfaceVersion = '2026-11-22'

export const accountEvents = {
  AccountCreated: z.object({
    account_id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    features: z.array(z.string()),
    /** The version of the interface for requests that name none; absent: the first. */
    interface_version: z.string().optional(),
  }),
  /** The version of the interface for requests that name none, from now on. */
  InterfaceVersionPinned: z.object({ version: z.string() }),
  ApiKeyCreated: z.object({
    key_id: z.uuid(),
    name: z.string(),
    mode: z.enum(modes),
    /** SHA-256 (hex) of the key; the key itself is shown once and kept nowhere. */
    key_hash: z.string(),
    last_four: z.string(),
    /** What it may do, as `liens:read` or `liens:write`; absent or null: everything. */
    scopes: z.array(z.string()).nullable().optional(),
    /** From this time on it is refused; absent or null: it works until it is revoked. */
    expires_at: z.string().nullable().optional(),
    /** The key that it takes the place of. */
    replaces: z.uuid().optional(),
  }),
  /** Another key takes its place. It works until the given time. */
  ApiKeyReplaced: z.object({ key_id: z.uuid(), key_hash: z.string(), replaced_by: z.uuid(), works_until: z.string() }),
  ApiKeyRevoked: z.object({ key_id: z.uuid(), key_hash: z.string() }),
  FeatureSwitched: z.object({ feature: z.string(), on: z.boolean() }),
  /** The secured parties and collateral of lien requests that name none; the whole set each time. */
  LienDefaultsSet: z.object({ secured_parties: z.array(LienParty), collateral: z.string().nullable() }),
  /** The monitor types that businesses of the account may be monitored for. */
  MonitorTypesAllowed: z.object({ monitor_types: z.array(z.enum(monitorTypes)) }),
  /** From this many days on, the review warns that a source speaks of long ago. */
  SourceAgeLimitSet: z.object({ days: z.number().int() }),
  OauthClientCreated: z.object({
    client_id: z.uuid(),
    name: z.string(),
    redirect_uri: z.string(),
    /** What its tokens see: the sandbox or the reference data. */
    mode: z.enum(modes),
    /** SHA-256 (hex) of the secret, which is shown once and kept nowhere. */
    secret_hash: z.string(),
    /** It registered itself (RFC 7591) and has no secret. */
    is_public: z.literal(true).optional(),
  }),
  OauthClientDeleted: z.object({ client_id: z.uuid() }),
  /** The screening lists that businesses of the account are screened against, by their abbreviations; null: all that are loaded. */
  WatchlistsChosen: z.object({ lists: z.array(z.string()).min(1).nullable() }),
  /** What needs a second person from now on; the whole rule each time. */
  TwoPersonRuleSet: TwoPersonRule,
  /** What its notices of adverse actions say; all of it each time. */
  NoticeSettingsSet: NoticeSettings,
  /** When its businesses are looked at again; all of it each time. */
  ReviewCalendarSet: ReviewCalendar,
  /** How long records are kept after the end of a relationship; all of it each time. */
  RetentionSet: RetentionPeriods,
  /** A view of the businesses that all users of the account see; one with the name of another takes its place. */
  QueueViewSaved: z.object({ view_id: z.uuid(), name: z.string(), /** Filters and sort, as in the page's address. */ query: z.string() }),
  QueueViewRemoved: z.object({ view_id: z.uuid() }),
  /** IPv4 and IPv6 ranges in CIDR notation; none: every address may come in. */
  IpAllowlistSet: z.object({ ranges: z.array(z.string()) }),
  /** An operator retried failed work of a process; its event by stream and type. */
  WorkRetried: z.object({ process: z.string(), stream: z.string(), type: z.string() }),
}
export type AccountEvent = EventOf<typeof accountEvents>

// The aggregates whose acts may need a second person: what a proposal rests on, and the reason that the proposer gives.
import type { DomainEvent } from '../events/catalogue.ts'
import { openHits } from '../events/evidence-file.ts'
import { ownValue } from '../events/own-value.ts'
import { type AccountCommand, account } from './account.ts'
import { business } from './business.ts'
import type { BusinessState } from './business-state.ts'
import type { Aggregate } from './decider.ts'
import { erasureOrderIn } from './erasure-order.ts'
import { type PoliciesState, policies } from './policies.ts'
import { user } from './user.ts'

type Command = { readonly [field: string]: unknown; readonly type: string }

/** What matters of the record to the act, by names that a message can show. */
export type Ground = { readonly [name: string]: unknown }

export type Overseen = {
  // The table is read by name; what a proposal holds was decided on by this same aggregate.
  readonly aggregate: Aggregate<unknown, Command, DomainEvent>
  readonly ground: (state: unknown, command: Command) => Ground
  /** What of the record the command is about: of two open proposals about the same, the later takes the place of the former. */
  readonly about: (command: Command) => string
  readonly why: (command: Command) => string | null
  /** Others for whom the actor acts: the run that an action names, the batch that a policy's business came with. */
  readonly actsFor: (state: unknown, command: Command, actor: Acting) => readonly Acting[]
}

type Acting = { readonly type: string; readonly id: string }

type Declared<State, Sent, Event extends DomainEvent> = {
  readonly aggregate: Aggregate<State, Sent, Event>
  readonly ground: (state: State, command: Sent) => Ground
  readonly about: (command: Sent) => string
  readonly why?: (command: Command) => string | null
  readonly actsFor?: (state: State, command: Sent, actor: Acting) => readonly Acting[]
}

const declared = <State, Sent, Event extends DomainEvent>({
  why = () => null,
  actsFor = () => [],
  ...rest
}: Declared<State, Sent, Event>): Overseen =>
  // See Overseen.
  ({ ...rest, why, actsFor }) as unknown as Overseen

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const groundOfBusiness = (state: BusinessState): Ground => {
  if (state.status === 'none') return {}
  const { name, tin, addresses, people, ownership } = state.submitted
  return {
    status: state.status,
    'submitted data': { name, tin, people, ownership, addresses: addresses.map(({ full_address }) => full_address) },
    'risk tier': state.risk_override,
    'watchlist hits': openHits(state.file).map(({ id, entity_name, list, match }) => [id, entity_name, list, match.score]),
    review: (state.review?.tasks ?? []).map(({ key, status, sub_label }) => [key, status, sub_label]),
  }
}

/** The setting that a command changes, now and as it asks; null: it changes none. */
export const settingChange = (
  command: AccountCommand,
  state: Parameters<(typeof account)['evolve']>[0],
): { readonly field: string; readonly before: unknown; readonly after: unknown } | null => {
  switch (command.type) {
    case 'SwitchFeature':
      return { field: command.feature, before: state.features.has(command.feature), after: command.on }
    case 'SetLienDefaults':
      return { field: 'lien_defaults', before: state.lienDefaults, after: command.defaults }
    case 'AllowMonitorTypes':
      return { field: 'monitor_types', before: state.monitorTypes, after: command.monitorTypes }
    case 'LimitSourceAge':
      return { field: 'source_age_limit_days', before: state.sourceAgeLimit, after: command.days }
    case 'ChooseWatchlists':
      return { field: 'watchlists', before: state.watchlists, after: command.lists }
    case 'SetIpAllowlist':
      return { field: 'ip_allowlist', before: state.ipAllowlist, after: command.ranges }
    case 'SetNoticeSettings':
      return { field: 'notice_settings', before: state.noticeSettings, after: command.settings }
    case 'SetReviewCalendar':
      return { field: 'review_calendar', before: state.reviewCalendar, after: command.calendar }
    case 'SetRetention':
      return { field: 'retention', before: state.retention, after: command.periods }
    case 'SetTwoPersonRule':
      return { field: 'two_person_rule', before: state.twoPersonRule, after: command.rule }
    default:
      return null
  }
}

const erasureOf = (of: string): Overseen =>
  declared({
    aggregate: erasureOrderIn(of),
    ground: () => ({}),
    // Only orders are proposed.
    about: (command) => (command.type === 'OrderErasure' ? (command.order.person_id ?? 'all') : command.orderId),
    why: ({ order }) => textIn((order as { readonly reason?: unknown } | undefined)?.reason),
  })

export const overseenAggregates: { readonly [name: string]: Overseen } = {
  business: declared({
    aggregate: business,
    ground: groundOfBusiness,
    about: (command) => {
      if (command.type === 'SetRiskTier') return 'risk tier'
      return command.type === 'TakeAction' && command.asked.type === 'dismissal' ? `dismissal ${command.action.object_id}` : 'decision'
    },
    why: ({ type, note, statusReason, reason, asked, action }) =>
      textIn(note) ??
      textIn(statusReason) ??
      (type === 'SetRiskTier' ? textIn(reason) : null) ??
      textIn((asked as { readonly reason?: unknown } | undefined)?.reason) ??
      textIn((action as { readonly note?: unknown } | undefined)?.note),
    actsFor: (state, command, actor) => [
      ...(command.type === 'TakeAction'
        ? command.action.actors.flatMap(({ actor_type, data }) => (actor_type === 'run' ? [{ type: 'run', id: String(data.id) }] : []))
        : []),
      ...(actor.type === 'process' && state.status !== 'none' && state.submitted.business_batch_id
        ? [{ type: 'business_batch', id: state.submitted.business_batch_id }]
        : []),
    ],
  }),
  account: declared({
    aggregate: account,
    ground: (state, command) => ({ setting: settingChange(command, state)?.before ?? null }),
    about: (command) => (command.type === 'SwitchFeature' ? `feature ${command.feature}` : command.type),
  }),
  policies: declared({
    aggregate: policies,
    about: ({ policyId }) => policyId,
    ground: (state: PoliciesState, { policyId }) => {
      const policy = ownValue(state, policyId)
      return { 'active version': policy?.enabled ?? null, versions: policy?.versions.map(({ version_id }) => version_id) ?? [] }
    },
  }),
  user: declared({ aggregate: user, ground: ({ status, roles }) => ({ status, roles }), about: ({ type }) => type }),
  ...Object.fromEntries(['business', 'signal', 'partner_company'].map((of) => [erasureOrderIn(of).name, erasureOf(of)])),
}

// Which events an account may require a second person for. The table looks at what a command leads to, so that no path to it can be forgotten.
import type { DomainEvent, EventType, StoredEvent } from '../events/catalogue.ts'
import { type Act, switchableActs, type TwoPersonRule } from '../events/oversight.ts'
import { type RiskTier, riskTiers } from '../events/risk.ts'
import type { Business } from './business-state.ts'
import { riskOf, riskWith } from './risk.ts'

type Data<Type extends EventType> = StoredEvent<Type>['data']
/** `state`: of the record before the event. */
type Needs = { readonly rule: TwoPersonRule; readonly state: unknown }
type Row<Type extends EventType> = (data: Data<Type>, needs: Needs) => readonly Act[]

const ifRequired =
  (act: Exclude<Act, 'approval'>) =>
  (_: unknown, { rule }: Needs): readonly Act[] =>
    rule[act] ? [act] : []

const settings = ifRequired('settings')

/** What takes effect for an account or lets people in. The making of API keys is not among them: a key acts for its maker. */
const rows: { readonly [Type in EventType]?: Row<Type> } = {
  BusinessApproved: ({ override }, { rule, state }) => [
    // Only businesses are approved.
    ...(needsTwo(riskOf(state as Business), rule) ? (['approval'] as const) : []),
    ...(override && rule.override ? (['override'] as const) : []),
  ],
  // Who lowers the tier would then approve alone what needs two. Only businesses have one.
  RiskTierSet: ({ risk }, { rule, state }) =>
    needsTwo(riskOf(state as Business), rule) && !needsTwo(riskWith(state as Business, risk.tier), rule) ? ['approval'] : [],
  WatchlistHitDismissed: ifRequired('dismissal'),
  PolicyVersionEnabled: ifRequired('policy'),
  ErasureOrdered: ifRequired('erasure'),
  FeatureSwitched: settings,
  InterfaceVersionPinned: settings,
  LienDefaultsSet: settings,
  MonitorTypesAllowed: settings,
  SourceAgeLimitSet: settings,
  WatchlistsChosen: settings,
  IpAllowlistSet: settings,
  NoticeSettingsSet: settings,
  ReviewCalendarSet: settings,
  RetentionSet: settings,
  // Who loosens the rule would do alone what needs two.
  TwoPersonRuleSet: (next, { rule }) => (rule.settings || isLooser(next, rule) ? ['settings'] : []),
  UserInvited: settings,
  UserInvitationRenewed: settings,
  UserRolesChanged: settings,
  UserReactivated: settings,
}

/** The events that may need a second person. */
export const overseenEvents: ReadonlySet<string> = new Set(Object.keys(rows))

const reaches = (risk: RiskTier, least: RiskTier): boolean => riskTiers.indexOf(risk) >= riskTiers.indexOf(least)

/** Whether the approval of a business of this tier needs two. Without a review nobody knows the tier, which counts as high. */
const needsTwo = (tier: RiskTier | null, { approval }: TwoPersonRule): boolean => approval !== null && reaches(tier ?? 'high', approval)

const isLooser = (next: TwoPersonRule, before: TwoPersonRule): boolean =>
  switchableActs.some((act) => before[act] && !next[act]) ||
  (before.approval !== null && (next.approval === null || !reaches(before.approval, next.approval)))

/** `state`: of the record before the events. `evolve`: what each makes of it. */
type Decided = Needs & { readonly evolve: (state: unknown, event: DomainEvent) => unknown }

/**
 * What of these events needs a second person under the rule.
 * @example
 * import { noSecondPerson } from 'src/events/oversight.ts'
 * const event = { type: 'SourceAgeLimitSet', data: { days: 30 } } as const
 * const record = { state: null, evolve: () => null }
 * actsIn([event], { ...record, rule: noSecondPerson }) // => []
 * actsIn([event], { ...record, rule: { ...noSecondPerson, settings: true } }) // => ['settings']
 */
export const actsIn = (events: readonly DomainEvent[], { rule, state, evolve }: Decided): readonly Act[] => {
  const acts = new Set<Act>()
  let before = state
  for (const event of events) {
    // A row is kept under the type of its data.
    const row = rows[event.type] as ((data: unknown, needs: Needs) => readonly Act[]) | undefined
    for (const act of row?.(event.data, { rule, state: before }) ?? []) acts.add(act)
    before = evolve(before, event)
  }
  return [...acts]
}

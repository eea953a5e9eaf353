// What an act needs of who confirms, refuses or withdraws it: what it would need of who does it alone. Of a user the role, of an API key the scope.
import type { Right } from '../auth/rights.ts'
import type { AccountCommand } from '../commands/account.ts'
import type { KeyScope } from '../events/key-scopes.ts'
import type { ProposalDocument } from '../projections/proposals.ts'

type Asked = Pick<ProposalDocument, 'acts' | 'aggregate' | 'command'>

/** The settings that operators may change; all others, users included, are for administrators. */
const operated: ReadonlySet<unknown> = new Set([
  'SwitchFeature',
  'PinInterfaceVersion',
  'SetLienDefaults',
  'AllowMonitorTypes',
  'LimitSourceAge',
  'ChooseWatchlists',
  'SetIpAllowlist',
] satisfies AccountCommand['type'][])

/**
 * The rights of a role that the acts of a proposal need.
 * @example
 * rightsFor({ acts: ['settings'], aggregate: 'user', command: { type: 'ChangeRoles' } }) // => ['manage']
 * rightsFor({ acts: ['approval'], aggregate: 'business', command: { type: 'UpdateBusiness' } }) // => []
 */
export const rightsFor = ({ acts, command }: Asked): readonly Right[] =>
  acts.flatMap((act): readonly Right[] => {
    if (act === 'policy') return ['operate']
    if (act === 'settings') return [operated.has(command.type) ? 'operate' : 'manage']
    return act === 'erasure' ? ['manage'] : []
  })

/** Of the settings that keys may change. The others are for people and the operator. */
const settingScopes: ReadonlyMap<unknown, KeyScope> = new Map<AccountCommand['type'], KeyScope>([
  ['SetNoticeSettings', 'businesses:write'],
  ['SetReviewCalendar', 'businesses:write'],
  ['SetRetention', 'retention:write'],
  ['SetTwoPersonRule', 'proposals:write'],
])

/**
 * The scope that the act needs of a key beside `proposals:write`; null: a key with scopes may not do it.
 * @example
 * scopeFor({ acts: ['dismissal'], aggregate: 'business', command: { type: 'TakeAction' } }) // => 'actions:write'
 * scopeFor({ acts: ['settings'], aggregate: 'user', command: { type: 'ChangeRoles' } }) // => null
 */
export const scopeFor = ({ aggregate, command }: Asked): KeyScope | null => {
  if (aggregate === 'business') return command.type === 'TakeAction' ? 'actions:write' : 'businesses:write'
  if (aggregate === 'policies') return 'policies:write'
  if (aggregate.startsWith('erasure_order_')) return 'retention:write'
  return settingScopes.get(command.type) ?? null
}

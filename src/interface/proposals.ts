// Acts that wait for a second person: their requests, their record, and what each proposes in words.
import { z } from 'zod'
import type { NoticeSettings } from '../events/notice.ts'
import { acts, type Party, proposalStatuses } from '../events/oversight.ts'
import { ownValue } from '../events/own-value.ts'
import type { RetentionPeriods } from '../events/retention.ts'
import type { ReviewCalendar } from '../events/review-calendar.ts'
import { riskTiers } from '../events/risk.ts'
import type { AccountDocument } from '../projections/accounts.ts'
import type { ProposalDocument } from '../projections/proposals.ts'
import { reasonText } from './decision-words.ts'
import { memberLimits as limits } from './limits.ts'
import { Timestamp } from './records/common.ts'
import { text } from './requests/fields.ts'

const required = (what: string) => z.boolean().meta({ description: `Whether ${what} needs a second person.` })

/** The whole rule, as it is shown and set. */
const rule = {
  approval: z
    .enum(riskTiers)
    .nullable()
    .meta({ description: 'Approvals of businesses of this risk or more need a second person; null: none does.' }),
  override: required('an approval despite undismissed watchlist hits'),
  dismissal: required('the dismissal of a watchlist hit'),
  policy: required('enabling a policy'),
  erasure: required('erasing personal data'),
  settings: required('a change of settings or users'),
}

export const SetTwoPersonRule = z.object(rule).meta({
  id: 'SetTwoPersonRuleRequest',
  examples: [{ approval: 'high', override: true, dismissal: false, policy: true, erasure: true, settings: true }],
})

export const TwoPersonRule = z.object({ object: z.literal('two_person_rule'), ...rule }).meta({ id: 'TwoPersonRule' })

export const longestRefusal = limits.reason.most

export const RefuseProposal = z
  .object({ reason: text(longestRefusal).meta({ description: 'Why it is refused.' }) })
  .meta({ id: 'RefuseProposalRequest', examples: [{ reason: 'The lease that explains the address is missing.' }] })

const By = z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }).meta({ id: 'ProposalParty' })

export const Proposal = z
  .object({
    object: z.literal('proposal'),
    id: z.uuid(),
    acts: z.array(z.enum(acts)).meta({ description: 'What it needs a second person for.' }),
    title: z.string().meta({ description: 'What is proposed, in words.' }),
    about: z
      .object({ object: z.enum(['business', 'account', 'policies', 'user', 'signal', 'company']), id: z.uuid() })
      .meta({ description: 'The record that it is about.' }),
    why: z.string().nullable().meta({ description: 'In the words of the proposer.' }),
    status: z.enum(proposalStatuses),
    changed: z
      .array(z.string())
      .meta({ description: 'What has changed since it was proposed. Where anything has, it can no longer be confirmed.' }),
    proposed_by: By.meta({ description: 'Who proposed it: a user, an API key, a policy or the operator.' }),
    created_at: Timestamp,
    decided_by: By.nullable().meta({ description: 'Who confirmed, refused or withdrew it.' }),
    decided_at: Timestamp.nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was refused.' }),
    superseded_by: z.uuid().nullable().meta({ description: 'The later proposal that replaced it.' }),
  })
  .meta({ id: 'Proposal' })
export type Proposal = z.output<typeof Proposal>

/** What is answered to a request that became a proposal. */
export const ProposedAct = z
  .object({
    object: z.literal('proposal'),
    id: z.uuid(),
    acts: z.array(z.enum(acts)).meta({ description: 'What it needs a second person for.' }),
    status: z.literal('open'),
    message: z.string(),
  })
  .meta({
    id: 'ProposedAct',
    description: 'The account requires a second person for this: nothing was changed, and another person has to confirm it.',
  })

const objects: { readonly [aggregate: string]: Proposal['about']['object'] } = {
  business: 'business',
  account: 'account',
  policies: 'policies',
  user: 'user',
  erasure_order_business: 'business',
  erasure_order_signal: 'signal',
  erasure_order_partner_company: 'company',
}

/** `names`: of users, API keys and policies, by id. */
type Shown = { readonly names: ReadonlyMap<string, string>; readonly changed: readonly string[] }

export const proposalResource = (proposal: ProposalDocument, { names, changed }: Shown): Proposal => {
  const { id, aggregate, target_id, status, created_at, decided_at, why, reason, superseded_by } = proposal
  return {
    object: 'proposal',
    id,
    acts: [...proposal.acts],
    title: proposalTitle(proposal, names),
    about: { object: ownValue(objects, aggregate) ?? 'account', id: target_id },
    why,
    status,
    changed: [...changed],
    proposed_by: byOf(proposal.proposed_by, names),
    created_at,
    decided_by: proposal.decided_by && byOf(proposal.decided_by, names),
    decided_at,
    reason,
    superseded_by,
  }
}

const byOf = ({ actor: { type, id, name } }: Party, names: ReadonlyMap<string, string>) => ({
  type,
  id,
  name: names.get(id) ?? name ?? null,
})

type Fields = { readonly [field: string]: unknown }

/** By the type of the command. */
const titles: { readonly [type: string]: (command: Fields, names: Shown['names']) => string } = {
  Decide: ({ status, reason }) => [decisionTitle(status), reasonText(textOf(reason))].filter((part) => part !== '').join(': '),
  UpdateBusiness: ({ status, changes }) =>
    Object.keys(changes ?? {}).length > 0
      ? `${decisionTitle(status)}, and change its ${listed(Object.keys(changes ?? {}).map(plain))}`
      : decisionTitle(status),
  TakeAction: ({ asked }) => {
    const { type, status, scope } = (asked ?? {}) as Fields
    if (type !== 'dismissal') return decisionTitle(status)
    return scope === 'party' ? 'Dismiss all watchlist hits of the party' : 'Dismiss a watchlist hit'
  },
  SetRiskTier: ({ tier }) => (tier === null ? 'Return to the computed risk tier' : `Set the risk tier to ${textOf(tier)}`),
  SettleCopy: () => 'Take over the risk tier of the copied business',
  PromotePolicyShadow: ({ policyId, version }, names) =>
    `Enable version ${version} of ${policyText(policyId, names)}, which runs in shadow`,
  EnablePolicy: ({ policyId, version }, names) =>
    `Enable ${version === null ? 'the newest version' : `version ${version}`} of ${policyText(policyId, names)}`,
  OrderErasure: ({ order }) =>
    (order as Fields | undefined)?.person_id ? 'Erase the personal data of a person' : 'Erase the personal data',
  SwitchFeature: ({ feature, on }) => `Switch ${on ? 'on' : 'off'} the feature “${plain(feature)}”`,
  PinInterfaceVersion: ({ version }) => `Use version ${textOf(version)} of the API`,
  SetLienDefaults: ({ defaults }) => lienDefaultsText(defaults as AccountDocument['lien_defaults']),
  AllowMonitorTypes: ({ monitorTypes }) => `Allow these types of monitors: ${listed(monitorTypes)}`,
  LimitSourceAge: ({ days }) => `Treat sources as old after ${days} days`,
  ChooseWatchlists: ({ lists }) => `Screen against ${lists === null ? 'all loaded lists' : `these lists: ${listed(lists)}`}`,
  SetIpAllowlist: ({ ranges }) => `Allow tokens from ${listed(ranges) === 'none' ? 'all addresses' : listed(ranges)}`,
  SetRetention: ({ periods }) => retentionText(periods as RetentionPeriods),
  SetNoticeSettings: ({ settings }) => noticeText(settings as NoticeSettings),
  SetReviewCalendar: ({ calendar }) => calendarText(calendar as ReviewCalendar),
  SetTwoPersonRule: ({ rule }) => `Require a second person for: ${ruleText(rule as Fields)}`,
  InviteUser: ({ invitation }) => `Invite ${(invitation as Fields).name} as ${listed((invitation as Fields).roles)}`,
  RenewInvitation: () => 'Give a user a new link to set a password',
  ChangeRoles: ({ roles }) => `Give a user the roles ${listed(roles)}`,
  ReactivateUser: () => 'Let a deactivated user sign in again',
}

const decisionTitles: { readonly [status: string]: string } = {
  approved: 'Approve the business',
  rejected: 'Reject the business',
  in_review: 'Return the business to review',
}

const decisionTitle = (status: unknown): string => ownValue(decisionTitles, textOf(status)) ?? 'Change the business'

const plain = (name: unknown): string => textOf(name).replaceAll('_', ' ')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const policyText = (id: unknown, names: Shown['names']): string => {
  const name = names.get(textOf(id))
  return name === undefined ? 'a policy' : `the policy “${name}”`
}

const listed = (value: unknown): string => (Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none')

/** Long texts are cut: the page of the settings shows what is now. */
const quoted = (value: string): string => `“${value.length > 300 ? `${value.slice(0, 299)}…` : value}”`

const lienDefaultsText = ({ secured_parties, collateral }: AccountDocument['lien_defaults']): string => {
  const parties = secured_parties.map(
    ({ organization_name, first_name, last_name }) => organization_name ?? [first_name, last_name].filter(Boolean).join(' '),
  )
  return `Set the defaults of liens: secured parties ${listed(parties)}; collateral ${collateral === null ? 'none' : quoted(collateral)}`
}

const retentionText = ({ customer_months, applicant_months, automatic }: RetentionPeriods): string => {
  const period = (months: number | null) => (months === null ? 'without limit' : `for ${months} months`)
  return `Keep records of approved businesses ${period(customer_months)} and of others ${period(applicant_months)}, and erase what is due ${automatic ? 'without asking' : 'only when asked'}`
}

const noticeText = ({ creditor_name, creditor_address, agency, reasons }: NoticeSettings): string => {
  const part = (name: string, value: string | null) => `${name} ${value === null ? 'by default' : quoted(value)}`
  const listedReasons = reasons?.map(({ code, text }) => `${code}: ${text}`).join('; ') ?? null
  return `Set what notices of adverse actions say: ${[part('creditor', creditor_name), part('address', creditor_address), part('agency', agency), part('reasons', listedReasons)].join(', ')}`
}

const calendarText = ({ high_months, medium_months, low_months, soon_days, change_days, reorder }: ReviewCalendar): string =>
  `Review approved businesses again after ${high_months} months (high risk), ${medium_months} (medium) or ${low_months} (low) and ${change_days} days after a change; due soon ${soon_days} days ahead; ${reorder ? 'products are ordered again' : 'no product is ordered again'}`

const ruleText = (rule: Fields): string => {
  const on = acts.filter((act) => rule[act])
  return on.length === 0
    ? 'nothing'
    : on.map((act) => (act === 'approval' ? `approvals of ${rule.approval} risk or more` : actNames[act])).join(', ')
}

export const actNames = {
  approval: 'approvals',
  override: 'overrides of watchlist hits',
  dismissal: 'dismissals of watchlist hits',
  policy: 'enabling a policy',
  erasure: 'erasure',
  settings: 'changes of settings and users',
} as const

/** What is proposed, in words. */
const proposalTitle = ({ command }: Pick<ProposalDocument, 'command'>, names: Shown['names']): string => {
  const title = typeof command === 'object' ? ownValue(titles, String(command.type)) : undefined
  return title ? title(command, names) : 'An action whose data was erased'
}

// Settings of an account, for its pages and the operator: features, addresses that tokens may be used from, defaults of liens, types of monitors.
import { rangeFrom } from '../auth/ip-allowlist.ts'
import { isWriter } from '../auth/rights.ts'
import { account, features } from '../commands/account.ts'
import { longestCollateral } from '../commands/lien-rules.ts'
import { type MonitorType, monitorTypes } from '../events/monitor.ts'
import type { TwoPersonRule } from '../events/oversight.ts'
import { riskTiers } from '../events/risk.ts'
import { sanctionsLists } from '../evidence/reference/sanctions-lists.ts'
import { badRequest, unprocessable } from '../interface/errors.ts'
import { partyFrom } from '../interface/requests/liens.ts'
import { serviceLimits } from '../interface/service-limits.ts'
import { unknownVersion, versionNames } from '../interface/versions.ts'
import type { AccountDocument } from '../projections/accounts.ts'
import { accountOf, type Reads } from './framework/reading.ts'
import type { Sender } from './framework/sending.ts'
import type { LoadedLists } from './loaded-data.ts'
import { activeUsersOf } from './users.ts'

export { features, longestCollateral, monitorTypes, riskTiers, type TwoPersonRule }

export type Feature = (typeof features)[number]

export type LienDefaults = AccountDocument['lien_defaults']

/** @throws Refused when there is no such feature */
export const switchFeature = async (
  { accountId, send }: Sender,
  { feature, on }: { readonly feature: string; readonly on: boolean },
): Promise<void> => {
  await send({ aggregate: account, id: accountId, command: { type: 'SwitchFeature', feature, on } })
}

/**
 * Pins the version of the interface for the account's requests that name none.
 * @throws ApiError when there is no such version
 */
export const pinInterfaceVersion = async ({ accountId, send }: Sender, version: string): Promise<void> => {
  if (!versionNames.includes(version)) throw unknownVersion('version')
  await send({ aggregate: account, id: accountId, command: { type: 'PinInterfaceVersion', version } })
}

const mostRanges = serviceLimits.ipRanges.most

/**
 * @param written ranges of addresses such as 203.0.113.0/24; none: every address is allowed
 * @returns the ranges as they are kept
 * @throws ApiError
 */
export const rangesFrom = (written: readonly string[]): readonly string[] => {
  const wrong = written.find((line) => rangeFrom(line) === undefined)
  if (wrong !== undefined) throw badRequest(`“${wrong.slice(0, 60)}” is no IPv4 or IPv6 range such as 203.0.113.0/24`, 'ranges')
  const ranges = [...new Set(written.flatMap((line) => rangeFrom(line) ?? []))]
  if (ranges.length > mostRanges) throw badRequest(`at most ${mostRanges} ranges are kept`, 'ranges')
  return ranges
}

/** @param written as for `rangesFrom`. @returns the ranges as they are kept. @throws ApiError */
export const setIpAllowlist = async ({ accountId, send }: Sender, written: readonly string[]): Promise<readonly string[]> => {
  const ranges = rangesFrom(written)
  await send({ aggregate: account, id: accountId, command: { type: 'SetIpAllowlist', ranges } })
  return ranges
}

export const allowMonitorTypes = async ({ accountId, send }: Sender, wanted: readonly string[]): Promise<void> => {
  const allowed: readonly MonitorType[] = monitorTypes.filter((type) => wanted.includes(type))
  await send({ aggregate: account, id: accountId, command: { type: 'AllowMonitorTypes', monitorTypes: allowed } })
}

export const longestSourceAge = serviceLimits.sourceAge.most

/** @param written a whole number of days @throws ApiError */
export const limitSourceAge = async ({ accountId, send }: Sender, written: string): Promise<void> => {
  const days = Number(written)
  if (!/^\d+$/.test(written) || days < 1 || days > longestSourceAge)
    throw badRequest(`must be a whole number of days from 1 to ${longestSourceAge.toLocaleString('en-US')}`, 'days')
  await send({ aggregate: account, id: accountId, command: { type: 'LimitSourceAge', days } })
}

/**
 * Saves a view of the businesses for all users of the account; one with the name of another takes its place.
 * @param query filters and sort, as in the page's address
 * @throws ApiError naming `view_name`
 */
export const saveQueueView = async (
  { accountId, send, newId }: Sender,
  { name, query }: { readonly name: string; readonly query: string },
): Promise<void> => {
  if (name === '' || name.length > longestViewName)
    throw badRequest(`the name of a view must have 1 to ${longestViewName} characters`, 'view_name')
  await send({ aggregate: account, id: accountId, command: { type: 'SaveQueueView', view: { view_id: newId('view'), name, query } } })
}

export const longestViewName = serviceLimits.viewName.most

export const removeQueueView = async ({ accountId, send }: Sender, viewId: string): Promise<void> => {
  await send({ aggregate: account, id: accountId, command: { type: 'RemoveQueueView', viewId } })
}

/** The screening lists that an account can choose among. */
export const watchlists: readonly Pick<(typeof sanctionsLists)[number], 'abbr' | 'known_as' | 'title' | 'agency' | 'country'>[] =
  sanctionsLists

/** The same, each with the version in use; null: it is not loaded. */
export const watchlistsInUse = async ({ loadedLists }: LoadedLists) => {
  const versions = new Map((await loadedLists()).map(({ abbr, version }) => [abbr, version]))
  return watchlists.map((list) => ({ ...list, version: versions.get(list.abbr) ?? null }))
}

/**
 * @param lists by abbreviation; null: all that are loaded
 * @throws ApiError when there is no such list, or none is chosen
 */
export const chooseWatchlists = async ({ accountId, send }: Sender, lists: readonly string[] | null): Promise<void> => {
  const unknown = lists?.find((abbr) => !watchlists.some((list) => list.abbr === abbr))
  if (unknown !== undefined) {
    const known = watchlists.map(({ abbr }) => abbr).join(', ')
    throw unprocessable(`there is no list “${unknown.slice(0, 60)}”; lists are ${known}`, 'watchlists')
  }
  if (lists?.length === 0) throw unprocessable('choose at least one list, or all', 'watchlists')
  const inOrder = lists && watchlists.map(({ abbr }) => abbr).filter((abbr) => lists.includes(abbr))
  await send({ aggregate: account, id: accountId, command: { type: 'ChooseWatchlists', lists: inOrder } })
}

/** @throws ApiError, Refused when the account has nobody else who could confirm */
export const setTwoPersonRule = async (inner: Pick<Reads, 'read'>, { accountId, send }: Sender, rule: TwoPersonRule): Promise<void> => {
  const people = (await activeUsersOf(inner, accountId)).filter(isWriter).length
  await send({ aggregate: account, id: accountId, command: { type: 'SetTwoPersonRule', rule, people } })
}

type Party = Parameters<typeof partyFrom>[0]

/** Replaces the secured parties and the collateral. */
export const setLienDefaults = (
  sender: Sender,
  { parties, collateral }: { readonly parties: readonly Party[]; readonly collateral: string | null },
): Promise<void> =>
  keepLienDefaults(sender, {
    secured_parties: parties.map((party, index) => partyFrom(party, sender.newId(`party-${index}`))),
    collateral,
  })

export const addSecuredParty = (inner: Pick<Reads, 'read'>, sender: Sender, party: Party): Promise<void> =>
  changeLienDefaults(inner, sender, (held) => ({
    ...held,
    secured_parties: [...held.secured_parties, partyFrom(party, sender.newId('party'))],
  }))

export const removeSecuredParty = (inner: Pick<Reads, 'read'>, sender: Sender, partyId: string): Promise<void> =>
  changeLienDefaults(inner, sender, (held) => ({
    ...held,
    secured_parties: held.secured_parties.filter(({ id }) => id !== partyId),
  }))

/** null: liens name their own. @throws ApiError */
export const setCollateral = async (inner: Pick<Reads, 'read'>, sender: Sender, collateral: string | null): Promise<void> => {
  if ((collateral?.length ?? 0) > longestCollateral)
    throw badRequest(`a collateral may have at most ${longestCollateral} characters`, 'collateral')
  return changeLienDefaults(inner, sender, (held) => ({ ...held, collateral }))
}

const changeLienDefaults = async (
  inner: Pick<Reads, 'read'>,
  sender: Sender,
  change: (held: LienDefaults) => LienDefaults,
): Promise<void> => keepLienDefaults(sender, change((await accountOf(inner, sender.accountId)).lien_defaults))

const keepLienDefaults = async ({ accountId, send }: Sender, { secured_parties, collateral }: LienDefaults): Promise<void> => {
  const defaults = { secured_parties: [...secured_parties], collateral }
  await send({ aggregate: account, id: accountId, command: { type: 'SetLienDefaults', defaults } })
}

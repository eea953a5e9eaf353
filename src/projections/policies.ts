// The collections `policies` (one document per account, with every version of its policies, which are enabled and which run in shadow),
// `policy_results` (the latest result of each version for each business) and `policy_shadow_results` (every outcome of a version in shadow).

import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import type { EventMetadata } from '../events/define.ts'
import type { Mode } from '../events/modes.ts'
import type { PolicyDefinition, PolicyOutcome, ShadowOutcome } from '../events/policy.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

/** Who did it, and with whom. */
type By = Pick<EventMetadata, 'actor' | 'proposed_by'>

/** What became of a version once it was there. `version`: the one that replaced it. */
type VersionAct = By & { readonly act: 'enabled' | 'replaced' | 'disabled'; readonly at: string; readonly version?: number }

/** The latest acts that a version keeps. */
export const mostActs = 20

export type PoliciesDocument = {
  readonly id: string
  readonly account_id: string
  readonly policies: readonly {
    readonly policy_id: string
    readonly name: string
    /** The enabled version; null: none is enabled. */
    readonly enabled: string | null
    /** The version that runs in shadow beside the enabled one; null: none does. */
    readonly shadow: { readonly version_id: string; readonly started_at: string } | null
    readonly versions: readonly {
      readonly version_id: string
      readonly version: number
      readonly definition: PolicyDefinition
      readonly created_at: string
      readonly added_by: By
      /** The latest, oldest first. */
      readonly acts: readonly VersionAct[]
    }[]
  }[]
}

type PolicyEntry = PoliciesDocument['policies'][number]

const changed = (document: PoliciesDocument, policyId: string, change: (policy: PolicyEntry) => PolicyEntry): PoliciesDocument => ({
  ...document,
  policies: document.policies.map((policy) => (policy.policy_id === policyId ? change(policy) : policy)),
})

/** The policy with another version enabled, or none: what becomes of the one before and of this one is noted. */
const enabling = (policy: PolicyEntry, next: string | null, { metadata }: Pick<StoredEvent, 'metadata'>): PolicyEntry => {
  const by = { ...byOf(metadata), at: metadata.recorded_at }
  const replacing = policy.versions.find(({ version_id }) => version_id === next)?.version
  const actOn = (versionId: string): readonly VersionAct[] => {
    if (versionId === next) return [{ act: 'enabled', ...by }]
    if (versionId !== policy.enabled) return []
    return replacing === undefined ? [{ act: 'disabled', ...by }] : [{ act: 'replaced', ...by, version: replacing }]
  }
  const versions = policy.versions.map((each) => ({ ...each, acts: [...each.acts, ...actOn(each.version_id)].slice(-mostActs) }))
  return { ...policy, enabled: next, versions }
}

const byOf = ({ actor, proposed_by }: By): By => ({ actor, ...(proposed_by ? { proposed_by } : {}) })

type Added = { readonly policy_id: string; readonly version_id: string; readonly version: number; readonly definition: PolicyDefinition }

const withVersion = (
  document: PoliciesDocument,
  { policy_id, version_id, version, definition }: Added,
  { recorded_at: created_at, ...by }: EventMetadata,
) => {
  const known = document.policies.some((policy) => policy.policy_id === policy_id)
  const { name } = definition
  const entry: PolicyEntry = { policy_id, name, enabled: null, shadow: null, versions: [] }
  return changed(known ? document : { ...document, policies: [...document.policies, entry] }, policy_id, (policy) => ({
    ...policy,
    name,
    versions: [...policy.versions, { version_id, version, definition, created_at, added_by: byOf(by), acts: [] }],
  }))
}

export const policyBooks = projection<PoliciesDocument>()({
  collection: 'policies',
  version: 3,
  readableSince: 3,
  indexes: ['account_id'],
  starts: {
    PolicyVersionAdded: ({ data, metadata }) =>
      withVersion({ id: metadata.account_id, account_id: metadata.account_id, policies: [] }, data, metadata),
  },
  on: {
    PolicyVersionAdded: (document, { data, metadata }) => withVersion(document, data, metadata),
    PolicyVersionEnabled: (document, event) =>
      changed(document, event.data.policy_id, (policy) => enabling(policy, event.data.version_id, event)),
    PolicyDisabled: (document, event) => changed(document, event.data.policy_id, (policy) => enabling(policy, null, event)),
    PolicyShadowStarted: (document, { data: { policy_id, version_id }, metadata: { recorded_at: started_at } }) =>
      changed(document, policy_id, (policy) => ({ ...policy, shadow: { version_id, started_at } })),
    PolicyShadowEnded: (document, { data: { policy_id } }) => changed(document, policy_id, (policy) => ({ ...policy, shadow: null })),
  },
})

/** Of results of enabled versions and of shadows. */
const ofOutcome = {
  id: 'text',
  account_id: 'text',
  mode: 'text',
  business_id: 'text',
  policy_id: 'text',
  version_id: 'text',
  version: 'integer',
  name: 'text',
  result: 'text',
  matched: 'text',
  actions: 'json',
  created_at: 'text',
} as const

const outcomeOf = <Outcome extends { readonly result_id: string }>(
  { stream, metadata: { account_id, recorded_at } }: Pick<StoredEvent, 'stream' | 'metadata'>,
  outcomes: readonly Outcome[],
  key: string,
) => {
  const outcome = outcomes.find(({ result_id }) => result_id === key)
  return outcome ? { id: key, account_id, business_id: aggregateIdOf(stream), ...outcome, created_at: recorded_at } : null
}

type OfBusiness = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly business_id: string
  readonly created_at: string
}

export type PolicyResultDocument = PolicyOutcome & OfBusiness

export const policyResults = projection<PolicyResultDocument>()({
  collection: 'policy_results',
  version: 2,
  indexes: [
    ['business_id', 'created_at'],
    ['account_id', 'mode', 'created_at'],
  ],
  filters: ['version_id', 'result', 'matched'],
  schema: columns<PolicyResultDocument>({
    ...ofOutcome,
  }),
  key: ({ type, data }) => (type === 'PoliciesEvaluated' ? data.outcomes.map(({ result_id }) => result_id) : []),
  starts: {
    PoliciesEvaluated: (event, key) => outcomeOf(event, event.data.outcomes, key),
  },
})

export type ShadowResultDocument = ShadowOutcome & OfBusiness

export const shadowResults = projection<ShadowResultDocument>()({
  collection: 'policy_shadow_results',
  version: 1,
  indexes: ['business_id', ['account_id', 'mode', 'version_id', 'differs', 'created_at']],
  filters: ['matched', 'failure'],
  schema: columns<ShadowResultDocument>({
    ...ofOutcome,
    active: 'json',
    differs: 'boolean',
    failure: 'text',
  }),
  key: ({ type, data }) => (type === 'ShadowPoliciesEvaluated' ? data.outcomes.map(({ result_id }) => result_id) : []),
  starts: {
    ShadowPoliciesEvaluated: (event, key) => outcomeOf(event, event.data.outcomes, key),
  },
})

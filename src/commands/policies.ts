// The policies of an account: added in versions, enabled, disabled and run in shadow by an operator. One aggregate per account, under the account's id.
import { isDeepStrictEqual } from 'node:util'
import { ownValue } from '../events/own-value.ts'
import type { PolicyDefinition, PolicyEvent } from '../events/policy.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { policyProblems } from './policy-problems.ts'
import { refused } from './refused.ts'

export type PolicyVersion = {
  readonly policy_id: string
  readonly version_id: string
  readonly version: number
  readonly definition: PolicyDefinition
}

export type PoliciesState = {
  readonly [policyId: string]: {
    readonly versions: readonly PolicyVersion[]
    readonly enabled: string | null
    readonly shadow: string | null
  }
}

export type PoliciesCommand =
  | { readonly type: 'AddPolicyVersion'; readonly policyId: string; readonly versionId: string; readonly definition: PolicyDefinition }
  /** The newest version when none is named. */
  | { readonly type: 'EnablePolicy'; readonly policyId: string; readonly version: number | null }
  | { readonly type: 'DisablePolicy'; readonly policyId: string }
  /** Evaluates a version beside the enabled one, without its actions. */
  | { readonly type: 'StartPolicyShadow'; readonly policyId: string; readonly version: number }
  | { readonly type: 'EndPolicyShadow'; readonly policyId: string }
  /** Enables the shadow. `version` is the one that the caller saw in shadow. */
  | { readonly type: 'PromotePolicyShadow'; readonly policyId: string; readonly version: number }

export const policies: Aggregate<PoliciesState, PoliciesCommand, PolicyEvent> = {
  name: 'policies',

  initial: {},

  evolve: (state, { type, data }) => {
    const before = state[data.policy_id] ?? { versions: [], enabled: null, shadow: null }
    switch (type) {
      case 'PolicyVersionAdded':
        return { ...state, [data.policy_id]: { ...before, versions: [...before.versions, data] } }
      case 'PolicyVersionEnabled':
        return { ...state, [data.policy_id]: { ...before, enabled: data.version_id } }
      case 'PolicyDisabled':
        return { ...state, [data.policy_id]: { ...before, enabled: null } }
      case 'PolicyShadowStarted':
        return { ...state, [data.policy_id]: { ...before, shadow: data.version_id } }
      case 'PolicyShadowEnded':
        return { ...state, [data.policy_id]: { ...before, shadow: null } }
      default:
        return assertNever(type)
    }
  },

  decide: (command, state) => {
    const policy = ownValue(state, command.policyId)
    if (command.type === 'AddPolicyVersion') {
      const { policyId: policy_id, versionId: version_id, definition } = command
      if (policyProblems(definition).length > 0) throw refused('policy_does_not_parse', 'rules')
      const last = policy?.versions.at(-1)
      if (isDeepStrictEqual(last?.definition, definition)) return []
      return [{ type: 'PolicyVersionAdded', data: { policy_id, version_id, version: (last?.version ?? 0) + 1, definition } }]
    }
    if (!policy) throw refused('policy_not_found')
    const versionOf = (number: number): PolicyVersion => {
      const version = policy.versions.find((each) => each.version === number)
      if (!version) throw noVersion(policy.versions, number)
      return version
    }
    const shadowEnded: readonly PolicyEvent[] =
      policy.shadow === null ? [] : [{ type: 'PolicyShadowEnded', data: { policy_id: command.policyId } }]
    switch (command.type) {
      case 'EnablePolicy': {
        const version = command.version === null ? policy.versions.at(-1) : versionOf(command.version)
        if (!version) throw refused('policy_not_found', 'version')
        return policy.enabled === version.version_id
          ? []
          : [...(policy.shadow === version.version_id ? shadowEnded : []), enabledEvent(version)]
      }
      case 'DisablePolicy':
        // Without an enabled version there is nothing that a shadow could run beside.
        return policy.enabled === null ? [] : [...shadowEnded, { type: 'PolicyDisabled', data: { policy_id: command.policyId } }]
      case 'StartPolicyShadow': {
        const { policy_id, version_id } = versionOf(command.version)
        if (policy.enabled === null) throw refused('policy_not_enabled', 'version')
        if (policy.enabled === version_id) throw refused('policy_version_enabled', 'version')
        return policy.shadow === version_id ? [] : [{ type: 'PolicyShadowStarted', data: { policy_id, version_id } }]
      }
      case 'EndPolicyShadow':
        return shadowEnded
      case 'PromotePolicyShadow': {
        const version = versionOf(command.version)
        // Asked twice: the first answer stands.
        if (policy.enabled === version.version_id) return []
        if (policy.shadow !== version.version_id) throw refused('policy_version_not_in_shadow', 'version')
        return [...shadowEnded, enabledEvent(version)]
      }
      default:
        return assertNever(command)
    }
  },
}

const noVersion = (versions: readonly PolicyVersion[], version: number) =>
  refused('policy_version_not_found', 'version', {
    policy: versions.at(-1)?.definition.name ?? 'the policy',
    version,
    versions: versions.map((each) => each.version).join(', '),
  })

const enabledEvent = ({ policy_id, version_id }: PolicyVersion): PolicyEvent => ({
  type: 'PolicyVersionEnabled',
  data: { policy_id, version_id },
})

/** The enabled version of each policy that has one. */
export const enabledVersions = (state: PoliciesState): readonly PolicyVersion[] =>
  Object.values(state).flatMap(({ versions, enabled }) => versions.find(({ version_id }) => version_id === enabled) ?? [])

/** The version that runs in shadow beside an enabled one. */
export const shadowOf = (state: PoliciesState, { policy_id }: Pick<PolicyVersion, 'policy_id'>): PolicyVersion | null => {
  const policy = state[policy_id]
  return policy?.versions.find(({ version_id }) => version_id === policy.shadow) ?? null
}

// The policies of an account: added in versions, enabled and disabled by an operator. One aggregate per account, under the account's id.
import { isDeepStrictEqual } from 'node:util'
import type { PolicyDefinition, PolicyEvent } from '../events/policy.ts'
import { type Aggregate, assertNever, ownValue } from './decider.ts'
import { policyProblems } from './policy-problems.ts'
import { refused } from './refused.ts'

export type PolicyVersion = {
  readonly policy_id: string
  readonly version_id: string
  readonly version: number
  readonly definition: PolicyDefinition
}

export type PoliciesState = {
  readonly [policyId: string]: { readonly versions: readonly PolicyVersion[]; readonly enabled: string | null }
}

export type PoliciesCommand =
  | { readonly type: 'AddPolicyVersion'; readonly policyId: string; readonly versionId: string; readonly definition: PolicyDefinition }
  /** The newest version when none is named. */
  | { readonly type: 'EnablePolicy'; readonly policyId: string; readonly version: number | null }
  | { readonly type: 'DisablePolicy'; readonly policyId: string }

export const policies: Aggregate<PoliciesState, PoliciesCommand, PolicyEvent> = {
  name: 'policies',

  initial: {},

  evolve: (state, { type, data }) => {
    const before = state[data.policy_id] ?? { versions: [], enabled: null }
    switch (type) {
      case 'PolicyVersionAdded':
        return { ...state, [data.policy_id]: { ...before, versions: [...before.versions, data] } }
      case 'PolicyVersionEnabled':
        return { ...state, [data.policy_id]: { ...before, enabled: data.version_id } }
      case 'PolicyDisabled':
        return { ...state, [data.policy_id]: { ...before, enabled: null } }
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
    switch (command.type) {
      case 'EnablePolicy': {
        const version = command.version === null ? policy.versions.at(-1) : policy.versions.find((each) => each.version === command.version)
        if (!version) throw refused('policy_not_found', 'version')
        const { policy_id, version_id } = version
        return policy.enabled === version_id ? [] : [{ type: 'PolicyVersionEnabled', data: { policy_id, version_id } }]
      }
      case 'DisablePolicy':
        return policy.enabled === null ? [] : [{ type: 'PolicyDisabled', data: { policy_id: command.policyId } }]
      default:
        return assertNever(command)
    }
  },
}

/** The enabled version of each policy that has one. */
export const enabledVersions = (state: PoliciesState): readonly PolicyVersion[] =>
  Object.values(state).flatMap(({ versions, enabled }) => versions.find(({ version_id }) => version_id === enabled) ?? [])

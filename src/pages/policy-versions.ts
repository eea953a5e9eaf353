// The versions of policies for readers: when each was in force and by whom, what changed against the one before, and its rules in words.
import { html } from 'hono/html'
import type { Reads } from '../inner/framework/reading.ts'
import { type Names, objectHistory, type StoredEvent } from '../inner/history.ts'
import type { Policy } from '../inner/policies.ts'
import { approvesEverybody, partsOf } from '../interface/policy-form.ts'
import { actorOf } from './event-words.ts'
import { counted, type Markup, nothing, orDash, table, time } from './framework/markup.ts'
import { type PolicyChange, policyChanges } from './policy-changes.ts'
import { actionWords, conditionWords, joinWords, type Rule } from './policy-words.ts'

type Version = Policy['versions'][number]

/** Who added, enabled and disabled the versions of an account's policies. */
export type VersionActs = { readonly events: readonly StoredEvent[]; readonly names: Names }

/** From the log, oldest first. */
export const versionActs = async (inner: Reads, accountId: string): Promise<VersionActs> => {
  const { events, names } = await objectHistory(inner, accountId, [`policies-${accountId}`])
  return { events: events.toReversed(), names }
}

/** All about a version but its head. */
export const versionBody = (policy: Policy, version: Version, acts: VersionActs): Markup => {
  const { definition } = version
  const before = policy.versions[policy.versions.indexOf(version) - 1]
  return html`${history(policy, version, acts)}
${approvesEverybody(definition) ? html`<p class="problem">This version approves every business, whatever is found.</p>` : nothing}
${definition.description ? html`<p>${definition.description}</p>` : nothing}
${before ? changed(policy, before, version) : html`<p class="quiet">First version.</p>`}
<details class="more"><summary>${counted(definition.rules.length, 'rule')}<span class="unseen"> of ${policy.name}, version ${version.version}</span></summary><ol class="sources">${definition.rules.map(rule)}</ol></details>`
}

/** Who added it, and a line for each time that it was in force. */
const history = ({ policy_id, versions }: Policy, { version_id }: Version, { events, names }: VersionActs): Markup => {
  const lines: Markup[] = []
  let isOn = false
  const say = (what: string, event: StoredEvent) =>
    lines.push(html`<li>${what} by ${actorOf(event, names)}, ${time(event.metadata.recorded_at)}</li>`)
  for (const event of events) {
    const isOwn = 'version_id' in event.data && event.data.version_id === version_id
    if (event.type === 'PolicyVersionAdded' && isOwn) say('Added', event)
    if (event.type === 'PolicyVersionEnabled' && event.data.policy_id === policy_id) {
      const { version_id: next } = event.data
      if (isOwn) say('Enabled', event)
      else if (isOn) say(`Replaced by version ${versions.find((each) => each.version_id === next)?.version ?? ''}`, event)
      isOn = isOwn
    }
    if (event.type === 'PolicyDisabled' && event.data.policy_id === policy_id && isOn) {
      say('Disabled', event)
      isOn = false
    }
  }
  return html`<ul class="quiet">${lines}${lines.length === 1 ? html`<li>Not enabled so far</li>` : nothing}</ul>`
}

const changed = ({ name }: Policy, before: Version, { version, definition }: Version): Markup => {
  const changes = policyChanges(before.definition, definition)
  const against = `against version ${before.version}`
  if (changes.length === 0)
    return html`<p>No difference ${against} but the order of conditions or actions within rules, which changes nothing.</p>`
  return html`<details class="more"><summary>${counted(changes.length, 'change')} ${against}<span class="unseen"> in ${name}, version ${version}</span></summary>${table(
    columns,
    changes,
    { caption: `Changes in ${name} from version ${before.version} to version ${version}`, empty: '' },
  )}</details>`
}

const columns: Parameters<typeof table<PolicyChange>>[0] = [
  { title: 'Rule', kind: 'main', cell: ({ rule }) => rule ?? 'The policy' },
  { title: 'What', cell: ({ what }) => what },
  { title: 'Before', cell: ({ before }) => html`<div class="long">${orDash(before)}</div>` },
  { title: 'After', cell: ({ after }) => html`<div class="long">${orDash(after)}</div>` },
]

const rule = ({ name, when, result, actions }: Rule): Markup => {
  const { join, parts } = partsOf(when)
  const conditions =
    parts.length === 0
      ? html`<p>Always matches.</p>`
      : html`<p>Matches when ${parts.length === 1 ? 'this is met' : joinWords[join]}:</p><ul>${parts.map((part) => html`<li>${conditionWords(part)}</li>`)}</ul>`
  const done = actions.length === 0 ? 'No action.' : `${actions.map(actionWords).join('; ')}.`
  return html`<li><strong>${name}</strong>${conditions}<p>Result: “${result}”. ${done}</p></li>`
}

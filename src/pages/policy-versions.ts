// The versions of policies for readers: when each was in force and by whom, what changed against the one before, and its rules in words.
import { html } from 'hono/html'
import type { Names } from '../inner/history.ts'
import { mostActs, type Policy } from '../inner/policies.ts'
import { approvesEverybody, partsOf } from '../interface/policy-form.ts'
import { actorOf } from './event-words.ts'
import { counted, type Markup, nothing, orDash, table, time, words } from './framework/markup.ts'
import { type PolicyChange, policyChanges } from './policy-changes.ts'
import { actionWords, conditionWords, joinWords, type Rule } from './policy-words.ts'

type Version = Policy['versions'][number]

/** All about a version but its head. */
export const versionBody = (policy: Policy, version: Version, names: Names): Markup => {
  const { definition } = version
  const before = policy.versions[policy.versions.indexOf(version) - 1]
  return html`${history(version, names)}
${approvesEverybody(definition) ? html`<p class="problem">This version approves every business, whatever is found.</p>` : nothing}
${definition.description ? html`<p>${definition.description}</p>` : nothing}
${before ? changed(policy, before, version) : html`<p class="quiet">First version.</p>`}
<details class="more"><summary>${counted(definition.rules.length, 'rule')}<span class="unseen"> of ${policy.name}, version ${version.version}</span></summary><ol class="sources">${definition.rules.map(rule)}</ol></details>`
}

/** Who added it, and a line for each time that it was in force. */
const history = ({ added_by, created_at, acts }: Version, names: Names): Markup => {
  const line = (what: string, by: Version['added_by'], at: string) =>
    html`<li>${what} by ${actorOf({ metadata: by }, names)}, ${time(at)}</li>`
  const later = acts.map((each) => line(actWords(each), each, each.at))
  return html`<ul class="quiet">${line('Added', added_by, created_at)}${acts.length === mostActs ? earlier : nothing}${later.length > 0 ? later : html`<li>Not enabled so far</li>`}</ul>`
}

const earlier = html`<li>What came before these is in <a href="/settings/activity">Activity</a></li>`

const actWords = ({ act, version }: Version['acts'][number]): string => (act === 'replaced' ? `Replaced by version ${version}` : words(act))

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

// Everything that the report on a business shows.
import { actorWords } from '../interface/actor-words.ts'
import { comparisonOf } from '../interface/comparison.ts'
import { businessResource } from '../interface/resources/business.ts'
import { sourceAges } from '../interface/source-ages.ts'
import { timeline } from '../projections/timeline.ts'
import { ownBusiness } from './businesses.ts'
import type { ProbityContext } from './environment.ts'
import type { GuestLinking } from './guest-links.ts'
import { namesInHistory } from './history.ts'
import { ownershipOf } from './ownership.ts'
import { requesterNames } from './people.ts'
import { own, ownAccount, type Reads } from './reading.ts'
import { type Monitored, relatedTo } from './related.ts'
import type { Clock } from './sending.ts'

/** How much of the timeline is printed. */
const shownEntries = 200

/** @throws ApiError 404 */
export const reportContents = async (inner: Clock & Reads & Monitored & GuestLinking, c: ProbityContext, id: string) => {
  const document = await ownBusiness(inner, c, id)
  const where = { business_id: document.id }
  const { decision } = document
  const [names, deciders, related, account, ownership, entries, timelineCount] = await Promise.all([
    requesterNames(inner, [document]),
    namesInHistory(inner, [document], decision ? [{ metadata: { actor: decision.actor } }] : []),
    relatedTo(inner, c, document),
    ownAccount(inner, c),
    ownershipOf(inner, c, document.id),
    own(inner, c, timeline).find({ where, sort: [['occurred_at', 'desc']], perPage: shownEntries }),
    own(inner, c, timeline).count(where),
  ])
  const at = inner.now()
  const business = businessResource(document, names, related)
  const policy = business.policy_results?.find(({ executed }) => executed)
  const isByPolicy = decision?.actor.type === 'process' && policy
  return {
    business,
    conclusion: {
      decision,
      decider: decision && actorWords(decision.actor, deciders),
      policy: isByPolicy ? [policy.name, policy.details?.rule].filter(Boolean).map(String).join(': ') : null,
      compared: comparisonOf(document),
      sources: sourceAges(document.review?.tasks ?? [], at.toISOString(), account.source_age_limit_days),
    },
    ownership,
    account: account.name,
    timeline: entries,
    timelineCount,
    at,
  }
}

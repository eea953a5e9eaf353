// Frozen samples (see samples.ts) of policies and of what they came to.
import { id, other } from './sample-parts.ts'

export const policySamples = {
  PolicyVersionAdded: [
    {
      version: 1,
      data: {
        policy_id: id,
        version_id: other,
        version: 1,
        definition: {
          name: 'Listed parties',
          description: '',
          rules: [
            {
              name: 'a hit stands',
              when: { '>': [{ var: 'watchlist.hits' }, 0] },
              result: 'reject',
              actions: [
                { type: 'set_status', status: 'rejected' },
                { type: 'add_tag', tag: 'listed' },
                { type: 'enable_monitor', event_types: ['*'] },
                { type: 'order_product', product: 'adverse_media', subproducts: [] },
              ],
            },
          ],
        },
      },
    },
  ],
  PolicyVersionEnabled: [{ version: 1, data: { policy_id: id, version_id: other } }],
  PolicyDisabled: [{ version: 1, data: { policy_id: id } }],
  PolicyShadowStarted: [{ version: 1, data: { policy_id: id, version_id: other } }],
  PolicyShadowEnded: [{ version: 1, data: { policy_id: id } }],
  PoliciesEvaluated: [
    {
      version: 1,
      data: {
        outcomes: [
          {
            policy_id: id,
            version_id: other,
            result_id: id,
            version: 1,
            name: 'Listed parties',
            result: 'reject',
            matched: 'a hit stands',
            rules: [
              {
                name: 'a hit stands',
                holds: true,
                reasons: [{ condition: 'watchlist.hits > 0', holds: true, facts: { 'watchlist.hits': 1 } }],
              },
            ],
            actions: [{ id, action: { type: 'add_tag', tag: 'listed' }, executed: true, explanation: 'carried out' }],
          },
        ],
      },
    },
  ],
  ShadowPoliciesEvaluated: [
    {
      version: 1,
      data: {
        outcomes: [
          {
            policy_id: id,
            version_id: other,
            result_id: id,
            version: 2,
            name: 'Listed parties',
            result: 'review',
            matched: 'a weak hit',
            rules: [
              {
                name: 'a weak hit',
                holds: true,
                reasons: [{ condition: 'watchlist.best_score < 0.9', holds: true, facts: { 'watchlist.best_score': 0.86 } }],
              },
            ],
            actions: [
              { id, action: { type: 'add_tag', tag: 'weak' }, executed: false, explanation: 'not carried out: the version runs in shadow' },
            ],
            active: { version_id: id, version: 1, result: 'reject', matched: 'a hit stands' },
            differs: true,
            failure: null,
          },
        ],
      },
    },
  ],
}

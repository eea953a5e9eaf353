// What becomes of each action of a policy, and what an account may not have by one.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BusinessEvent } from '../../src/events/business.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import type { MonitorEventType, MonitorType } from '../../src/events/monitor.ts'
import { noSecondPerson } from '../../src/events/oversight.ts'
import type { PolicyAction, PolicyDefinition, PolicyOutcome } from '../../src/events/policy.ts'
import { policyEvaluation } from '../../src/processes/policies.ts'
import { created, done, order, reviewed, source, watchlistHit } from '../commands/businesses.ts'
import { openEveryWay } from './every-way.ts'

const { inEveryWay, close } = await openEveryWay()
test.after(close)

const policy_id = '0198c0de-0000-7000-8000-0000000000e1'
const version_id = '0198c0de-0000-7000-8000-0000000000e2'

type Rule = PolicyDefinition['rules'][number]

/** Holds only as long as nothing was decided. */
const undecided = (actions: readonly PolicyAction[]): Rule => ({
  name: 'undecided',
  when: { '==': [{ var: 'business.status' }, 'in_review'] },
  result: 'act',
  actions: [...actions],
})

const policy = (rule: Rule): readonly DomainEvent[] => [
  {
    type: 'PolicyVersionAdded',
    data: { policy_id, version_id, version: 1, definition: { name: 'Onboarding', description: '', rules: [rule] } },
  },
  { type: 'PolicyVersionEnabled', data: { policy_id, version_id } },
]

type Scene = {
  readonly actions: readonly PolicyAction[]
  readonly history?: readonly BusinessEvent[]
  readonly account?: readonly DomainEvent[]
  /** What the business is monitored for before. */
  readonly watched?: readonly MonitorEventType[]
}

const verified: readonly BusinessEvent[] = [...done(order('business_verification_verify')), reviewed]
const carriedOut = 'carried out'

/** An event in short: of an evaluation what came of each action, of a monitor what it watches. */
const told = (event: DomainEvent): unknown => {
  switch (event.type) {
    case 'PoliciesEvaluated':
      return event.data.outcomes.map(({ matched, actions }) => [matched, ...actions.map(came)])
    case 'MonitorEnabled':
    case 'MonitorChanged':
      return { [event.type]: event.data.event_types }
    case 'OrderPlaced':
      return { OrderPlaced: event.data.product }
    default:
      return event.type
  }
}
const came = ({ executed, explanation }: PolicyOutcome['actions'][number]): string => {
  assert.is(executed, explanation === carriedOut)
  return explanation
}

type Outcome = { readonly came: readonly string[]; readonly leadsTo?: readonly unknown[]; readonly monitor?: readonly unknown[] }

const acts = ({ actions, history = verified, account = [], watched }: Scene, { came, leadsTo = [], monitor = [] }: Outcome) =>
  inEveryWay({
    aggregate: 'business',
    history: ({ id }) => [created({ business_id: id }), ...history],
    beside: ({ id, accountId }) => ({
      [`policies-${accountId}`]: policy(undecided(actions)),
      [`account-${accountId}`]: [
        { type: 'AccountCreated', data: { account_id: accountId, name: 'A', slug: 'a', features: ['monitoring'] } },
        ...account,
      ],
      ...(watched
        ? { [`monitor-${id}`]: [{ type: 'MonitorEnabled', data: { ...monitored, business_id: id, event_types: [...watched] } }] }
        : {}),
    }),
    process: policyEvaluation,
    told,
    leadsTo: [...leadsTo, [['undecided', ...came]]],
    leadsBeside: ({ id }) => ({ [`monitor-${id}`]: monitor }),
  })
const monitored = { monitor_id: policy_id, mode: 'test' as const }

const approve: PolicyAction = { type: 'set_status', status: 'approved' }
const reject: PolicyAction = { type: 'set_status', status: 'rejected' }
const tag: PolicyAction = { type: 'add_tag', tag: 'looked at' }
const monitor = (...event_types: string[]): PolicyAction => ({ type: 'enable_monitor', event_types })
const orderOf = (product: 'liens' | 'business_verification_verify'): PolicyAction => ({ type: 'order_product', product, subproducts: [] })
const allowed = (...monitor_types: MonitorType[]): DomainEvent => ({ type: 'MonitorTypesAllowed', data: { monitor_types } })
const hit: BusinessEvent = { type: 'WatchlistHitFound', data: { order_id: null, sources: [source], hit: watchlistHit } }

const rows: readonly (readonly [what: string, scene: Scene, outcome: Outcome])[] = [
  ['a business in review is approved', { actions: [approve] }, { came: [carriedOut], leadsTo: ['BusinessApproved'] }],
  ['a business in review is rejected', { actions: [reject] }, { came: [carriedOut], leadsTo: ['BusinessRejected'] }],
  [
    'the second of two decisions changes nothing',
    { actions: [approve, reject] },
    { came: [carriedOut, 'the business is approved already'], leadsTo: ['BusinessApproved'] },
  ],
  [
    'a decision that stands already is carried out, and not made again',
    { actions: [approve, approve] },
    { came: [carriedOut, carriedOut], leadsTo: ['BusinessApproved'] },
  ],
  [
    'a watchlist hit that nobody has dismissed is left to a person',
    { actions: [approve, tag], history: [...done(order('business_verification_verify')), hit, reviewed] },
    { came: ['a watchlist hit is not dismissed: a person has to decide', carriedOut], leadsTo: ['BusinessUpdated'] },
  ],
  [
    'a watchlist hit is no reason to keep a business that is rejected',
    { actions: [reject], history: [...done(order('business_verification_verify')), hit, reviewed] },
    { came: [carriedOut], leadsTo: ['BusinessRejected'] },
  ],
  [
    'several actions are carried out in their order',
    { actions: [tag, approve, orderOf('liens')] },
    { came: [carriedOut, carriedOut, carriedOut], leadsTo: ['BusinessUpdated', 'BusinessApproved', { OrderPlaced: 'liens' }] },
  ],
  [
    'a product that was ordered before is not ordered again',
    { actions: [orderOf('business_verification_verify')] },
    { came: [carriedOut] },
  ],
  [
    'all that the account may monitor is switched on, and nothing else',
    { actions: [monitor('*')], account: [allowed('tin', 'lien')] },
    { came: [carriedOut], monitor: [{ MonitorEnabled: ['tin.retrieved', 'lien.found', 'lien.terminated'] }] },
  ],
  [
    'of two actions the second takes nothing away that the first switched on',
    { actions: [monitor('lien'), monitor('tin')] },
    {
      came: [carriedOut, carriedOut],
      monitor: [
        { MonitorEnabled: ['lien.found', 'lien.terminated'] },
        { MonitorChanged: ['tin.retrieved', 'lien.found', 'lien.terminated'] },
      ],
    },
  ],
  [
    'of the types that are named, those that the account may not monitor stay off',
    { actions: [monitor('tin', 'lien')], account: [allowed('tin')] },
    { came: ['lien cannot be monitored; the others are'], monitor: [{ MonitorEnabled: ['tin.retrieved'] }] },
  ],
  [
    'a name that nothing answers to is told, and the others are switched on',
    { actions: [monitor('tin', 'nothing')], account: [allowed('tin')] },
    { came: ['nothing cannot be monitored; the others are'], monitor: [{ MonitorEnabled: ['tin.retrieved'] }] },
  ],
  [
    'of the events that are named, those of a type that the account may not monitor stay off',
    { actions: [monitor('lien.found', 'name.created')], account: [allowed('registration')] },
    { came: ['lien.found cannot be monitored; the others are'], monitor: [{ MonitorEnabled: ['name.created'] }] },
  ],
  [
    'a monitor with nothing that the account may monitor is not switched on',
    { actions: [monitor('lien', 'bankruptcy.created')], account: [allowed('tin')] },
    { came: ['none of lien, bankruptcy.created can be monitored'] },
  ],
  [
    'a monitor without the feature is not switched on',
    { actions: [monitor('*')], account: [{ type: 'FeatureSwitched', data: { feature: 'monitoring', on: false } }] },
    { came: ['the feature monitoring is not enabled for the account'] },
  ],
  [
    'what the policy names is added to a monitor that is on',
    { actions: [monitor('tin')], watched: ['name.created'] },
    { came: [carriedOut], monitor: [{ MonitorChanged: ['name.created', 'tin.retrieved'] }] },
  ],
  [
    'a monitor that is on as the policy wants it stays as it is',
    { actions: [monitor('tin')], watched: ['tin.retrieved'] },
    { came: [carriedOut] },
  ],
  [
    'where a decision needs two people, it is proposed',
    { actions: [approve], account: [{ type: 'TwoPersonRuleSet', data: { ...noSecondPerson, approval: 'low' } }] },
    { came: ['proposed: the account requires a second person, who has to confirm it'], leadsTo: ['ActProposed'] },
  ],
  [
    'a product that is refused is explained, and the next action is carried out',
    { actions: [orderOf('liens'), tag], history: [reviewed] },
    { came: ['identity order required (product)', carriedOut], leadsTo: ['BusinessUpdated'] },
  ],
]
for (const [what, scene, outcome] of rows) test(`${what}, however the review is delivered`, () => acts(scene, outcome))

test.run()

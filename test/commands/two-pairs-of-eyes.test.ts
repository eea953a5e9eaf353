// Two pairs of eyes: every act, proposed on every path, confirmed or refused on every path, by the same person and by another.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { account } from '../../src/commands/account.ts'
import { business } from '../../src/commands/business.ts'
import { erasureOrderIn } from '../../src/commands/erasure-order.ts'
import { type Aggregates, openAggregates } from '../../src/commands/handler.ts'
import { Proposed } from '../../src/commands/needs-another.ts'
import { overseenAggregates } from '../../src/commands/overseen.ts'
import { overseenEvents } from '../../src/commands/oversight.ts'
import { policies } from '../../src/commands/policies.ts'
import { proposalsOf } from '../../src/commands/proposals.ts'
import { Refused } from '../../src/commands/refused.ts'
import { type RetentionCommand, retention } from '../../src/commands/retention.ts'
import { user } from '../../src/commands/user.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import type { Actor } from '../../src/events/define.ts'
import { type Act, acts, noSecondPerson, type Party } from '../../src/events/oversight.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { beginning, type EventLog, openEventLog } from '../../src/stores/event-log.ts'
import { accountId, context, openStores, type Stores } from '../stores/log.ts'
import { businessId, created, review, reviewed, reviewId, submitted, watchlistHit } from './businesses.ts'
import { hit } from './evidence.ts'

const ann = { type: 'user', id: '0198c0de-0000-7000-8000-00000000a001' } as const
const bob = { type: 'user', id: '0198c0de-0000-7000-8000-00000000b001' } as const
const operator = { type: 'operator', id: 'command_line' } as const
const idOf = (who: 'a' | 'b' | 'c', what: number) => `0198c0de-0000-7000-8000-00000000${who}${String(what).padStart(3, '0')}`
const policyId = '0198c0de-0000-7000-8000-00000000f001'
const newUserId = '0198c0de-0000-7000-8000-00000000f002'

/** What each person acts through. */
const paths = {
  page: (who: 'a' | 'b'): Actor => (who === 'a' ? ann : bob),
  key: (who: 'a' | 'b'): Actor => ({ type: 'api_key', id: idOf(who, 2) }),
  'key made by a key': (who: 'a' | 'b'): Actor => ({ type: 'api_key', id: idOf(who, 3) }),
  run: (who: 'a' | 'b'): Actor => ({ type: 'run', id: idOf(who, 4) }),
  batch: (who: 'a' | 'b'): Actor => ({ type: 'business_batch' as Actor['type'], id: idOf(who, 5) }),
  policy: (who: 'a' | 'b'): Actor => ({ type: 'process', id: `policy/${idOf(who, 6)}` }),
} as const
type Path = keyof typeof paths

/** One folder for the keys of all tests: each has a log of its own in memory. */
let kept: Stores
let stores: { readonly log: EventLog; readonly close: () => Promise<void> }
let aggregates: Aggregates
let last: { [stream: string]: { revision: number; hash: string } }

/** Appends as this actor, past every decider. */
const put = async (stream: string, actor: Actor, ...events: readonly DomainEvent[]) => {
  last[stream] = await stores.log.append(stream, events, last[stream] ?? beginning(stream), context({ actor }))
}

const keyCreated = (key_id: string): DomainEvent => ({
  type: 'ApiKeyCreated',
  data: { key_id, name: 'key', mode: 'test', key_hash: key_id, last_four: 'abcd' },
})

const definition = { name: 'Low risk', description: '', rules: [{ name: 'all', when: true, result: 'approve', actions: [] }] }

test.before(async () => {
  kept = await openStores()
})
test.after(() => kept.close())

test.before.each(async () => {
  const store = await openEmbeddedEventStore({ file: ':memory:' })
  stores = { log: openEventLog({ store, keyRing: kept.keyRing }), close: () => store.close() }
  aggregates = openAggregates(stores.log)
  last = {}
  await put(`account-${accountId}`, operator, {
    type: 'AccountCreated',
    data: { account_id: accountId, name: 'First', slug: 'first', features: ['monitoring'] },
  })
  for (const [who, person] of [['a', ann] as const, ['b', bob] as const]) {
    await put(`account-${accountId}`, person, keyCreated(idOf(who, 2)))
    await put(`account-${accountId}`, { type: 'api_key', id: idOf(who, 2) }, keyCreated(idOf(who, 3)))
    const requester = { id: person.id, type: 'user' as const }
    const run = { agent: 'business_verification' as const, context_type: 'business', context_id: businessId, requester }
    await put(`run-${idOf(who, 4)}`, person, { type: 'RunStarted', data: { run_id: idOf(who, 4), thread_id: idOf(who, 4), ...run } })
    await put(`business_batch-${idOf(who, 5)}`, person, { type: 'BatchUploadBegun', data: {} } as never)
    const ids = { policy_id: idOf(who, 7), version_id: idOf(who, 6) }
    await put(`policies-${accountId}`, person, { type: 'PolicyVersionAdded', data: { ...ids, version: 1, definition } })
    await put(`policies-${accountId}`, person, { type: 'PolicyVersionEnabled', data: ids })
  }
  const ids = { policy_id: policyId, version_id: idOf('c', 6) }
  await put(`policies-${accountId}`, operator, { type: 'PolicyVersionAdded', data: { ...ids, version: 1, definition } })
})
test.after.each(() => stores.close())

const withHit: DomainEvent = { type: 'WatchlistHitFound', data: { order_id: null, sources: hit.sources, hit: watchlistHit } } as never

/** Each act: the stream with what stands before it, the command, and the event that carries it out. */
const scenes = {
  approval: {
    before: [created(), reviewed],
    aggregate: business,
    id: businessId,
    command: () => ({ type: 'Decide', status: 'approved', note: 'known to us', reason: 'known_customer', seen: 'in_review' }),
    event: 'BusinessApproved',
  },
  override: {
    before: [created(), withHit, reviewed],
    aggregate: business,
    id: businessId,
    command: () => ({ type: 'Decide', status: 'approved', note: 'another party', reason: 'hit_is_another_party', seen: 'in_review' }),
    event: 'BusinessApproved',
  },
  dismissal: {
    before: [created(), withHit, reviewed],
    aggregate: business,
    id: businessId,
    command: () => ({
      type: 'TakeAction',
      action: { action_id: randomUUID(), object_type: 'watchlist_result', object_id: watchlistHit.id, note: null, actors: [] },
      asked: { type: 'dismissal', reason: 'another party' },
      review,
    }),
    event: 'WatchlistHitDismissed',
  },
  policy: {
    before: [],
    aggregate: policies,
    id: accountId,
    command: () => ({ type: 'EnablePolicy', policyId, version: 1 }),
    event: 'PolicyVersionEnabled',
  },
  erasure: {
    before: [created()],
    aggregate: erasureOrderIn('business'),
    id: businessId,
    command: () => ({ type: 'OrderErasure', order: { order_id: randomUUID(), person_id: null, reason: 'asked', requested_by: 'Ann' } }),
    event: 'ErasureOrdered',
  },
  settings: {
    before: [],
    aggregate: account,
    id: accountId,
    command: () => ({ type: 'LimitSourceAge', days: 30 }),
    event: 'SourceAgeLimitSet',
  },
} as const

const streamOf = ({ aggregate: { name, of = name }, id }: { aggregate: { name: string; of?: string }; id: string }) => `${of}-${id}`

const ruleFor = (act: Act) => ({ ...noSecondPerson, [act]: act === 'approval' ? 'low' : true })

const begin = async (act: Act) => {
  const { before } = scenes[act]
  if (before.length > 0) await put(streamOf(scenes[act]), operator, ...before)
  await put(`account-${accountId}`, operator, { type: 'TwoPersonRuleSet', data: ruleFor(act) })
}

const send = (act: Act, actor: Actor, command: object = scenes[act].command()) => {
  const { aggregate, id } = scenes[act]
  return aggregates.handle(aggregate as never, id, command as never, context({ actor, mode: 'test' }))
}

const proposed = async (act: Act, actor: Actor, command?: object): Promise<Proposed> => {
  const error = await send(act, actor, command).then(
    () => assert.unreachable(`${act} was done by one`),
    (reason: unknown) => reason,
  )
  assert.instance(error, Proposed, String(error))
  return error as Proposed
}

type Ending = 'ConfirmProposal' | 'RefuseProposal' | 'WithdrawProposal'

const end = (act: Act, actor: Actor, proposalId: string, type: Ending, at = review.at) => {
  const { aggregate, id } = scenes[act]
  const command = { type, proposalId, ...(type === 'ConfirmProposal' && { at }), ...(type === 'RefuseProposal' && { reason: 'no' }) }
  return aggregates.handle(proposalsOf(aggregate.name), id, command as never, context({ actor, mode: 'test' }))
}

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof Refused ? error.reason : String(error)
}

const eventsOf = (act: Act) => stores.log.read(streamOf(scenes[act]))
const doneIn = async (act: Act) => (await eventsOf(act)).filter(({ type, revision }) => type === scenes[act].event && revision > 2)
const carriedOut = async (act: Act) => {
  const found = await eventsOf(act)
  const at = found.findIndex(({ type }) => type === 'ActProposed')
  return found.slice(at).filter(({ type }) => type === scenes[act].event)
}

for (const act of acts)
  for (const first of Object.keys(paths) as Path[])
    for (const second of Object.keys(paths) as Path[]) {
      test(`${act}: proposed by ${first}, ended by ${second}: never the same person, and another one can`, async () => {
        await begin(act)
        const { proposalId } = await proposed(act, paths[first]('a'))
        assert.equal(await carriedOut(act), [])
        for (const ending of ['ConfirmProposal', 'RefuseProposal'] as const)
          assert.is(await reasonOf(end(act, paths[second]('a'), proposalId, ending)), 'same_person')
        assert.equal(await carriedOut(act), [])

        await end(act, paths[second]('b'), proposalId, 'ConfirmProposal')
        const [event, ...more] = await carriedOut(act)
        assert.equal(more, [])
        assert.equal([event?.metadata.actor, event?.metadata.proposed_by], [paths[second]('b'), paths[first]('a')])
        const confirmation = (await eventsOf(act)).find(({ type }) => type === 'ProposalConfirmed')
        const { proposed_by, confirmed_by } = (confirmation?.data ?? {}) as { proposed_by?: Party; confirmed_by?: Party }
        assert.equal([proposed_by?.principals, confirmed_by?.principals], [[`user:${ann.id}`], [`user:${bob.id}`]])
      })

      test(`${act}: proposed by ${first}, refused by ${second} of another person: it stays undone`, async () => {
        await begin(act)
        const { proposalId } = await proposed(act, paths[first]('a'))
        await end(act, paths[second]('b'), proposalId, 'RefuseProposal')
        assert.is(await reasonOf(end(act, paths[second]('b'), proposalId, 'ConfirmProposal')), 'proposal_closed')
        assert.equal(await carriedOut(act), [])
      })
    }

test('without the rule, or with another part of it on, one person is enough', async () => {
  for (const act of acts) {
    const { before } = scenes[act]
    if (before.length > 0 && !last[streamOf(scenes[act])]) await put(streamOf(scenes[act]), operator, ...before)
  }
  const other = { ...noSecondPerson, erasure: true }
  await put(`account-${accountId}`, operator, { type: 'TwoPersonRuleSet', data: other })
  await send('policy', ann)
  await send('settings', ann)
  assert.is((await doneIn('settings')).length, 1)
})

test('an approval needs two from the risk on that the rule names, and one below it', async () => {
  await put(`business-${businessId}`, operator, created(), reviewed)
  await put(`account-${accountId}`, operator, { type: 'TwoPersonRuleSet', data: { ...noSecondPerson, approval: 'medium' } })
  await send('approval', ann)
  await send('approval', ann, { type: 'Decide', status: 'in_review', note: 'once more' })
  const look = {
    key: 'liens',
    name: 'Liens',
    label: 'Liens',
    status: 'warning',
    sub_label: 'Found',
    message: '',
    category: 'liens',
    sources: [],
  }
  const { revision, metadata } = (await eventsOf('approval')).at(-1)!
  last[`business-${businessId}`] = { revision, hash: metadata.hash }
  await put(`business-${businessId}`, operator, { type: 'ReviewCompleted', data: { review_id: reviewId, tasks: [look] } } as never)
  await proposed('approval', ann)
})

test('an approval that comes with a change needs two by the risk after the change', async () => {
  await put(`business-${businessId}`, operator, created(), reviewed)
  await put(`account-${accountId}`, operator, { type: 'TwoPersonRuleSet', data: { ...noSecondPerson, approval: 'high' } })
  const id = idOf('c', 1)
  const unnamed = { date_of_birth: null, lei: null, registration_number: null }
  const ownership = {
    parties: [{ id, type: 'business' as const, name: 'Volga Trading', country: 'IR', ...unnamed }],
    interests: [{ owner_id: id, owned_id: businessId, kind: 'ownership' as const, percentage: 60, since: null }],
  }
  const update = (changes: object) => ({ type: 'UpdateBusiness', changes, status: 'approved', review })
  await proposed('approval', ann, update({ ownership }))
  await send('approval', ann, update({ tags: ['known'] }))
})

test('the tier that a person set counts, and lowering it below the rule needs two, as an approval does', async () => {
  await put(`business-${businessId}`, operator, created(), reviewed)
  await put(`account-${accountId}`, operator, { type: 'TwoPersonRuleSet', data: { ...noSecondPerson, approval: 'high' } })
  const tier = (wanted: string | null) => ({ type: 'SetRiskTier', id: randomUUID(), tier: wanted, reason: 'Its owners changed.' })
  await send('approval', ann, tier('medium'))
  await send('approval', ann)
  await send('approval', ann, { type: 'Decide', status: 'in_review', note: 'once more' })
  await send('approval', ann, tier('high'))
  const approving = await proposed('approval', ann)
  for (const lower of ['medium', null]) await proposed('approval', ann, tier(lower))
  const lowering = await proposed('approval', ann, tier('low'))
  assert.is.not(lowering.proposalId, approving.proposalId)
  assert.is(await reasonOf(end('approval', ann, lowering.proposalId, 'ConfirmProposal')), 'same_person')
  await end('approval', bob, lowering.proposalId, 'ConfirmProposal')
  assert.is(await reasonOf(end('approval', bob, approving.proposalId, 'ConfirmProposal')), 'proposal_outdated')
  await send('approval', ann)
})

test('an erasure that was proposed is refused to the second person while a legal hold stands', async () => {
  await begin('erasure')
  const { proposalId } = await proposed('erasure', ann)
  const holdId = randomUUID()
  const hold = (command: RetentionCommand) => aggregates.handle(retention, businessId, command, context({ actor: ann, mode: 'test' }))
  await hold({ type: 'PlaceLegalHold', holdId, reason: 'Smith v. Acme' })
  assert.is(await reasonOf(end('erasure', bob, proposalId, 'ConfirmProposal')), 'legal_hold')
  await hold({ type: 'LiftLegalHold', holdId, reason: 'Settled.' })
  await end('erasure', bob, proposalId, 'ConfirmProposal')
})

test('the keys of the first start act for the operator', async () => {
  await put(`account-${accountId}`, { type: 'process', id: 'first_start' }, keyCreated(idOf('c', 2)))
  await begin('approval')
  const { proposalId } = await proposed('approval', { type: 'api_key', id: idOf('c', 2) })
  assert.is(await reasonOf(end('approval', operator, proposalId, 'ConfirmProposal')), 'same_person')
  await end('approval', ann, proposalId, 'ConfirmProposal')
})

test('the erasures of two people are proposed beside each other', async () => {
  await begin('erasure')
  const order = { reason: 'asked', requested_by: 'Ann' }
  const ids: string[] = []
  for (const person_id of [idOf('c', 1), idOf('c', 2)]) {
    const { proposalId } = await proposed('erasure', ann, { type: 'OrderErasure', order: { ...order, order_id: randomUUID(), person_id } })
    ids.push(proposalId)
  }
  for (const id of ids) await end('erasure', bob, id, 'ConfirmProposal')
  assert.is((await carriedOut('erasure')).length, 2)
})

test('a looser rule is outdated once somebody has made the rule stricter', async () => {
  await begin('approval')
  const { proposalId } = await proposed('settings', ann, { type: 'SetTwoPersonRule', rule: noSecondPerson, people: 2 })
  await send('settings', bob, { type: 'SetTwoPersonRule', rule: { ...ruleFor('approval'), override: true }, people: 2 })
  assert.is(await reasonOf(end('settings', operator, proposalId, 'ConfirmProposal')), 'proposal_outdated')
})

test('the key and the run that an action names count too', async () => {
  await begin('dismissal')
  const command = scenes.dismissal.command()
  const actors = [{ actor_type: 'run' as const, data: { id: idOf('b', 4) } }]
  const { proposalId } = await proposed('dismissal', ann, { ...command, action: { ...command.action, actors } })
  assert.is(await reasonOf(end('dismissal', bob, proposalId, 'ConfirmProposal')), 'same_person')
})

test('a policy that acts on a business of a batch acts for the one who sent the batch too', async () => {
  const batched = { ...created(), data: { ...submitted, business_batch_id: idOf('b', 5) } } as DomainEvent
  await put(`business-${businessId}`, operator, batched, reviewed)
  await put(`account-${accountId}`, operator, { type: 'TwoPersonRuleSet', data: ruleFor('approval') })
  const { proposalId } = await proposed('approval', paths.policy('a'))
  assert.is(await reasonOf(end('approval', bob, proposalId, 'ConfirmProposal')), 'same_person')
  await end('approval', operator, proposalId, 'ConfirmProposal')
})

test('a person who acts on a business of a batch acts for nobody else', async () => {
  const batched = { ...created(), data: { ...submitted, business_batch_id: idOf('b', 5) } } as DomainEvent
  await put(`business-${businessId}`, operator, batched, reviewed)
  await put(`account-${accountId}`, operator, { type: 'TwoPersonRuleSet', data: ruleFor('approval') })
  const { proposalId } = await proposed('approval', ann)
  await end('approval', bob, proposalId, 'ConfirmProposal')
  assert.is((await carriedOut('approval')).length, 1)
})

test('the review that follows from what was proposed is of the time of its confirmation', async () => {
  const confirmedAt = '2027-02-03T04:05:06.000Z'
  const parties = [
    {
      id: idOf('c', 1),
      type: 'person' as const,
      name: 'Bob Jones',
      date_of_birth: null,
      country: null,
      lei: null,
      registration_number: null,
    },
  ]
  const ownership = {
    parties,
    interests: [{ owner_id: idOf('c', 1), owned_id: businessId, kind: 'ownership' as const, percentage: 60, since: null }],
  }
  const owner: DomainEvent = {
    type: 'OwnerFound',
    data: {
      order_id: null,
      sources: [],
      found_owner: {
        ...{
          id: idOf('c', 2),
          party_id: idOf('c', 2),
          owned_id: businessId,
          relation: 'control_register',
          type: 'person',
          name: 'Zoe Roe',
        },
        ...{ born: null, country: null, lei: null, registration_number: null, interests: [], since: null, is_complete: false },
      },
    } as never,
  }
  await put(
    `business-${businessId}`,
    operator,
    { ...created(), data: { ...submitted, ownership } } as DomainEvent,
    owner,
    ...scenes.dismissal.before.slice(1),
  )
  await put(`account-${accountId}`, operator, { type: 'TwoPersonRuleSet', data: ruleFor('dismissal') })
  const { proposalId } = await proposed('dismissal', ann)
  await end('dismissal', bob, proposalId, 'ConfirmProposal', confirmedAt)
  const found = (await stores.log.read(`business-${businessId}`)).find(({ type }) => type === 'OwnerDiscrepancyFound')
  assert.is(found?.type === 'OwnerDiscrepancyFound' && found.data.discrepancy.due_on, '2027-02-17')
})

test('a policy that two people enabled acts for both', async () => {
  await begin('policy')
  const { proposalId } = await proposed('policy', ann)
  await end('policy', bob, proposalId, 'ConfirmProposal')
  await put(`business-${businessId}`, operator, created(), reviewed)
  await aggregates.handle(
    account,
    accountId,
    { type: 'SetTwoPersonRule', rule: { ...ruleFor('policy'), approval: 'low' } as never, people: 2 },
    context({ actor: ann }),
  )
  const approval = await proposed('approval', { type: 'process', id: `policy/${idOf('c', 6)}` })
  for (const person of [ann, bob]) assert.is(await reasonOf(end('approval', person, approval.proposalId, 'ConfirmProposal')), 'same_person')
})

test('of two who confirm at once one does it, and the other is told', async () => {
  await begin('approval')
  const { proposalId } = await proposed('approval', ann)
  const reasons = await Promise.all([bob, operator].map((person) => reasonOf(end('approval', person, proposalId, 'ConfirmProposal'))))
  assert.equal(reasons.toSorted(), ['proposal_closed', 'undefined'])
  assert.is((await carriedOut('approval')).length, 1)
})

test('at two instances too', async () => {
  await begin('settings')
  const { proposalId } = await proposed('settings', ann)
  const here = aggregates
  const there = openAggregates(stores.log)
  await there.load(account, accountId)
  const command = { type: 'ConfirmProposal' as const, proposalId, at: review.at }
  const reasons = await Promise.all([
    reasonOf(here.handle(proposalsOf('account'), accountId, command, context({ actor: bob }))),
    reasonOf(there.handle(proposalsOf('account'), accountId, command, context({ actor: operator }))),
  ])
  assert.equal(reasons.toSorted(), ['proposal_closed', 'undefined'])
  assert.is((await carriedOut('settings')).length, 1)
})

test('confirming once more, also after a crash before the answer, does it once', async () => {
  await begin('dismissal')
  const { proposalId } = await proposed('dismissal', ann)
  const commandId = randomUUID()
  const command = { type: 'ConfirmProposal' as const, proposalId, at: review.at }
  const once = () =>
    openAggregates(stores.log).handle(proposalsOf('business'), businessId, command, context({ actor: bob, commandId, mode: 'test' }))
  await once()
  await once()
  assert.is((await carriedOut('dismissal')).length, 1)
  assert.is(await reasonOf(end('dismissal', operator, proposalId, 'ConfirmProposal')), 'proposal_closed')
})

test('an append that fails leaves the proposal open and the act undone', async () => {
  await begin('approval')
  const { proposalId } = await proposed('approval', ann)
  let fails = true
  const failing = openAggregates({
    ...stores.log,
    append: (...args) => {
      if (fails) throw new Error('killed')
      return stores.log.append(...args)
    },
  })
  const confirm = () =>
    failing.handle(
      proposalsOf('business'),
      businessId,
      { type: 'ConfirmProposal', proposalId, at: review.at },
      context({ actor: bob, mode: 'test' }),
    )
  assert.match(await reasonOf(confirm()), 'killed')
  assert.equal(await carriedOut('approval'), [])
  fails = false
  await confirm()
  assert.is((await carriedOut('approval')).length, 1)
})

test('what has changed since refuses the confirmation with its name, and proposing again takes the place of the former', async () => {
  await begin('approval')
  const { proposalId } = await proposed('approval', ann)
  await aggregates.handle(
    business,
    businessId,
    { type: 'RecordEvidence', evidence: { hits: [hit] } as never, review },
    context({ actor: operator, mode: 'test' }),
  )
  const error = await end('approval', bob, proposalId, 'ConfirmProposal').catch((reason: unknown) => reason)
  assert.instance(error, Refused)
  assert.is((error as Refused).reason, 'proposal_outdated')
  assert.match(String((error as Refused).details?.changed), 'watchlist hits')
  const again = await proposed('approval', bob)
  assert.is.not(again.proposalId, proposalId)
  const { state } = await end('approval', ann, again.proposalId, 'ConfirmProposal')
  assert.equal([state.proposals[proposalId]?.status, state.proposals[again.proposalId]?.status], ['superseded', 'confirmed'])
})

test('a change that does not matter to the act, such as a tag, does not stand in its way', async () => {
  await begin('approval')
  const { proposalId } = await proposed('approval', ann)
  await aggregates.handle(business, businessId, { type: 'AddTag', tag: 'new' }, context({ actor: operator, mode: 'test' }))
  await end('approval', bob, proposalId, 'ConfirmProposal')
  assert.is((await carriedOut('approval')).length, 1)
})

test('proposing the same again changes nothing, and somebody else learns of the open proposal', async () => {
  await begin('settings')
  const { proposalId } = await proposed('settings', ann)
  assert.is((await proposed('settings', ann)).proposalId, proposalId)
  assert.is(await reasonOf(send('settings', bob)), 'proposal_open')
  const { proposalId: other } = await proposed('settings', ann, { type: 'LimitSourceAge', days: 60 })
  assert.is(await reasonOf(end('settings', bob, proposalId, 'ConfirmProposal')), 'proposal_closed')
  await end('settings', bob, other, 'ConfirmProposal')
  assert.is((await aggregates.load(account, accountId)).sourceAgeLimit, 60)
})

test('only the proposer withdraws', async () => {
  await begin('settings')
  const { proposalId } = await proposed('settings', ann)
  assert.is(await reasonOf(end('settings', bob, proposalId, 'WithdrawProposal')), 'not_the_proposer')
  await end('settings', paths.key('a'), proposalId, 'WithdrawProposal')
  assert.is(await reasonOf(end('settings', bob, proposalId, 'ConfirmProposal')), 'proposal_closed')
})

test('nothing is proposed where nobody else could confirm it', async () => {
  await begin('settings')
  const alone = openAggregates(stores.log, { hasAnother: async () => false })
  assert.is(
    await reasonOf(alone.handle(account, accountId, { type: 'LimitSourceAge', days: 30 }, context({ actor: ann }))),
    'second_person_missing',
  )
  assert.equal(
    (await eventsOf('settings')).filter(({ type }) => type === 'ActProposed'),
    [],
  )
})

test('the rule cannot be turned on with one user, and to loosen it needs a second person, to tighten it does not', async () => {
  const set = (rule: object, people = 2, actor: Actor = ann) =>
    aggregates.handle(account, accountId, { type: 'SetTwoPersonRule', rule: rule as never, people }, context({ actor }))
  assert.is(await reasonOf(set(ruleFor('dismissal'), 1)), 'second_person_missing')
  await set(ruleFor('dismissal'))
  await set({ ...ruleFor('dismissal'), approval: 'high' })
  await set({ ...ruleFor('dismissal'), approval: 'low' })
  for (const looser of [noSecondPerson, { ...ruleFor('dismissal'), approval: 'medium' }, { ...noSecondPerson, approval: 'low' }]) {
    const error = await set(looser).catch((reason: unknown) => reason)
    assert.instance(error, Proposed)
  }
})

test('with changes of settings under the rule, nobody lets a second self in', async () => {
  await begin('settings')
  const invitation = {
    user_id: newUserId,
    email: 'ann.again@example.com',
    name: 'Ann Again',
    roles: ['admin' as const],
    invitation_hash: 'ab',
    expires_at: '2030-01-01',
  }
  const error = await aggregates
    .handle(user, newUserId, { type: 'InviteUser', invitation }, context({ actor: ann }))
    .catch((reason: unknown) => reason)
  assert.instance(error, Proposed)
  assert.is((await aggregates.load(user, newUserId)).status, 'none')
  const command = { type: 'ConfirmProposal' as const, proposalId: (error as Proposed).proposalId, at: review.at }
  await aggregates.handle(proposalsOf('user'), newUserId, command, context({ actor: bob }))
  assert.is((await aggregates.load(user, newUserId)).status, 'invited')
})

test('the aggregates that take proposals are those which decide on the acts', () => {
  assert.equal(Object.keys(overseenAggregates).toSorted(), [
    'account',
    'business',
    'erasure_order_business',
    'erasure_order_partner_company',
    'erasure_order_signal',
    'policies',
    'user',
  ])
  for (const { event } of Object.values(scenes)) assert.ok(overseenEvents.has(event))
})

test.run()

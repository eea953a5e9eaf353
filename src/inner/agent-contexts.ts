// The business that a thread or run is about: named by id, described in the request, or known from the thread.
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { Refused, refused } from '../commands/refused.ts'
import { thread } from '../commands/thread.ts'
import { type AgentType, agentTypes } from '../events/run.ts'
import type { GivenContext, InlineBusiness } from '../interface/requests/agents.ts'
import type { CreateBusiness } from '../interface/requests/business.ts'
import { businesses } from '../projections/businesses.ts'
import { createBusiness, ownBusiness, requesterOf } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import { type Documents, own, type Reads } from './framework/reading.ts'
import { requireScope } from './framework/rights.ts'
import { newId, type Sending, send } from './framework/sending.ts'
import type { IdentityLookUp } from './shown-connections.ts'

/** A business can be read within this time after its `unique_external_id` was claimed. */
const claimedMs = 3_000

export type Context = { readonly context_type: string; readonly context_id: string }

/** @throws Refused 404 when there is no such agent */
export const agentType = (type: string): AgentType => {
  const known = agentTypes.find((each) => each === type)
  if (known === undefined) throw refused('agent_unknown', 'type')
  return known
}

/** @throws Refused 400 without any context, 404 when it is not the account's, 422 when no agent works on it */
export const contextOf = async (
  inner: Reads,
  c: ProbityContext,
  { business_id, context_type, context_id }: GivenContext,
): Promise<Context> => {
  if (context_type !== undefined && context_type !== 'business') throw refused('context_type_unknown', 'context_type')
  const id = business_id ?? context_id
  if (id === undefined && context_type === undefined) throw refused('context_missing', 'business_id')
  if (id === undefined) throw refused('context_incomplete', 'context_id')
  if (business_id === undefined && context_type === undefined) throw refused('context_incomplete', 'context_type')
  if (context_id !== undefined && context_id !== id) throw refused('context_contradictory', 'context_id')
  await ownBusiness(inner, c, id)
  return { context_type: 'business', context_id: id }
}

/** The business with this id, or with this `unique_external_id`. */
const knownBusiness = async (inner: Reads, c: ProbityContext, inline: InlineBusiness): Promise<string | undefined> => {
  if ('id' in inline) return inline.id
  if (inline.unique_external_id === undefined) return undefined
  const where = { unique_external_id: inline.unique_external_id }
  const [known] = await own(inner, c, businesses).find({ where, perPage: 1 })
  return known?.id
}

type Creating = Sending & Reads & Documents & IdentityLookUp

/** The business that the request describes. It is created unless it exists. @throws Refused when the key may not create it */
export const inlineContext = async (inner: Creating, c: ProbityContext, inline: InlineBusiness): Promise<Context> => {
  const business_id = (await knownBusiness(inner, c, inline)) ?? (await createdBusiness(inner, c, inline as NewBusiness))
  return contextOf(inner, c, { business_id })
}

type NewBusiness = z.output<typeof CreateBusiness>

/** The new business, or the one with the same `unique_external_id` that another request creates at the same time. */
const createdBusiness = async (inner: Creating, c: ProbityContext, described: NewBusiness): Promise<string> => {
  requireScope(c, 'businesses:write')
  try {
    return await createBusiness(inner, c, described)
  } catch (error) {
    if (!(error instanceof Refused && error.reason === 'already_taken')) throw error
    for (const deadline = Date.now() + claimedMs; Date.now() < deadline; await pause(25)) {
      const known = await knownBusiness(inner, c, described)
      if (known !== undefined) return known
    }
    throw error
  }
}

/** @throws Refused 422 when the request names another business than the one it is about */
export const requireSameContext = async (
  inner: Reads,
  c: ProbityContext,
  { about, given, inline }: { readonly about: string; readonly given: GivenContext; readonly inline: InlineBusiness | undefined },
): Promise<void> => {
  const { business_id = about, context_id = about } = given
  const business = inline ? await knownBusiness(inner, c, inline) : about
  for (const [parameter, named] of Object.entries({ business_id, context_id, business }))
    if (named !== about) throw refused('context_contradictory', parameter)
}

/** @returns the id of the new thread */
export const startThread = async (inner: Sending, c: ProbityContext, agent: AgentType, about: Context): Promise<string> => {
  const id = newId(c, 'thread')
  const started = { thread_id: id, agent, ...about, requester: requesterOf(c) }
  await send(inner, c, { aggregate: thread, id, command: { type: 'StartThread', thread: started } })
  return id
}

// Which time it is for a stream: that of the test clock of its business, or the machine's (docs/decisions/0024-test-clocks.md).
import { AsyncLocalStorage } from 'node:async_hooks'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import { ownerOf } from './claims.ts'
import type { Aggregates, Handle, Load } from './handler.ts'
import { lien } from './lien.ts'
import { scopeOf } from './reservation.ts'
import { clockClaim, testClock } from './test-clock.ts'

/** The time of the clock that the stream follows; undefined where it follows the machine's. */
export type TimeOf = (stream: string, of: { readonly accountId: string; readonly mode?: Mode | undefined }) => Promise<Date | undefined>

export type ClockTimes = {
  readonly timeOf: TimeOf
  /** The account gets a test clock now. */
  readonly learn: (accountId: string) => void
}

type ClockDependencies = {
  readonly load: Load
  /** Whether the account has, or had, a test clock. */
  readonly hasClocks: (accountId: string) => Promise<boolean>
}

/** How long an instance believes that an account has no test clock: an advance begins later than that. */
export const believedMs = 1_000

export const openClockTimes = ({ load, hasClocks }: ClockDependencies): ClockTimes => {
  const { mayHave, learn } = remembered(hasClocks)
  const timeOf: TimeOf = async (stream, { accountId, mode }) => {
    if (mode !== 'test') return undefined
    const find = businessOf[stream.slice(0, stream.indexOf('-'))]
    if (!find || !(await mayHave(accountId))) return undefined
    const businessId = await find(load, aggregateIdOf(stream))
    if (businessId === null) return undefined
    const owner = await ownerOf(load, scopeOf(accountId, mode), { kind: clockClaim, value: businessId })
    const clock = owner === null ? undefined : await load(testClock, aggregateIdOf(owner))
    return clock && clock.status !== 'none' ? new Date(clock.at) : undefined
  }
  return { timeOf, learn }
}

/** The business whose clock a stream follows, by the prefix of the stream. */
const businessOf: { readonly [prefix: string]: (load: Load, id: string) => Promise<string | null> } = {
  business: async (_, id) => id,
  monitor: async (_, id) => id,
  lien: async (load, id) => {
    const state = await load(lien, id)
    return state.status === 'none' ? null : state.request.business_id
  },
}

/** The streams that follow the clock of a business, which has these liens. */
export const streamsOnClockOf = (businessId: string, lienIds: readonly string[]): readonly string[] => [
  `business-${businessId}`,
  `monitor-${businessId}`,
  ...lienIds.map((id) => `lien-${id}`),
]

/** A yes is for good. A no is asked again after a moment. */
const remembered = (hasClocks: ClockDependencies['hasClocks']) => {
  const having = new Set<string>()
  const without = new Map<string, number>()
  const ask = async (accountId: string): Promise<boolean> => {
    if (await hasClocks(accountId)) having.add(accountId)
    else without.set(accountId, performance.now())
    return having.has(accountId)
  }
  return {
    mayHave: async (accountId: string): Promise<boolean> =>
      having.has(accountId) || (performance.now() - (without.get(accountId) ?? -believedMs) >= believedMs && ask(accountId)),
    learn: (accountId: string) => void having.add(accountId),
  }
}

const running = new AsyncLocalStorage<Date>()

/** Does the work at that time; undefined: at the machine's. */
export const atTime = <Value>(time: Date | undefined, work: () => Value): Value => (time ? running.run(time, work) : work())

/** The time of the work under way: that of its clock, if it has one. */
export const withClocks =
  (now: () => Date): (() => Date) =>
  () =>
    running.getStore() ?? now()

/** Commands from outside to a stream that follows a clock are recorded at its time. What a process does has the time already. */
export const onClocks = ({ handle, ...aggregates }: Aggregates, { timeOf, learn }: ClockTimes): Aggregates => {
  const handleInTime: Handle = async (aggregate, id, command, context) => {
    if (aggregate.name === testClock.name) learn(context.accountId)
    if (running.getStore() || context.mode !== 'test') return handle(aggregate, id, command, context)
    const at = await timeOf(`${aggregate.of ?? aggregate.name}-${id}`, context)
    return handle(aggregate, id, command, at ? { ...context, at } : context)
  }
  return { ...aggregates, handle: handleInTime }
}

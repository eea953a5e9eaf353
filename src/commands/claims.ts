// Keeps claims for the command handler: unique values are taken before the events of a command are appended, and given back when they are not.
// Values that the command gives up become free after it. Each value is a reservation, a stream of its own.
import { randomUUID } from 'node:crypto'
import type { Mode } from '../events/modes.ts'
import type { WriteContext } from '../stores/event-log.ts'
import { StoreUnavailable } from '../stores/event-store.ts'
import type { Claim } from './decider.ts'
import { Refused } from './refused.ts'
import { type Reservation, type ReservationCommand, reservation, reservationId, scopeOf } from './reservation.ts'

/** The handler itself, for this one aggregate. */
type Reservations = {
  readonly handle: (
    aggregate: typeof reservation,
    id: string,
    command: ReservationCommand,
    context: WriteContext,
  ) => Promise<{ readonly state: Reservation }>
  readonly load: (aggregate: typeof reservation, id: string) => Promise<Reservation>
  /** The mode of a stream; undefined when it is empty, or belongs to both. */
  readonly modeOf: (stream: string) => Promise<Mode | undefined>
}

export type Claiming = {
  readonly claims: readonly Claim[]
  /** The stream that the values belong to. */
  readonly owner: string
  /** Of the command that claims. */
  readonly context: WriteContext
}

/** Appends while the claims hold. @throws Refused when another owner has one of the values (nothing is appended then); what `append` throws */
export type WithClaims = <Appended>(claiming: Claiming, append: () => Promise<Appended>) => Promise<Appended>

export const openClaims = ({ handle, load, modeOf }: Reservations): WithClaims => {
  /** Test objects once took their values among the live ones. Such a value is free for a live object. */
  const pastTest = async ({ id, command, mode }: Wanted): Promise<ReservationCommand> => {
    const { owner } = await load(reservation, id)
    const isOfTest = owner !== null && owner !== command.owner && mode === 'live' && (await modeOf(owner)) === 'test'
    return isOfTest ? { ...command, insteadOf: owner } : command
  }

  /** For several values: without this look ahead the first would be taken, and given back, where the second is not free. */
  const refuseIfTaken = async (takes: readonly Wanted[]) => {
    for (const wanted of takes) reservation.decide(await pastTest(wanted), await load(reservation, wanted.id))
  }

  return async ({ claims, owner, context }, append) => {
    if (claims.length === 0) return append()
    const wanted = claims.map((claim) => wantedOf(claim, owner, context))
    const send = (id: string, command: ReservationCommand) => handle(reservation, id, command, contextOf(context))
    const take = (wanted: Wanted) =>
      send(wanted.id, wanted.command).catch(async (error) => {
        if (!(error instanceof Refused)) throw error
        return send(wanted.id, await pastTest(wanted))
      })
    const release = ({ id, takings }: Held) => send(id, { type: 'Release', owner, takings }).catch(leftToRelease)

    const takes = wanted.filter(({ action }) => action === 'take')
    const givenUp = await Promise.all(
      wanted.filter(({ action }) => action === 'give back').map(async ({ id }) => ({ id, ...(await load(reservation, id)) })),
    )
    if (takes.length > 1) await refuseIfTaken(takes)
    const taken: Held[] = []
    try {
      for (const each of takes) taken.push({ id: each.id, ...(await take(each)).state })
      const appended = await append()
      await Promise.all(givenUp.map(release))
      return appended
    } catch (error) {
      // Whether a store that was away has appended is unknown. The process that releases reservations finds out.
      // A value that another command of the same owner took first belongs to that command.
      if (!(error instanceof StoreUnavailable)) await Promise.all(taken.filter(({ takenAgain }) => !takenAgain).map(release))
      throw error
    }
  }
}

/** `scope`: of an account and mode (`scopeOf`). @returns the stream that has the value or is about to have it; null when the value is free */
export const ownerOf = async (load: Reservations['load'], scope: string, claim: Omit<Claim, 'action'>): Promise<string | null> =>
  (await load(reservation, placeOf(claim, scope))).owner

type Held = Pick<Reservation, 'takings' | 'takenAgain'> & { readonly id: string }
type Wanted = { readonly action: Claim['action']; readonly id: string; readonly mode: Mode | undefined; readonly command: Taking }
type Taking = Extract<ReservationCommand, { type: 'Take' }>

const wantedOf = (claim: Claim, owner: string, { accountId, mode }: WriteContext): Wanted => {
  const { action, kind, reason } = claim
  const id = placeOf(claim, scopeOf(accountId, mode))
  return { action, id, mode, command: { type: 'Take', kind, owner, ...(reason && { reason }) } }
}

const placeOf = ({ kind, value, scope }: Omit<Claim, 'action'>, own: string): string =>
  reservationId(scope === 'service' ? '' : own, kind, value)

/** Each taking has an id of its own, also when one command is tried again, so that a later taking differs from an earlier one. */
const contextOf = (context: WriteContext): WriteContext => ({
  ...context,
  correlationId: context.correlationId ?? context.commandId,
  commandId: randomUUID(),
})

/** On failure the process that releases reservations does it later. */
const leftToRelease = () => undefined

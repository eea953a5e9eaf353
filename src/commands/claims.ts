// Keeps claims for the command handler: unique values are taken before the events of a command are appended, and given back when they are not.
// Values that the command gives up become free after it. Each value is a reservation, a stream of its own.
import { randomUUID } from 'node:crypto'
import type { WriteContext } from '../stores/event-log.ts'
import { StoreUnavailable } from '../stores/event-store.ts'
import type { Claim } from './decider.ts'
import { type Reservation, type ReservationCommand, reservation, reservationId } from './reservation.ts'

/** The handler itself, for this one aggregate. */
type Reservations = {
  readonly handle: (
    aggregate: typeof reservation,
    id: string,
    command: ReservationCommand,
    context: WriteContext,
  ) => Promise<{ readonly state: Reservation }>
  readonly load: (aggregate: typeof reservation, id: string) => Promise<Reservation>
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

export const openClaims = ({ handle, load }: Reservations): WithClaims => {
  /** For several values: without this look ahead the first would be taken, and given back, where the second is not free. */
  const refuseIfTaken = async (takes: readonly Wanted[]) => {
    for (const { id, command } of takes) reservation.decide(command, await load(reservation, id))
  }

  return async ({ claims, owner, context }, append) => {
    if (claims.length === 0) return append()
    const wanted = claims.map((claim) => wantedOf(claim, owner, context.accountId))
    const send = (id: string, command: ReservationCommand) => handle(reservation, id, command, contextOf(context))
    const release = ({ id, takings }: Held) => send(id, { type: 'Release', owner, takings }).catch(leftToRelease)

    const takes = wanted.filter(({ action }) => action === 'take')
    const givenUp = await Promise.all(
      wanted.filter(({ action }) => action === 'give back').map(async ({ id }) => ({ id, ...(await load(reservation, id)) })),
    )
    if (takes.length > 1) await refuseIfTaken(takes)
    const taken: Held[] = []
    try {
      for (const { id, command } of takes) taken.push({ id, ...(await send(id, command)).state })
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

/** @returns the stream that has the value or is about to have it; null when the value is free */
export const ownerOf = async (load: Reservations['load'], accountId: string, claim: Omit<Claim, 'action'>): Promise<string | null> =>
  (await load(reservation, placeOf(claim, accountId))).owner

type Held = Pick<Reservation, 'takings' | 'takenAgain'> & { readonly id: string }
type Wanted = { readonly action: Claim['action']; readonly id: string; readonly command: ReservationCommand }

const wantedOf = (claim: Claim, owner: string, accountId: string): Wanted => {
  const { action, kind, reason } = claim
  return { action, id: placeOf(claim, accountId), command: { type: 'Take', kind, owner, ...(reason && { reason }) } }
}

const placeOf = ({ kind, value, scope }: Omit<Claim, 'action'>, accountId: string): string =>
  reservationId(scope === 'service' ? '' : accountId, kind, value)

/** Each taking has an id of its own, also when one command is tried again, so that a later taking differs from an earlier one. */
const contextOf = (context: WriteContext): WriteContext => ({
  ...context,
  correlationId: context.correlationId ?? context.commandId,
  commandId: randomUUID(),
})

/** On failure the process that releases reservations does it later. */
const leftToRelease = () => undefined

// Values that one object of an account may have alone: claimed before the object is written, so that of two requests at the same moment one is refused.
import { reservation, reservationId } from '../commands/reservation.ts'
import type { ProbityContext } from './environment.ts'
import { writeContext } from './sending.ts'
import type { Service } from './service.ts'

/** `owner` is the object's stream. */
export type Claim = { readonly kind: string; readonly value: string; readonly owner: string }

/** @throws Refused `already_taken` when the value is another one's */
export const claim = async (service: Service, c: ProbityContext, { kind, value, owner }: Claim): Promise<void> => {
  const id = ownReservation(c, kind, value)
  await service.handle(reservation, id, { type: 'Take', kind, owner }, writeContext(service, c, `take-${id}-${owner}`))
}

/** Gives back what the owner turned out not to need. */
export const release = async (service: Service, c: ProbityContext, { kind, value, owner }: Claim): Promise<void> => {
  const id = ownReservation(c, kind, value)
  await service.handle(reservation, id, { type: 'Release', owner }, writeContext(service, c, `release-${id}-${owner}`))
}

/** @returns null when nobody has claimed it */
export const ownerOf = async (service: Service, c: ProbityContext, { kind, value }: Omit<Claim, 'owner'>): Promise<string | null> =>
  (await service.load(reservation, ownReservation(c, kind, value))).owner

const ownReservation = (c: ProbityContext, kind: string, value: string): string => reservationId(c.get('principal').accountId, kind, value)

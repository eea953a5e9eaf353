// Frees what nobody owns: a reservation whose owner does not hold its value (the creation failed behind it), and the value that an owner gave up.
import { business } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { reservation, reservationId } from '../commands/reservation.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { EventLog } from '../stores/event-log.ts'
import { later, type Process } from './process.ts'

/** So long a request may take between reserving its values and being written. */
const graceMs = 60_000

const kind = 'unique_external_id'

type ReservationReleaseDependencies = { handle: Handle; load: Load; log: EventLog; now: () => Date }

export const reservationRelease = ({ handle, load, log, now }: ReservationReleaseDependencies): Process => {
  const holds = async (accountId: string, owner: string, id: string): Promise<boolean> => {
    const state = await load(business, aggregateIdOf(owner))
    const value = state.status === 'none' ? null : state.submitted.unique_external_id
    return value !== null && reservationId(accountId, kind, value) === id
  }

  const takings = async (id: string, until: bigint): Promise<number> =>
    (await log.read(`reservation-${id}`)).filter(({ type, position }) => type === 'ReservationTaken' && position <= until).length

  return {
    name: 'reservation_release',
    on: {
      ReservationTaken: async ({ stream, position, data, metadata }, delivery) => {
        const checked = later(metadata.recorded_at, graceMs)
        if (checked.at > now()) return checked
        const id = aggregateIdOf(stream)
        const isHeld =
          data.kind === kind
            ? await holds(metadata.account_id, data.owner, id)
            : (await log.store.read(data.owner, { limit: 1 })).length > 0
        if (isHeld) return undefined
        const release = { type: 'Release' as const, owner: data.owner, takings: await takings(id, position) }
        await handle(reservation, id, release, delivery.context('release'))
        return undefined
      },

      BusinessUpdated: async ({ stream, revision, position, data, metadata }, delivery) => {
        if (data.unique_external_id === undefined) return undefined
        const earlier = (await log.read(stream)).filter((event) => event.revision < revision)
        const before = earlier.findLast(
          (event) => (event.type === 'BusinessCreated' || event.type === 'BusinessUpdated') && event.data.unique_external_id !== undefined,
        )
        const value = before && 'unique_external_id' in before.data ? before.data.unique_external_id : null
        if (!value || value === data.unique_external_id) return undefined
        const id = reservationId(metadata.account_id, kind, value)
        if (await holds(metadata.account_id, stream, id)) return undefined
        const release = { type: 'Release' as const, owner: stream, takings: await takings(id, position) }
        await handle(reservation, id, release, delivery.context('release'))
        return undefined
      },
    },
  }
}

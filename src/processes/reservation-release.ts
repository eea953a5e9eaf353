// Frees what nobody owns: a reservation whose owner was never written (the creation failed behind it), and the value that an owner gave up.

import type { Handle } from '../commands/handler.ts'
import { reservation, reservationId } from '../commands/reservation.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { EventLog } from '../stores/event-log.ts'
import { later, type Process } from './process.ts'

/** So long a creation may take between reserving its values and being written. */
const graceMs = 60_000

export const reservationRelease = ({ handle, log, now }: { handle: Handle; log: EventLog; now: () => Date }): Process => ({
  name: 'reservation_release',
  on: {
    ReservationTaken: async ({ stream, data, metadata }, delivery) => {
      const checked = later(metadata.recorded_at, graceMs)
      if (checked.at > now()) return checked
      if ((await log.store.read(data.owner, { limit: 1 })).length > 0) return undefined
      await handle(reservation, aggregateIdOf(stream), { type: 'Release', owner: data.owner }, delivery.context('release'))
      return undefined
    },
    BusinessUpdated: async ({ stream, revision, data, metadata }, delivery) => {
      if (data.unique_external_id === undefined) return undefined
      const earlier = (await log.read(stream)).filter((event) => event.revision < revision)
      const before = earlier.findLast(
        (event) => (event.type === 'BusinessCreated' || event.type === 'BusinessUpdated') && event.data.unique_external_id !== undefined,
      )
      const value = before && 'unique_external_id' in before.data ? before.data.unique_external_id : null
      if (!value || value === data.unique_external_id) return undefined
      const id = reservationId(metadata.account_id, 'unique_external_id', value)
      await handle(reservation, id, { type: 'Release', owner: stream }, delivery.context('release'))
      return undefined
    },
  },
})

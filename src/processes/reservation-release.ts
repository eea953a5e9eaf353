// Releases reservations without an owner after a kill: of values that were claimed for a command whose events were never written, and of values
// that their owner gave up. Without a kill the command handler releases them itself.
import { business } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { lien } from '../commands/lien.ts'
import { reservation, reservationId, scopeOf } from '../commands/reservation.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { modes } from '../events/modes.ts'
import type { EventLog } from '../stores/event-log.ts'
import { later, type Process } from './process.ts'

/** How long a command may take between claiming its values and writing its events. */
const graceMs = 60_000

type ReservationReleaseDependencies = { handle: Handle; load: Load; log: EventLog; now: () => Date }

/** The values that an aggregate holds, of the kinds that its commands claim. */
type Held = (load: Load, id: string) => Promise<readonly (string | null | undefined)[]>

const valuesOf: { readonly [kind: string]: Held } = {
  unique_external_id: async (load, id) => {
    const state = await load(business, id)
    return state.status === 'none' ? [] : [state.submitted.unique_external_id]
  },
  packet_number: async (load, id) => {
    const state = await load(lien, id)
    return state.status === 'none' ? [] : [state.request.packet_number, state.termination?.packet_number]
  },
}

/** Where a value of an account may be reserved: as a live one or as one of the test mode. */
const placesOf = (accountId: string, kind: string, value: string): readonly string[] =>
  modes.map((mode) => reservationId(scopeOf(accountId, mode), kind, value))

export const reservationRelease = ({ handle, load, log, now }: ReservationReleaseDependencies): Process => {
  const holds = async (accountId: string, kind: string, owner: string, id: string): Promise<boolean> => {
    const values = valuesOf[kind]
    if (!values) return (await log.store.read(owner, { limit: 1 })).length > 0
    return (await values(load, aggregateIdOf(owner))).some((value) => value != null && placesOf(accountId, kind, value).includes(id))
  }

  const takings = async (id: string, until: bigint): Promise<number> =>
    (await log.read(`reservation-${id}`, { types: ['ReservationTaken'] })).filter(({ position }) => position <= until).length

  return {
    name: 'reservation_release',
    on: {
      ReservationTaken: async ({ stream, position, data, metadata }, delivery) => {
        const checked = later(metadata.recorded_at, graceMs)
        if (checked.at > now()) return checked
        const id = aggregateIdOf(stream)
        if (await holds(metadata.account_id, data.kind, data.owner, id)) return undefined
        const release = { type: 'Release' as const, owner: data.owner, takings: await takings(id, position) }
        await handle(reservation, id, release, delivery.context('release'))
        return undefined
      },

      BusinessUpdated: async ({ stream, revision, position, data, metadata }, delivery) => {
        if (data.unique_external_id === undefined) return undefined
        const types = ['BusinessCreated', 'BusinessUpdated'] as const
        const earlier = revision === 0 ? [] : await log.read(stream, { types, direction: 'backwards', from: revision - 1 })
        const value = earlier.find((event) => event.data.unique_external_id !== undefined)?.data.unique_external_id
        if (!value || value === data.unique_external_id) return undefined
        const kind = 'unique_external_id'
        for (const id of placesOf(metadata.account_id, kind, value)) {
          if (await holds(metadata.account_id, kind, stream, id)) continue
          const release = { type: 'Release' as const, owner: stream, takings: await takings(id, position) }
          await handle(reservation, id, release, delivery.context(`release/${id}`))
        }
        return undefined
      },
    },
  }
}

// Notes in a stream that the personal data in it was erased, whatever the stream is of.
import type { EventOf } from '../events/define.ts'
import type { erasureEvents } from '../events/erasure.ts'
import type { Aggregate } from './decider.ts'

type Erasure = EventOf<typeof erasureEvents>

/** `of`: the aggregate of the stream, such as `signal`. */
export const erasureIn = (of: string): Aggregate<null, { readonly type: 'RecordErasure'; readonly erasure: Erasure['data'] }, Erasure> => ({
  name: 'erasure',
  of,
  initial: null,
  evolve: (state) => state,
  decide: ({ erasure }) => [{ type: 'PersonalDataErased', data: erasure }],
})

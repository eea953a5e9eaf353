// What can happen to the notes on a business. The events are in the stream of the business, so that its history shows them and erasing the
// business erases their texts.
import { z } from 'zod'
import { type EventOf, onTimeline, personal } from './define.ts'

export const noteEvents = {
  /** The actor in the metadata wrote it. */
  NoteAdded: onTimeline('note.created', 'note', z.object({ note: z.object({ id: z.uuid(), text: personal(z.string()) }) })),
}
export type NoteEvent = EventOf<typeof noteEvents>

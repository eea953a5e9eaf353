// Notes on a business: anybody who may write may add one, at any time, as long as the business exists. They decide in the stream of the business.
import type { BusinessEvent } from '../events/business.ts'
import type { NoteEvent } from '../events/note.ts'
import type { Aggregate } from './decider.ts'
import { refused } from './refused.ts'

export type NoteCommand = { readonly type: 'AddNote'; readonly note: NoteEvent['data']['note'] }

export const note: Aggregate<{ readonly businessExists: boolean }, NoteCommand, BusinessEvent | NoteEvent> = {
  name: 'note',
  of: 'business',
  initial: { businessExists: false },
  evolve: ({ businessExists }, { type }) => ({
    businessExists: type === 'BusinessCreated' || (businessExists && type !== 'ExampleRemoved'),
  }),
  decide: (command, { businessExists }) => {
    if (!businessExists) throw refused('business_not_found')
    return [{ type: 'NoteAdded', data: { note: command.note } }]
  },
}

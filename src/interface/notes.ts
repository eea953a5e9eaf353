// Notes on a business: their request and their record.
import { z } from 'zod'
import type { NoteDocument } from '../projections/notes.ts'
import { memberLimits as limits } from './limits.ts'
import { Timestamp } from './records/common.ts'
import { text } from './requests/fields.ts'
import type { RequesterNames } from './resources/orders.ts'

export const longestNote = limits.note.most

export const NewNote = z
  .object({ text: text(longestNote) })
  .meta({ id: 'CreateNoteRequest', examples: [{ text: 'Spoke to the owner: the move to Salem is planned for May.' }] })

export const Note = z
  .object({
    object: z.literal('note'),
    id: z.uuid(),
    business_id: z.uuid(),
    text: z.string(),
    author: z
      .object({ id: z.uuid(), type: z.enum(['account', 'user']), name: z.string().nullable() })
      .meta({ id: 'NoteAuthor', description: 'The user who wrote it, or the account where an API key was used.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Note' })

export const noteResource = ({ account_id: _, mode: __, author, ...note }: NoteDocument, names: RequesterNames): z.output<typeof Note> => ({
  object: 'note',
  ...note,
  author: { ...author, name: names.get(author.id) ?? null },
})

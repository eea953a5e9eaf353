// Notes on a business, for their routes and page.
import type { z } from 'zod'
import { note } from '../commands/note.ts'
import { type NewNote, type Note, noteResource } from '../interface/notes.ts'
import { type NoteDocument, notes } from '../projections/notes.ts'
import { ownBusiness } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import { newestFirst, ownPageOf, type Page } from './framework/list-pages.ts'
import { ownDocument, type Reads } from './framework/reading.ts'
import { newId, type Sending, send } from './framework/sending.ts'
import { requesterNames } from './people.ts'

/** Adds a note to a business of the account. @throws ApiError 404 when there is no such business */
export const addNote = async (
  inner: Sending & Reads,
  c: ProbityContext,
  businessId: string,
  { text }: z.output<typeof NewNote>,
): Promise<z.output<typeof Note>> => {
  const { id: business } = await ownBusiness(inner, c, businessId)
  const id = newId(c, 'note')
  await send(inner, c, { aggregate: note, id: business, command: { type: 'AddNote', note: { id, text } } })
  const added = await ownDocument(inner, c, { projection: notes, id, resource: 'object' })
  return noteResource(added, await namesOf(inner, [added]))
}

/** One page of the notes on a business of the account, the newest first. @throws ApiError 404 when there is no such business */
export const notesOf = async (
  inner: Reads,
  c: ProbityContext,
  businessId: string,
  page: { readonly page: number; readonly perPage: number },
): Promise<Page<z.output<typeof Note>>> => {
  const { id: business_id } = await ownBusiness(inner, c, businessId)
  const { found, totalCount, hasMore } = await ownPageOf(inner, c, notes, { where: { business_id }, sort: newestFirst, ...page })
  const names = await namesOf(inner, found)
  return { found: found.map((each) => noteResource(each, names)), totalCount, hasMore }
}

const namesOf = (inner: Reads, notes: readonly NoteDocument[]) =>
  requesterNames(
    inner,
    notes.map(({ author }) => ({ requester: author })),
  )

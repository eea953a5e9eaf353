// Notes on a business, for their routes and their page.
import type { z } from 'zod'
import { note } from '../commands/note.ts'
import { type NewNote, type Note, noteResource } from '../interface/notes.ts'
import { type NoteDocument, notes } from '../projections/notes.ts'
import { ownBusiness } from './businesses.ts'
import type { ProbityContext } from './environment.ts'
import { newestFirst, ownPageOf, type Page } from './list-pages.ts'
import { requesterNames } from './people.ts'
import { ownDocument, type Reads } from './reading.ts'
import { newId, type Sending, send } from './sending.ts'

/** Adds a note to a business of the account. @throws ApiError 404 when there is no such business */
export const addNote = async (
  service: Sending & Reads,
  c: ProbityContext,
  businessId: string,
  { text }: z.output<typeof NewNote>,
): Promise<z.output<typeof Note>> => {
  const { id: business } = await ownBusiness(service, c, businessId)
  const id = newId(c, 'note')
  await send(service, c, { aggregate: note, id: business, command: { type: 'AddNote', note: { id, text } } })
  const added = await ownDocument(service, c, { projection: notes, id, resource: 'object' })
  return noteResource(added, await namesOf(service, [added]))
}

/** One page of the notes on a business of the account, the newest first. @throws ApiError 404 when there is no such business */
export const notesOf = async (
  service: Reads,
  c: ProbityContext,
  businessId: string,
  page: { readonly page: number; readonly perPage: number },
): Promise<Page<z.output<typeof Note>>> => {
  const { id: business_id } = await ownBusiness(service, c, businessId)
  const { found, totalCount } = await ownPageOf(service, c, notes, { where: { business_id }, sort: newestFirst, ...page })
  const names = await namesOf(service, found)
  return { found: found.map((each) => noteResource(each, names)), totalCount }
}

const namesOf = (service: Reads, notes: readonly NoteDocument[]) =>
  requesterNames(
    service,
    notes.map(({ author }) => ({ requester: author })),
  )

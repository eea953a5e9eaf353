// Notes on a business: add and list.
import { z } from 'zod'
import type { Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { addNote, notesOf } from '../../inner/notes.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { NewNote, Note } from '../../interface/notes.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const path = '/businesses/:business_id/notes'
const tag = 'Notes'

export const noteRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.get(
      path,
      describe({ summary: 'The notes on a business, the newest first', tag, responses: { 200: listOf(Note) }, errors: [404] }),
      query(z.object(paging)),
      async (c) => {
        const { page, per_page: perPage } = c.req.valid('query')
        const { found, totalCount, hasMore } = await notesOf(inner, c, c.req.param('business_id'), { page, perPage })
        return c.json(listEnvelope({ data: found, totalCount, hasMore, page, perPage, url: c.req.path }))
      },
    )

    app.post(
      path,
      describe({ summary: 'Add a note to a business', tag, responses: { 201: Note }, errors: [404] }),
      body(NewNote),
      async (c) => c.json(await addNote(inner, c, c.req.param('business_id'), c.req.valid('json')), 201),
    )
  }

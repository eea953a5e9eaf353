// Test clocks: make, read, list, advance and delete.
import { z } from 'zod'
import type { Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { advanceTestClock, createTestClock, deleteTestClock, testClockOf, testClocksOf } from '../../inner/test-clocks.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { AdvanceTestClock, NewTestClock, TestClock } from '../../interface/test-clocks.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const path = '/test_clocks'
const one = `${path}/:id`
const tag = 'Test clocks'

export const testClockRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.post(
      path,
      describe({
        summary: 'Make a test clock',
        description:
          'Its businesses, with their liens and monitors, stand at its time from then on: nothing becomes due for them until it is advanced. Needs a test key. With `copy`, a live key makes it too: the live business is copied into the test mode as it stood, its personal data replaced.',
        tag,
        responses: { 201: TestClock },
        errors: [404, 409],
      }),
      body(NewTestClock),
      async (c) => c.json(await createTestClock(inner, c, c.req.valid('json')), 201),
    )

    app.get(
      path,
      describe({ summary: 'The test clocks, the newest first', tag, responses: { 200: listOf(TestClock) } }),
      query(z.object(paging)),
      async (c) => {
        const { page, per_page: perPage } = c.req.valid('query')
        const { found, totalCount, hasMore } = await testClocksOf(inner, c, { page, perPage })
        return c.json(listEnvelope({ data: found, totalCount, hasMore, page, perPage, url: c.req.path }))
      },
    )

    app.get(one, describe({ summary: 'A test clock', tag, responses: { 200: TestClock }, errors: [404] }), async (c) =>
      c.json(await testClockOf(inner, c, c.req.param('id'))),
    )

    app.post(
      `${one}/advance`,
      describe({
        summary: 'Advance a test clock',
        description:
          'It stops at each moment at which something is due, in time order, and goes on when that and what follows from it is done. Poll it until it is `ready`. The same again changes nothing.',
        tag,
        responses: { 200: TestClock },
        errors: [404, 409],
      }),
      body(AdvanceTestClock),
      async (c) => c.json(await advanceTestClock(inner, c, c.req.param('id'), c.req.valid('json').to)),
    )

    app.delete(
      one,
      describe({
        summary: 'Delete a test clock',
        description: 'Its businesses stay at its time: nothing becomes due for them any more. An advance under way stops.',
        tag,
        responses: { 200: TestClock },
        errors: [404],
      }),
      async (c) => c.json(await deleteTestClock(inner, c, c.req.param('id'))),
    )
  }

// Test clocks, for their routes: made, advanced and deleted with a test key.
import type { z } from 'zod'
import { streamsOnClockOf } from '../commands/clock-times.ts'
import { refused } from '../commands/refused.ts'
import { testClock } from '../commands/test-clock.ts'
import { notFound } from '../interface/errors.ts'
import { serviceLimits } from '../interface/service-limits.ts'
import { type NewTestClock, type TestClock, testClockResource } from '../interface/test-clocks.ts'
import { liens } from '../projections/liens.ts'
import { type TestClockDocument, testClocks } from '../projections/test-clocks.ts'
import { businessToCopy, copyBusiness } from './business-copies.ts'
import { ownBusiness } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import { newestFirst, ownPageOf, type Page } from './framework/list-pages.ts'
import { own, ownDocument, type Reads } from './framework/reading.ts'
import { newId, type Sending, send } from './framework/sending.ts'

type ShownClock = z.output<typeof TestClock>

/** Those that were not deleted. */
const kept = { status: { in: ['ready', 'advancing'] } } as const

/** Makes a clock for businesses of the account, or for the copy of one. @throws Refused for a live key, a time that does not fit, and where there are too many */
export const createTestClock = async (
  inner: Sending & Reads,
  c: ProbityContext,
  { name, at: given, business_ids: ids, copy }: z.output<typeof NewTestClock>,
): Promise<ShownClock> => {
  if (!copy) requireTestMode(c)
  const at = copy?.as_of ?? given ?? null
  if (at !== null && at > inner.now().toISOString()) throw refused('test_clock_begins_ahead', copy ? 'copy.as_of' : 'at')
  const count = await inner.read(testClocks).count({ ...kept, account_id: c.get('principal').accountId })
  if (count >= serviceLimits.testClocks.most) throw refused('test_clocks_exhausted', undefined, { most: serviceLimits.testClocks.most })
  const id = newId(c, 'test_clock')
  /** Without a time it begins when it is made: a business may have changed since it was asked for. */
  const create = async (business_ids: readonly string[]): Promise<ShownClock> => {
    const begin = at ?? inner.now().toISOString()
    const clock = { test_clock_id: id, mode: 'test' as const, name, at: begin, business_ids: [...business_ids] }
    await send(inner, c, { aggregate: testClock, id, command: { type: 'CreateTestClock', clock } })
    return testClockOf(inner, c, id)
  }
  if (copy) {
    const found = await businessToCopy(inner, c, copy)
    // From here on only the test mode is written, whatever the key.
    c.set('principal', { ...c.get('principal'), mode: 'test' })
    const copyId = newId(c, 'copy')
    const clock = await create([copyId])
    await copyBusiness(inner, c, { ...found, id: copyId, isFirst: count === 0 })
    return clock
  }
  const business_ids = [...new Set(ids ?? [])]
  for (const each of business_ids) {
    const last = await lastChangeOf(inner, c, each)
    if (at !== null && last > at) throw refused('test_clock_before_business', 'at', { id: each })
  }
  return create(business_ids)
}

/** @throws ApiError 404 */
export const testClockOf = async (inner: Reads, c: ProbityContext, id: string): Promise<ShownClock> =>
  testClockResource(await ownClock(inner, c, id))

/** One page of the clocks of the account, the newest first. @throws Refused for a live key */
export const testClocksOf = async (
  inner: Reads,
  c: ProbityContext,
  page: { readonly page: number; readonly perPage: number },
): Promise<Page<ShownClock>> => {
  requireTestMode(c)
  const { found, ...rest } = await ownPageOf(inner, c, testClocks, { where: kept, sort: newestFirst, ...page })
  return { found: found.map(testClockResource), ...rest }
}

/** Begins to advance the clock. The same again changes nothing. @throws ApiError 404; Refused */
export const advanceTestClock = async (inner: Sending & Reads, c: ProbityContext, id: string, to: string): Promise<ShownClock> => {
  const clock = await ownClock(inner, c, id)
  await send(inner, c, { aggregate: testClock, id: clock.id, command: { type: 'AdvanceTestClock', advanceId: newId(c, 'advance'), to } })
  return testClockOf(inner, c, clock.id)
}

/** Its businesses stay at its time. @returns the clock as it was. @throws ApiError 404 */
export const deleteTestClock = async (inner: Sending & Reads, c: ProbityContext, id: string): Promise<ShownClock> => {
  const clock = await ownClock(inner, c, id)
  await send(inner, c, { aggregate: testClock, id: clock.id, command: { type: 'DeleteTestClock' } })
  return testClockResource(clock)
}

const ownClock = async (inner: Reads, c: ProbityContext, id: string): Promise<TestClockDocument> => {
  const clock = await ownDocument(inner, c, { projection: testClocks, id, resource: 'test_clock' })
  if (clock.status === 'deleted') throw notFound('test_clock')
  return clock
}

const requireTestMode = (c: ProbityContext) => {
  if (c.get('principal').mode !== 'test') throw refused('test_mode_only')
}

/** When something last happened to the business, its monitor or its liens. @throws ApiError 404 */
const lastChangeOf = async (inner: Reads, c: ProbityContext, businessId: string): Promise<string> => {
  const { id: business_id } = await ownBusiness(inner, c, businessId)
  const held = await own(inner, c, liens).find({ where: { business_id }, perPage: 1_000 })
  const streams = streamsOnClockOf(
    business_id,
    held.map(({ id }) => id),
  )
  const last = await Promise.all(streams.map((stream) => inner.history(stream, { direction: 'backwards', limit: 1 })))
  return last.flat().reduce((latest, { metadata: { recorded_at } }) => (recorded_at > latest ? recorded_at : latest), '')
}

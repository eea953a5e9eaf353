// A new version of the reference data: compared once, also where the comparison fails, takes long or is cut off, and noted once.
import { mock } from 'node:test'
import { v5 as uuidv5 } from 'uuid'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Handle, openAggregates } from '../../src/commands/handler.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import type { MonitorEvent } from '../../src/events/monitor.ts'
import type { ReferenceVersions, UsedVersion, Watched } from '../../src/evidence/reference/watch.ts'
import type { Delivery } from '../../src/processes/process.ts'
import { referenceChanges, watchReferenceData } from '../../src/processes/reference-changes.ts'
import type { Read } from '../../src/projections/read.ts'
import { submitted } from '../commands/businesses.ts'
import { until } from '../eventually.ts'
import { accountId, context, openStores } from '../stores/log.ts'
import { type Dependencies, type Ids, now, openEveryWay } from './every-way.ts'

const { inEveryWay, failing, close } = await openEveryWay()
test.after(close)

const monitor_id = '0198c0de-0000-7000-8000-0000000000f1'
const watchedId = ({ id }: Pick<Ids, 'id'>) => uuidv5('watched', id)
const otherId = ({ id }: Pick<Ids, 'id'>) => uuidv5('other', id)

const replaced: DomainEvent = {
  type: 'ReferenceDataReplaced',
  data: { kind: 'irs_eo', version: '2', file: 'irs_eo-2', previous_file: 'irs_eo-1', imported_at: '2026-11-21T09:00:00.000Z' },
}
const enabled = (business_id: string): MonitorEvent => ({
  type: 'MonitorEnabled',
  data: { monitor_id, business_id, mode: 'live', event_types: ['tin.retrieved'] },
})

/** Two monitored businesses. */
const readingOf = (ids: Pick<Ids, 'id'>) =>
  (({ spec }: { spec: { name: string } }) => ({
    find: async ({ where }: { where: { business_id: { gt: string } } }) =>
      [watchedId(ids), otherId(ids)]
        .toSorted()
        .filter((id) => id > where.business_id.gt)
        .map((business_id) => ({ business_id, account_id: submitted.requester.id })),
    getMany: async (keys: readonly string[]) => {
      assert.is(spec.name, 'businesses')
      return new Map(keys.map((id) => [id, { id, submitted: { ...submitted, business_id: id }, file: emptyFile }]))
    },
  })) as unknown as Read
const emptyFile = { names: {}, people: {}, registrations: {}, lei_records: {}, found_owners: {} }

type Touched = ReferenceVersions['touched']
const process =
  (
    touchedFor: (ids: Pick<Ids, 'id'>) => Touched,
    { passed = true, waitMs = 30_000, read }: { readonly passed?: boolean; readonly waitMs?: number; readonly read?: Read } = {},
  ) =>
  (dependencies: Omit<Dependencies, 'passed'>, ids: Pick<Ids, 'id'>) =>
    referenceChanges({
      ...dependencies,
      read: read ?? readingOf(ids),
      passed: async () => passed,
      references: { changed: () => null, touched: touchedFor(ids) },
      waitMs,
    })

const each = {
  aggregate: 'reference_data',
  history: [replaced],
  beside: (ids: Ids) => ({ [`monitor-${watchedId(ids)}`]: [enabled(watchedId(ids))] }),
}
const checkRequested = { type: 'MonitorCheckRequested', data: { monitor_id, data_set: 'irs_eo', version: '2' } }

test('each monitored business that the version touches is checked once, and the others are not', () =>
  inEveryWay({
    ...each,
    recordedAt: [new Date(now.getTime() - 2_500)],
    beside: (ids) => ({ ...each.beside(ids), [`monitor-${otherId(ids)}`]: [enabled(otherId(ids))] }),
    process: process((ids) => async (_, watched) => {
      assert.equal(
        watched.map(({ id, names }) => [id, names]),
        [watchedId(ids), otherId(ids)].toSorted().map((id) => [id, [submitted.name]]),
      )
      return [watchedId(ids)]
    }),
    leadsTo: [],
    leadsBeside: (ids) => ({ [`monitor-${watchedId(ids)}`]: [checkRequested] }),
  }))

test('a monitor that ended meanwhile is not checked', () =>
  inEveryWay({ ...each, process: process((ids) => async () => [otherId(ids)]), leadsTo: [] }))

test('it waits until the sources have opened the version', () =>
  inEveryWay({
    ...each,
    recordedAt: [new Date(now.getTime() - 2_499)],
    process: process(() => () => Promise.reject(new Error('it was compared'))),
    leadsTo: [],
    again: 1,
  }))

test('it waits until the read models show who is monitored', () =>
  inEveryWay({ ...each, process: process(() => async () => [], { passed: false }), leadsTo: [], again: 1_000 }))

test('a comparison that never ends leaves the others their turn: it is asked for again', () =>
  inEveryWay({ ...each, process: process(() => () => new Promise(() => {}), { waitMs: 1 }), leadsTo: [], again: 1_000 }))

test('a comparison that fails is told to the runner', async () => {
  const fails = process(() => () => Promise.reject(new Error('the disk is gone')))
  assert.is(await failing({ ...each, process: fails }), 'the disk is gone')
})

/** One instance of the process, and what delivers the version to it. */
const scene = async (touched: Touched, waitMs?: number, read?: Read) => {
  const { log, append, close: closeStores } = await openStores()
  const id = accountId
  await append(`reference_data-${id}`, replaced)
  await append(`monitor-${watchedId({ id })}`, enabled(watchedId({ id })))
  const options = { ...(waitMs === undefined ? {} : { waitMs }), ...(read && { read }) }
  const { on } = process(() => touched, options)({ ...openAggregates(log), log, now: () => now }, { id })
  const event = (await log.read(`reference_data-${id}`)).at(-1) as StoredEvent<'ReferenceDataReplaced'>
  const delivery: Delivery = { count: 1, context: () => context(), signal: new AbortController().signal }
  return {
    watched: watchedId({ id }),
    deliver: async () => on.ReferenceDataReplaced?.(event, delivery),
    checks: async () => (await log.read(`monitor-${watchedId({ id })}`)).filter(({ type }) => type === 'MonitorCheckRequested').length,
    close: closeStores,
  }
}

test('a comparison that failed is begun anew when the version is delivered again', async () => {
  let compared = 0
  const {
    watched,
    deliver,
    checks,
    close: end,
  } = await scene(async () => {
    if (++compared === 1) throw new Error('the disk is gone')
    return [watched]
  })
  const failure = await deliver().then(
    () => 'none',
    (error: Error) => error.message,
  )
  assert.is(failure, 'the disk is gone')
  assert.is(await deliver(), undefined)
  assert.equal([compared, await checks()], [2, 1])
  await end()
})

test('a comparison that takes longer than one delivery goes on, and is not begun a second time', async () => {
  let compared = 0
  const answer = Promise.withResolvers<readonly string[]>()
  const {
    watched,
    deliver,
    checks,
    close: end,
  } = await scene(() => {
    compared++
    return answer.promise
  }, 1)
  assert.equal(await deliver(), { at: new Date(now.getTime() + 1_000) })
  assert.equal(await deliver(), { at: new Date(now.getTime() + 1_000) })
  answer.resolve([watched])
  await answer.promise
  await until('the result is used', async () => (await deliver()) === undefined)
  assert.equal([compared, await checks()], [1, 1])
  await end()
})

/** Monitors of these businesses, of which some have no document. */
const readingPages = (ids: readonly string[], documentOf: (id: string) => object | undefined, pages: number[]) =>
  (() => ({
    find: async (query: { where: { mode: string; business_id: { gt: string } }; sort: unknown; perPage: number }) => {
      assert.equal([query.where.mode, query.sort], ['live', [['business_id', 'asc']]])
      const page = ids.filter((id) => id > query.where.business_id.gt).slice(0, query.perPage)
      pages.push(page.length)
      return page.map((business_id) => ({ business_id, account_id: accountId }))
    },
    getMany: async (keys: readonly string[]) =>
      new Map(
        keys.flatMap((id) => {
          const document = documentOf(id)
          return document ? [[id, document] as const] : []
        }),
      ),
  })) as unknown as Read

/** What is compared with the version, of the businesses that are monitored. */
const comparedOf = async (ids: readonly string[], documentOf: (id: string) => object | undefined) => {
  const pages: number[] = []
  let compared: readonly Watched[] = []
  const { deliver, close: end } = await scene(
    async (_, watched) => {
      compared = watched
      return []
    },
    undefined,
    readingPages(ids, documentOf, pages),
  )
  assert.is(await deliver(), undefined)
  await end()
  return { compared, pages }
}

const plain = (id: string) => ({ id, submitted: { ...submitted, business_id: id }, file: emptyFile })

test('all monitored businesses are compared, five hundred at a time, but for those that are gone', async () => {
  const ids = Array.from({ length: 501 }, (_, n) => `b${String(n).padStart(3, '0')}`)
  const some = await comparedOf(ids, (id) => (id === 'b007' ? undefined : plain(id)))
  assert.equal(
    some.compared.map(({ id }) => id),
    ids.filter((id) => id !== 'b007'),
  )
  assert.equal(some.pages, [500, 1])
  const full = await comparedOf(ids.slice(0, 500), plain)
  assert.equal([full.compared.length, full.pages], [500, [500, 0]])
  const few = await comparedOf(ids.slice(0, 499), plain)
  assert.equal([few.compared.length, few.pages], [499, [499]])
})

test('a business is compared by every name, number and person that is known of it and of its owners', async () => {
  const owner = (type: 'person' | 'business', name: string, registration_number: string | null = null) => ({
    ...{ id: name, party_id: name, type, name, born: null, country: 'GB', lei: null, registration_number, is_complete: false },
  })
  const party = { country: 'GB', date_of_birth: null, lei: null }
  const document = {
    ...plain('b1'),
    submitted: {
      ...submitted,
      name: 'Acme',
      tin: '123456789',
      people: [{ id: 'p1', name: 'Ann Doe' }],
      ownership: { parties: [{ ...party, id: 'o1', type: 'business', name: 'Top Ltd', registration_number: '1234567' }], links: [] },
    },
    file: {
      ...emptyFile,
      names: { n1: { name: 'Acme Widgets' }, n2: { name: 'Acme' } },
      people: { p2: { name: 'Ben Jones' } },
      registrations: { r1: { state: 'OR', file_number: '7', name: 'x' } },
      lei_records: { l1: { lei: 'L1', possible: 'it has another name' } },
      found_owners: { f1: owner('person', 'Cy Roe'), f2: owner('business', 'Holding Ltd'), f3: owner('person', 'Ben Jones') },
    },
  }
  const { compared } = await comparedOf(['b1'], () => document)
  assert.equal(compared, [
    {
      id: 'b1',
      names: ['Acme', 'Acme Widgets', 'Top Ltd', 'Holding Ltd'],
      people: ['Ann Doe', 'Ben Jones', 'Cy Roe'],
      tin: '123456789',
      registrations: [{ state: 'OR', file_number: '7' }],
      lei: 'L1',
      company_numbers: ['01234567'],
    },
  ])
  const withLei = { ...document, submitted: { ...document.submitted, lei: 'L0' } }
  assert.is((await comparedOf(['b1'], () => withLei)).compared[0]?.lei, 'L0')
  assert.is((await comparedOf(['b1'], () => plain('b1'))).compared[0]?.lei, null)
})

test('a version that could not be noted is noted at the next look, although it is no news any more', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  const previous = { version: '1', file: 'irs_eo-1', imported_at: '2026-11-21T08:59:59.000Z' }
  const version: UsedVersion = { kind: 'irs_eo', version: '2', file: 'irs_eo-2', imported_at: '2026-11-21T09:00:00.000Z', previous }
  const news = [[version], null, null]
  const noted: unknown[] = []
  const problems: unknown[] = []
  let isAway = true
  const handle: Handle = async (_, id, command) => {
    if (isAway) throw new Error('the store is away')
    noted.push([id, command])
    return {} as never
  }
  const references: ReferenceVersions = { changed: () => news.shift() ?? null, touched: async () => [] }
  const watch = watchReferenceData({ handle, references, now: () => now, onError: (error) => problems.push(error) })
  await until('the first look has failed', async () => problems.length === 1)
  isAway = false
  // The second of the two looks finds nothing new.
  mock.timers.tick(4_000)
  await watch.close()
  mock.timers.reset()
  const before = { version: '1', file: 'irs_eo-1', importedAt: previous.imported_at }
  const used = { version: '2', file: 'irs_eo-2', importedAt: version.imported_at }
  assert.equal(noted, [['irs_eo', { type: 'NoteVersion', kind: 'irs_eo', ...used, previous: before }]])
})

test.run()

// How much of the log and of the collections is read for what routes and pages show.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { auditReason } from '../../../src/inner/audits.ts'
import type { ProbityContext } from '../../../src/inner/framework/environment.ts'
import { latestWhere, type Reads } from '../../../src/inner/framework/reading.ts'
import { askedForRequest } from '../../../src/inner/information-requests.ts'
import { latestThread } from '../../../src/inner/runs.ts'
import type { RegistrationRequestDocument } from '../../../src/projections/partner.ts'
import type { ReadOptions } from '../../../src/stores/event-store.ts'
import { filled } from '../../filled.ts'

const count = { read: 0 }
test.before.each(() => {
  count.read = 0
})

/** A stream of a thousand events, of which this release knows some. */
const inner = (isKnown: (revision: number) => boolean = () => true) => {
  const all = Array.from({ length: 1_000 }, (_, revision) => {
    const type = [120, 640].includes(revision) ? 'AuditRequested' : 'BusinessUpdated'
    return { id: `event-${revision}`, type, revision, data: { reason: `asked in ${revision}` } }
  })
  const history = async (_: string, { from, direction = 'forwards', limit = all.length }: ReadOptions = {}) => {
    const isBackwards = direction === 'backwards'
    const some = isBackwards ? all.slice(0, (from ?? all.length) + 1).toReversed() : all.slice(from)
    const found = some.slice(0, limit)
    count.read += found.length
    return found.filter(({ revision }) => isKnown(revision))
  }
  // What is read of an event is here.
  return { history } as unknown as Pick<Reads, 'history'>
}
const latest = (revision: number, isKnown?: (revision: number) => boolean) =>
  latestWhere(inner(isKnown), 'business-1', ({ id }) => id === `event-${revision}`)

test('the latest event that is wanted is read from the end of the stream, as far as it stands', async () => {
  assert.is(await auditReason(inner(), '1'), 'asked in 640')
  assert.is(count.read, 400)
})

test('every event of a stream is found, also beside those that this release does not know', async () => {
  for (const revision of [999, 900, 899, 1, 0]) assert.is((await latest(revision))?.revision, revision)
  assert.is(await latest(1_000), undefined)
  for (const isKnown of [(n: number) => n < 890, (n: number) => n % 7 === 0, (n: number) => n > 995 || n < 500])
    for (const revision of filled([497, 7, 0].filter(isKnown))) assert.is((await latest(revision, isKnown))?.revision, revision)
})

type Doc = Readonly<Record<string, string | null>>

/** The newest first. */
const reads = (documents: readonly Doc[]) => {
  const find = async ({ where, perPage = documents.length }: { readonly where: Doc; readonly perPage?: number }) => {
    const found = documents.filter((each) => Object.entries(where).every(([field, value]) => each[field] === value)).slice(0, perPage)
    count.read += found.length
    return found
  }
  // The parts that are used here.
  return { read: () => ({ find }), load: async () => ({ status: 'none' }) } as unknown as Parameters<typeof askedForRequest>[0]
}
const c = { get: (name: string) => (name === 'principal' ? { accountId: 'a', mode: 'live' } : undefined) } as unknown as ProbityContext

test('the questions of a registration request are found, however many others the account has asked', async () => {
  const asked = (id: string, registration_request_id: string | null) => ({ id, account_id: 'a', mode: 'live', registration_request_id })
  const others = Array.from({ length: 1_200 }, (_, n) => asked(`other ${n}`, n % 2 === 0 ? null : `request ${n}`))
  const found = await askedForRequest(reads([...others, asked('old', 'mine')]), c, { id: 'mine' } as RegistrationRequestDocument)
  assert.equal([found.map(({ id }) => id), count.read], [['old'], 1])
})

test('the thread of an agent goes on, however many threads other agents have begun since', async () => {
  const thread = (id: string, agent: string) => ({ id, account_id: 'a', mode: 'live', context_id: 'business', agent })
  const others = Array.from({ length: 60 }, (_, n) => thread(`other ${n}`, 'another'))
  const found = await latestThread(reads([...others, thread('old', 'ownership_review')]), c, {
    businessId: 'business',
    agent: 'ownership_review',
  })
  assert.equal([found?.id, count.read], ['old', 1])
})

test.run()

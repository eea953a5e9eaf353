// The answer that is kept beside a business and filled in when it is read is the same as the one that is made from the business's events and
// everything that belongs to it, whatever changed before.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { oneOf, randomFrom } from '../../bench/parts/random.ts'
import release from '../../package.json' with { type: 'json' }
import { openRendering } from '../../src/interface/resources/business-rendering.ts'
import { businesses } from '../../src/projections/businesses.ts'
import { packed, unpacked } from '../../src/stores/embedded/packing.ts'
import { until } from '../eventually.ts'
import { filing } from './lien-parties.ts'
import { type Body, reviewed, startTestService, verified } from './service.ts'

const probity = await startTestService()
test.after(() => probity.stop())
const { test: client, operator } = probity

const account = `/operator/accounts/${(await operator.get('/operator/accounts')).body.data[0].id}`
const { id } = await verified(client, { name: 'Watchlist Business', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
const path = `/v1/businesses/${id}`
const get = async (query = ''): Promise<Body> => (await client.get(`${path}${query}`)).body

/** The rendering that is kept of it; undefined while there is none. */
const kept = (): string | undefined => {
  const file = new DatabaseSync(join(probity.dataDir, 'read-models.sqlite'), { readOnly: true })
  try {
    const row = file.prepare(`select rendering from "businesses_v${businesses.spec.version} renderings" where key = ?`).get(id)
    return row && unpacked(row.rendering as Uint8Array)
  } finally {
    file.close()
  }
}

/** Links to documents say when they expire. */
const comparable = (business: Body) => ({
  ...business,
  documents: business.documents.map(({ download_url, ...document }: Body) => ({
    ...document,
    isLinked: /\/documents\/./.test(download_url),
  })),
})

/**
 * The answer for a moment is made from events, and never kept. What happens by itself meanwhile, such as the filing of a lien, is in the events before it
 * is in the read models, so a difference counts once it stays.
 */
const isExact = async (change: string) => {
  await reviewedOrDecided()
  let answers: readonly [Body, Body] = [{}, {}]
  const areEven = async () => {
    answers = [comparable(await get()), comparable(await get(`?as_of=${new Date().toISOString()}`))]
    return isDeepStrictEqual(...answers) && kept() !== undefined
  }
  await until(`the kept answer is exact after ${change}`, areEven).catch((error: Error) => {
    assert.equal(...answers, change)
    throw error
  })
}

const reviewedOrDecided = () => until('no order runs', async () => (await get()).status !== 'pending')

const random = randomFrom(19)
let nth = 0
const rule = { name: 'noted', when: { '==': [1, 1] }, result: 'noted', actions: [] }
let policy = ''
const on = () => random() < 0.5

const changes: Readonly<Record<string, () => Promise<{ readonly status: number; readonly text: string } | undefined>>> = {
  'tags and names': () => client.patch(path, { tags: [`tag ${nth} \u0001 "quoted" é`], name: `Watchlist Business ${nth} é 株 😀` }),
  'an external id': () => client.patch(path, { external_id: `ours-${nth % 2}` }),
  'an assignment': () => client.patch(path, { assignee_id: on() ? probity.userId() : null }),
  'an order': () => client.post(`${path}/orders`, { product: 'business_verification_verify' }),
  'a lien': () => client.post(`${path}/liens`, filing),
  'a monitor': () => client.post(`${path}/monitor`, { event_types: ['watchlist_result'] }),
  'the end of a monitor': () => client.del(`${path}/monitor`),
  'a signal': () =>
    client.post('/v1/signals', { name: 'Acme', addresses: ['1 Main St, Portland, OR 97201'], external_id: `ours-${nth % 2}` }),
  'a feature': () => operator.put(`${account}/features/monitoring`, { on: on() }),
  'monitor types': () => operator.put(`${account}/monitor_types`, { monitor_types: on() ? ['watchlist_result'] : [] }),
  'a policy': async () => {
    if (policy === '') {
      const added = await operator.post(`${account}/policies`, { name: 'Noting', rules: [rule] })
      policy = `${account}/policies/${added.body.policy_id}`
    }
    return operator.put(policy, { enabled: on() })
  },
  'a dismissed hit': async () => {
    const hits = (await get()).watchlist.lists.flatMap(({ results }: Body) => results).filter(({ status }: Body) => status === 'hit')
    return hits.length === 0
      ? undefined
      : client.post('/v1/actions', {
          object_type: 'watchlist_result',
          object_id: hits[0].id,
          type: 'dismissal',
          payload: { reason: 'another' },
        })
  },
  'a document': () =>
    operator.post(`/operator/businesses/${id}/documents`, {
      document_type: 'Articles of Incorporation',
      filename: `articles ${nth}.pdf`,
      content_type: 'application/pdf',
      content: Buffer.from(`%PDF-1.7 ${nth}`).toString('base64'),
      filing_date: '2024-02-29',
    }),
  'a decision': () => client.patch(path, { status: on() ? 'approved' : 'in_review' }),
}

for (const name of Object.keys(changes))
  test(`the kept answer is exact after ${name}`, async () => {
    nth++
    const reply = await changes[name]?.()
    assert.ok(!reply || reply.status < 500, reply?.text)
    await isExact(name)
  })

test('the kept answer is exact after changes in a random order', async () => {
  for (let n = 0; n < 20; n++) {
    nth++
    const name = oneOf(Object.keys(changes), random)
    const reply = await changes[name]?.()
    assert.ok(!reply || reply.status < 500, reply?.text)
    await isExact(`${name}, step ${n}`)
  }
})

test('an answer is not kept while orders run, and is afterwards', async () => {
  await client.post(`${path}/orders`, { product: 'business_verification_verify' })
  await reviewed(client, id)
  await until('it is kept', async () => kept() !== undefined)
})

test('the answer to a change shows what belongs to the business', async () => {
  await operator.put(`${account}/features/monitoring`, { on: true })
  await operator.put(`${account}/monitor_types`, { monitor_types: ['watchlist_result'] })
  await client.post(`${path}/monitor`, { event_types: ['watchlist_result'] })
  await operator.put(policy, { enabled: true })
  await client.post(`${path}/orders`, { product: 'business_verification_verify' })
  await until('a policy has a result', async () => (await get()).policy_results.length > 0)
  const shown = ({ liens, policy_results, monitor }: Body) => [...liens, ...policy_results, monitor].map(({ id }) => id)
  const changed: Body = (await client.patch(path, { tags: ['changed'] })).body
  assert.equal(shown(changed), shown(await get()))
  assert.ok(changed.liens.length > 0)
})

test('a kept answer is in ASCII, whatever a name has', async () => {
  await client.patch(path, { name: 'Watchlist Business é 株 😀' })
  await isExact('a name that is not in ASCII')
  assert.match(kept() ?? '', /^[\0-\x7f]+$/)
  assert.is((await get()).name, 'Watchlist Business é 株 😀')
})

test('what is kept is what is answered, without a look at the document', async () => {
  const { name } = await get()
  const file = new DatabaseSync(join(probity.dataDir, 'read-models.sqlite'), { timeout: 5_000 })
  const put = (text: string) =>
    file
      .prepare(`update "businesses_v${businesses.spec.version} renderings" set rendering = ? where key = ?`)
      .run(packed('answer', text), id)
  const rendering = kept() ?? ''
  put(rendering.replaceAll('Watchlist Business', 'Kept Business'))
  assert.is((await get()).name, name.replace('Watchlist', 'Kept'))
  put(rendering)
  file.close()
  assert.is((await get()).name, name)
})

test('a rendering of another release is passed over', () => {
  const rendering = kept() ?? ''
  assert.is(openRendering(rendering)?.business.id, id)
  assert.is(openRendering(rendering.replace(release.version, '0.0.1')), undefined)
})

test.run()

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { body, query } from '../../src/http/validation.ts'
import { Id, idFilter } from '../../src/interface/ids.ts'
import { errorsOf, toy } from '../http/toy.ts'

const id = '0198c2f0-7a52-7cc4-8e0a-6d9b1f2a3c4d'
const large = id.toUpperCase()

const { send } = toy((app) => {
  app.get('/things', query(z.object({ object_id: Id.optional(), batch_id: idFilter.optional() })), (c) => c.json(c.req.valid('query')))
  app.get('/things/:id', (c) => c.json({ id: c.req.param('id'), path: c.req.path }))
  app.get('/things/:id/parts/:part_id', (c) => c.json(c.req.param()))
  app.post('/things/:id', body(z.object({ owner_id: Id, note: z.string() })), (c) =>
    c.json({ ...c.req.valid('json'), made: crypto.randomUUID() }),
  )
})

test('an id in large letters is the same id, in a path, a query and a body', async () => {
  assert.equal(await (await send('GET', `/v1/things/${large}`)).json(), { id, path: `/v1/things/${id}` })
  assert.equal(await (await send('GET', `/v1/things/${large}/parts/${large}?x=${large}`)).json(), { id, part_id: id })
  assert.equal(await (await send('GET', `/v1/things?object_id=${large}&batch_id=${large}`)).json(), { object_id: id, batch_id: id })
  const posted = (await (await send('POST', `/v1/things/${id}`, { owner_id: large, note: large })).json()) as {
    owner_id: string
    note: string
  }
  assert.equal([posted.owner_id, posted.note], [id, large])
})

test('what only looks like an id keeps its letters', async () => {
  for (const name of ['Acme', `${large}X`, large.slice(1), `X${large}`, large.replaceAll('-', '_')])
    assert.equal(await (await send('GET', `/v1/things/${name}`)).json(), { id: name, path: `/v1/things/${name}` })
})

test('an id that is none is told by the name of its field', async () => {
  assert.equal(await errorsOf(await send('POST', `/v1/things/${id}`, { owner_id: 'me', note: '' })), [
    { message: 'owner_id must be a UUID', parameter: 'owner_id' },
  ])
})

test('a request that writes its path in other letters is the same under an Idempotency-Key', async () => {
  const ask = async (path: string) => {
    const answer = await send('POST', path, { owner_id: id, note: '' }, { 'Idempotency-Key': 'k-1' })
    return [answer.status, ((await answer.json()) as { made: string }).made] as const
  }
  const first = await ask(`/v1/things/${id}`)
  assert.is(first[0], 200)
  assert.equal(await ask(`/v1/things/${large}`), first)
})

test.run()

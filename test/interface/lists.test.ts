import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { query } from '../../src/http/validation.ts'
import { listEnvelope, listOf, paging, pagingBy } from '../../src/interface/lists.ts'
import { errorsOf, toy } from '../http/toy.ts'

const all = Array.from({ length: 205 }, (_, index) => index)

const { send } = toy((app) => {
  app.get('/numbers', query(z.object(paging)), (c) => {
    const { page, per_page: perPage } = c.req.valid('query')
    const data = all.slice((page - 1) * perPage, page * perPage)
    return c.json(listEnvelope({ data, totalCount: all.length, page, perPage, url: c.req.path }))
  })
  app.get('/timeline', query(z.object(pagingBy(100))), (c) => c.json(c.req.valid('query')))
})

type List = { data: number[]; has_more: boolean }

test('a list has 25 items on a page unless asked otherwise, and says how many there are and whether more follow', async () => {
  const list = await (await send('GET', '/v1/numbers')).json()
  assert.equal(list, { object: 'list', data: all.slice(0, 25), has_more: true, total_count: 205, url: '/v1/numbers' })
})

test('more than 100 per page are served as 100, and the last page has no more', async () => {
  const list = (await (await send('GET', '/v1/numbers?per_page=500&page=3')).json()) as List
  assert.equal(list.data, all.slice(200))
  assert.is(list.has_more, false)
  const exact = (await (await send('GET', '/v1/numbers?per_page=41&page=5')).json()) as List
  assert.is(exact.has_more, false)
})

test('a page behind the last is empty up to the millionth, and 400 beyond it', async () => {
  const list = (await (await send('GET', '/v1/numbers?page=1000000')).json()) as List
  assert.equal([list.data, list.has_more], [[], false])
  for (const page of ['1000001', '99999999999999999999']) {
    const response = await send('GET', `/v1/numbers?page=${page}`)
    assert.is(response.status, 400, page)
    assert.equal(await errorsOf(response), [{ message: 'page must be at most 1,000,000', parameter: 'page' }])
  }
  assert.is((await send('GET', '/v1/numbers?per_page=1000001')).status, 200)
})

test('anything but a positive whole number is 400 naming the parameter', async () => {
  for (const wrong of ['0', '-1', '1.5', 'abc', '', '1e3', '0x10', ' ']) {
    const response = await send('GET', `/v1/numbers?page=${encodeURIComponent(wrong)}`)
    assert.is(response.status, 400, wrong)
    assert.equal(await errorsOf(response), [{ message: 'page must be a positive whole number', parameter: 'page' }])
  }
  assert.is((await errorsOf(await send('GET', '/v1/numbers?page=x&per_page=0'))).length, 2)
})

test('a list may have another default size', async () => {
  assert.equal(await (await send('GET', '/v1/timeline')).json(), { page: 1, per_page: 100 })
})

test('the envelope fits its schema, with and without count', () => {
  const page = { data: [1, 2], totalCount: 9, page: 1, perPage: 2, url: '/v1/x' }
  assert.ok(z.strictObject(listOf(z.int()).shape).safeParse(listEnvelope(page)).success)
  assert.ok(z.strictObject(listOf(z.int(), { count: true }).shape).safeParse(listEnvelope({ ...page, count: true })).success)
  assert.not(listOf(z.int(), { count: true }).safeParse(listEnvelope(page)).success)
})

test.run()

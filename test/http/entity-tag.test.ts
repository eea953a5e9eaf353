// The tags of single records: 304 while the answer is the same, and the whole answer once anything of it has changed.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { describe } from '../../src/http/openapi/openapi.ts'
import { listOf } from '../../src/interface/lists.ts'
import { newestVersion, versionNames } from '../../src/interface/versions.ts'
import { filled } from '../filled.ts'
import { toy } from './toy.ts'

const test = suite('tags of records')

const Thing = z.object({ object: z.literal('thing'), text: z.string() })
const about = (responses: Parameters<typeof describe>[0]['responses']) => describe({ summary: 'A thing', tag: 'Liens', responses })

let text = 'one'
const { send } = toy((v1) => {
  const thing = () => ({ object: 'thing' as const, text })
  v1.get('/thing', about({ 200: Thing }), (c) => c.json(thing()))
  v1.post('/thing', about({ 200: Thing }), (c) => c.json(thing()))
  v1.get('/gone', about({ 200: Thing }), (c) => c.json({ errors: [] }, 404))
  v1.get('/named', about({ 200: Thing }), (c) => c.json(thing(), 200, { ETag: 'W/"own"' }))
  v1.get('/things', about({ 200: listOf(Thing) }), (c) => c.json({ object: 'list', data: [thing()] }))
  v1.get('/feed', about({ 200: z.object({ object: z.literal('feed') }) }), (c) => c.json({ object: 'feed' }))
  v1.get('/file', about({ 200: { type: 'text/csv', description: 'Things.' } }), (c) => c.text(text))
})

const tagOf = ({ headers }: Response) => headers.get('etag')
const get = (path: string, headers = {}) => send('GET', `/v1${path}`, undefined, headers)

test('a record that has not changed is 304 without a body, and whole once it has', async () => {
  text = 'one'
  const first = await get('/thing')
  const tag = tagOf(first) ?? ''
  assert.match(tag, /^W\/"[\w-]{22}"$/)
  assert.equal(await first.json(), { object: 'thing', text: 'one' })
  const again = await get('/thing', { 'If-None-Match': `"other", ${tag}` })
  assert.equal([again.status, await again.text(), tagOf(again), again.headers.get('content-type')], [304, '', tag, null])
  assert.is((await send('HEAD', '/v1/thing', undefined, { 'If-None-Match': tag })).status, 304)
  text = 'two'
  const changed = await get('/thing', { 'If-None-Match': tag })
  assert.equal([changed.status, await changed.json()], [200, { object: 'thing', text: 'two' }])
  assert.is.not(tagOf(changed), tag)
})

test('a tag is of one version of the interface', async () => {
  const tags = await Promise.all(filled(versionNames).map(async (name) => tagOf(await get('/thing', { 'Probity-Version': name }))))
  assert.is(new Set(tags).size, versionNames.length)
  assert.is(tagOf(await get('/thing', { 'Probity-Version': newestVersion })), tags[versionNames.indexOf(newestVersion)])
})

test('a tag that the route has made stays', async () => {
  assert.is(tagOf(await get('/named')), 'W/"own"')
})

test('lists, the feed, files, refusals and answers to writes have no tag', async () => {
  for (const path of filled(['/things', '/feed', '/file', '/gone'])) assert.is(tagOf(await get(path)), null, path)
  assert.is(tagOf(await send('POST', '/v1/thing', {})), null)
})

test.run()

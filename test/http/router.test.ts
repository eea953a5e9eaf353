// What the router finds is what Hono's own finds, the first time and when it remembers.
import type { Result } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rememberingRouter } from '../../src/http/router.ts'

const [one, other] = ['0198c0de-0000-7000-8000-0000000000ac', '0198c0de-0000-7000-8000-0000000000ad']

const routes = [
  ['ALL', '/*'],
  ['ALL', '/v1/*'],
  ['GET', '/v1/liens'],
  ['GET', '/v1/liens/search'],
  ['GET', '/v1/liens/:id'],
  ['PATCH', '/v1/liens/:id'],
  ['GET', '/v1/liens/:lien_id/documents/:id'],
  ['GET', '/v1/:section/:id'],
  ['GET', '/v1/signals/:id'],
  ['GET', '/assets/:name'],
] as const

/** Each handler's name with the parameters that it sees. */
const seen = ([handlers, stash]: Result<string>) =>
  handlers.map(([handler, params]) => [
    handler,
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, stash ? stash[Number(value)] : value])),
  ])

const filled = () => {
  const [router, plain] = [rememberingRouter<string>(), new TrieRouter<string>()]
  for (const [method, path] of routes) for (const each of [router, plain]) each.add(method, path, `${method} ${path}`)
  return { router, plain }
}

for (const [method, path] of [
  ['GET', '/v1/liens'],
  ['GET', '/v1/liens/search'],
  ['GET', `/v1/liens/${one}`],
  ['PATCH', `/v1/liens/${one}`],
  ['DELETE', `/v1/liens/${one}`],
  ['GET', `/v1/liens/${one}/documents/${other}`],
  ['GET', `/v1/liens/${one}/documents/scan`],
  ['GET', '/v1/liens/00000000-0000-0000-0000-000000000001'],
  ['GET', '/v1/liens/00000000-0000-0000-0000-000000000000/documents/00000000-0000-0000-0000-000000000001'],
  ['GET', `/v1/signals/${one}`],
  ['GET', '/v1/liens/:id'],
  ['GET', '/v1/liens/P-7'],
  ['GET', '/assets/page.css'],
  ['GET', `/assets/${one}`],
  ['GET', `/nothing/${one}`],
  ['GET', '/'],
] as const)
  test(`${method} ${path} finds its handlers with their parameters, and finds them again`, () => {
    const { router, plain } = filled()
    const expected = seen(plain.match(method, path))
    assert.equal(seen(router.match(method, path)), expected)
    assert.equal(seen(router.match(method, path)), expected)
  })

test('what is found for some ids is remembered for others', () => {
  const { router, plain } = filled()
  const [first, second] = [`/v1/liens/${one}/documents/${other}`, `/v1/liens/${other}/documents/${one}`]
  const [found] = router.match('GET', first)
  const [remembered, ids] = router.match('GET', second)
  assert.is(remembered, found)
  assert.equal(ids, [other, one])
  assert.equal(seen(router.match('GET', second)), seen(plain.match('GET', second)))
})

for (const added of ['/v1/liens/:lien_id/documents/:id', '/v1/liens/:lien_id/*'])
  test(`${added} is found when it is added after others were remembered`, () => {
    const { router, plain } = filled()
    const path = `/v1/liens/${one}/documents/${other}`
    router.match('GET', path)
    for (const each of [router, plain]) each.add('GET', added, 'another')
    assert.equal(seen(router.match('GET', path)), seen(plain.match('GET', path)))
    assert.ok(seen(router.match('GET', path)).some(([handler]) => handler === 'another'))
  })

test.run()

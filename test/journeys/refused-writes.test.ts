// Every write of the interface, with each of its fields made wrong in turn: what is refused leaves no event in the log.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { type OneOfEach, oneOfEach } from './one-of-each.ts'
import { type Body, startTestService, type TestService, testKey } from './service.ts'

const test = suite('refused writes')
let probity: TestService
let made: OneOfEach
let document: Body

test.before(async () => {
  probity = await startTestService()
  made = await oneOfEach(probity)
  document = await (await fetch(`${probity.url}/openapi.json`)).json()
})
test.after(() => probity.stop())

type Write = { readonly method: string; readonly path: string; readonly examples: readonly Body[] }

const writes = (): readonly Write[] =>
  Object.entries(document.paths as Record<string, Body>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Body>)
      .filter(([method]) => path.startsWith('/v1/') && ['post', 'put', 'patch', 'delete'].includes(method))
      .map(([method, { requestBody }]) => {
        const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1)
        return { method: method.toUpperCase(), path, examples: document.components.schemas[name]?.examples ?? [{}] }
      }),
  )

const wrongValues = [null, 'no such thing', [{ no_such: 'thing' }]] as const

/** The example with one of its fields made wrong, or two of the same. */
const spoiled = (example: Body): readonly Body[] => {
  if (Array.isArray(example)) return [{}, [null], [{}], [...example, null]]
  const names = [...Object.keys(example), 'unique_external_id', 'external_id', 'orders']
  return [{}, [], ...names.flatMap((name) => wrongValues.map((value) => ({ ...example, [name]: value })))]
}

const nobody = '00000000-0000-4000-8000-000000000000'
const json = { 'Content-Type': 'application/json' }

const sent = async (method: string, path: string, body: Body) => {
  const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(probity.url + path, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, text: await answer.text() }
}

test('each write with a field made wrong', async () => {
  const counts = { refused: 0, operations: new Set<string>() }
  for (const { method, path, examples } of filled(writes().filter(({ method }) => method !== 'DELETE')))
    for (const example of filled(examples))
      for (const body of filled(spoiled(example))) {
        const before = probity.events().asked
        const { status, text } = await sent(method, made.named(path), body)
        assert.ok(status < 500, `${method} ${path} ${status} ${JSON.stringify(body)} ${text}`)
        if (status < 400) continue
        assert.is(probity.events().asked, before, `${method} ${path} ${status} ${JSON.stringify(body)} ${text}`)
        counts.refused++
        counts.operations.add(`${method} ${path}`)
      }
  assert.ok(counts.refused > 250, String(counts.refused))
  assert.ok(counts.operations.size > 20, [...counts.operations].join('\n'))
})

test('each write on what is not there, or is another account’s', async () => {
  const other = await probity.otherAccount()
  const before = probity.events().asked
  for (const { method, path, examples } of filled(writes().filter(({ path }) => path.includes('{'))))
    for (const body of filled(method === 'DELETE' ? [undefined] : examples)) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const nowhere = await probity.test.raw(method, path.replaceAll(/\{[^}]+\}/g, nobody), text, json)
      assert.ok(nowhere.status >= 400 && nowhere.status < 500, `${method} ${path} ${nowhere.text}`)
      const foreign = await other.raw(method, made.named(path), text, json)
      assert.ok(foreign.status >= 400 && foreign.status < 500, `${method} ${path} ${foreign.text}`)
    }
  assert.is(probity.events().asked, before)
})

test.run()

// The page of limits and the interface description say what the tables of limits say.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { type RouteDependencies, routes } from '../../src/http/routes/all.ts'
import { type Limit, memberLimits } from '../../src/interface/limits.ts'
import { serviceLimits } from '../../src/interface/service-limits.ts'
import { toy } from '../http/toy.ts'
import { sameRows } from './rows.ts'

const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')

const written = (count: number) => count.toLocaleString('en-US')
const sizeOf = ({ least, most, unit }: Limit) => `${least === undefined ? '' : `${written(least)} to `}${written(most)} ${unit}`
const titled = (what: string) => what.replace(/^[a-z]/, (letter) => letter.toUpperCase())
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |\n`

const ofMembers = (limit: Limit) =>
  row(
    titled(limit.what),
    `${sizeOf(limit)}${limit.beyond ? ` (${limit.beyond})` : ''}`,
    limit.at.map((member) => `\`${member}\``).join(', '),
  )
const ofService = (limit: Limit) => row(titled(limit.what), sizeOf(limit), limit.at.join(', '), limit.beyond ?? '422')

test('docs/limits.md has a row for each limit, in the order of the tables, and no other', () => {
  const tables = [
    ['## Members of requests', '| what | at most | members |\n|---|---|---|\n', Object.values<Limit>(memberLimits).map(ofMembers)],
    [
      '## Sizes and numbers',
      '| what | at most | where | beyond it |\n|---|---|---|---|\n',
      Object.values<Limit>(serviceLimits).map(ofService),
    ],
  ] as const
  for (const [title, head, rows] of tables) {
    const [, section = ''] = page.split(`${title}\n`)
    const [table = ''] = section.slice(section.indexOf('|')).split('\n\n')
    sameRows('docs/limits.md', table.trimEnd().split('\n'), (head + rows.join('')).trimEnd().split('\n'))
  }
})

type Json = { readonly [member: string]: Json }

const { app } = toy((v1) => {
  for (const mount of routes({ documents: {} } as RouteDependencies)) mount(v1)
})
const document = (await openApiDocument(app, { webhooks: {} })) as unknown as Json

/** The bounds of a schema and of what is in it, as `MEMBER LEAST MOST`; schemas of their own apart. */
const boundsOf = (schema: Json | undefined, at: string): readonly string[] => {
  if (!schema || schema.$ref) return []
  const found = (...names: readonly string[]): unknown => names.map((name) => schema[name]).find((value) => value !== undefined)
  const most = found('maxLength', 'maxItems', 'maximum')
  const least = found('minLength', 'minItems', 'minimum')
  // One says no more than that it is not empty.
  const isText = found('maxLength', 'maxItems') !== undefined && Number(least ?? 0) <= 1
  const isKept = typeof most === 'number' && most !== Number.MAX_SAFE_INTEGER
  return [
    ...(isKept ? [`${at} ${isText ? '' : (least ?? '')}..${most}`] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => boundsOf(each, `${at}.${name}`)),
    ...boundsOf(schema.items, `${at}[]`),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((kind) => Object.values(schema[kind] ?? {}).flatMap((each) => boundsOf(each, at))),
  ]
}

/** The schemas that a schema is made of, with itself. */
const schemasIn = (name: string, known = new Set<string>()): ReadonlySet<string> => {
  known.add(name)
  for (const [, each = ''] of JSON.stringify(schemas[name] ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    if (!known.has(each)) schemasIn(each, known)
  return known
}
const schemas = document.components?.schemas ?? {}

test('the interface description bounds the members that the table names, as it says, and no others', () => {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ of: `${method.toUpperCase()} ${path}`, operation })),
  )
  const bodies = operations.flatMap(({ operation }) =>
    [...JSON.stringify(operation.requestBody ?? {}).matchAll(/schemas\/(\w+)"/g)].map(([, name = '']) => name),
  )
  const inBodies = [...new Set(bodies.flatMap((name) => [...schemasIn(name)]))].flatMap((name) => boundsOf(schemas[name], name))
  const inQueries = operations.flatMap(({ of, operation }) =>
    (Object.values(operation.parameters ?? {}) as readonly Json[]).flatMap(({ name, schema }) =>
      boundsOf(schema, `${of} ?${String(name)}`),
    ),
  )
  // Pages are among the sizes and numbers.
  const told = [...inBodies, ...inQueries.filter((each) => !/ \?(starting_after|page) /.test(each))]
  const limited = Object.values<Limit>(memberLimits).flatMap(({ least, most, at }) =>
    at.map((member) => `${member} ${least ?? ''}..${most}`),
  )
  assert.equal([...new Set(told)].toSorted(), limited.toSorted())
})

test.run()

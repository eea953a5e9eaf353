// What a file of a room declares stands in the list of the room. Without its line a projection is never built, a route or page never mounted, and a
// process never run, and the type check does not say so.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from './filled.ts'

const root = join(import.meta.dirname, '..')

/** By room: its list, and how its files declare what belongs there. */
const rooms: Readonly<Record<string, { readonly list: string; readonly declaration: RegExp }>> = {
  'src/projections': { list: 'all.ts', declaration: /^export const (\w+) = projection</gm },
  'src/processes': { list: 'all.ts', declaration: /^export const (?!inPriorityLanes)(\w+) = \((?:[^()]|\([^()]*\))*\): Process => [({]/gm },
  'src/http/routes': { list: 'all.ts', declaration: /^export const (\w+Routes)\b/gm },
  'src/pages': { list: 'all.ts', declaration: /^export const (\w+): Page = /gm },
}

for (const [room, { list, declaration }] of Object.entries(rooms))
  test(`${list} of ${room} names everything that the room declares`, () => {
    const text = readFileSync(join(root, room, list), 'utf8')
    const files = globSync(`${room}/**/*.ts`, { cwd: root }).filter((path) => !path.endsWith(`/${list}`))
    const declared = files.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(declaration)].map(([, name = '']) => [path, name] as const),
    )
    const missing = filled(declared).filter(([, name]) => !new RegExp(`\\b${name}\\b`).test(text))
    assert.equal(missing, [])
  })

test.run()

// No test rests on what is true of every member of nothing.
import { globSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from './filled.ts'

test('an empty list is refused, and another one is given back', () => {
  assert.equal(filled(new Set([1, 2])), [1, 2])
  assert.throws(() => filled([]), 'the list is empty')
})

/** A list that is written out, or whose length or members are asked for too, is not empty. */
const isSure = (list: string): boolean => /^filled\b|^\[|\.length (>|===)|\.includes\(/.test(list)

test('no test asserts of every member of a list that may be empty', () => {
  const doubtful = filled(globSync('test/**/*.test.ts')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/assert\.ok\(\s*([^\n]*?)\.every\(/g)].flatMap(([, list = '']) =>
      isSure(list) ? [] : [`${file}: ${list}`],
    ),
  )
  assert.equal(doubtful, [])
})

test.run()

// A user's part in the path of a request.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { path } from '../../src/cli/path.ts'

test('what a user wrote stays one part of the path', () => {
  assert.is(path`/liens/${'L-1'}/steps`, '/liens/L-1/steps')
  for (const written of ['a/b', 'a?b=c', 'a#b', 'a b%2F', 'ä'])
    assert.equal(new URL(path`/liens/${written}/steps`, 'http://localhost').pathname.split('/').length, 4, written)
})

test.run()

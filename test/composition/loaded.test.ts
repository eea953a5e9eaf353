// What a start on the embedded stores does not load: each driver of a server is a hundred modules and more.
import { createRequire } from 'node:module'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import '../../src/service.ts'

test('the service loads the drivers of servers only for a cluster', () => {
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  assert.ok(loaded.length > 0)
  assert.equal(
    loaded.filter((file) => /node_modules\/(mongodb|@eventstore)\//.test(file)),
    [],
  )
})

test.run()

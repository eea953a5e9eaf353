import { v5 } from 'uuid'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { derivedId, urlNamespace } from '../../src/events/derived-id.ts'

test('an id is the uuid v5 that everybody else derives', () => {
  assert.is(urlNamespace, v5.URL)
  for (const name of ['', 'event-0', 'ünïcode ✓ 🏢', 'x'.repeat(1_000), ...Array.from({ length: 200 }, (_, n) => `name ${n}`)])
    assert.is(derivedId(name, derivedId(name, urlNamespace)), v5(name, v5(name, v5.URL)))
})

test('the case of the namespace makes no difference', () =>
  assert.is(derivedId('a', urlNamespace.toUpperCase()), derivedId('a', urlNamespace)))

test('a namespace that is no uuid is refused, as before', () => {
  for (const namespace of ['', 'business-1', '6ba7b811', 'zzzzzzzz-9dad-11d1-80b4-00c04fd430c8']) {
    assert.throws(() => v5('a', namespace))
    assert.throws(() => derivedId('a', namespace), /no uuid/)
  }
})

test.run()

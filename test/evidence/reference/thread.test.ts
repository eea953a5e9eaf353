import { mock } from 'node:test'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { loadSample } from '../../../src/evidence/reference/sample.ts'
import { openReferenceThread, ReferenceUnavailable } from '../../../src/evidence/reference/thread.ts'
import { newPlace, rejectionOf } from './published-files.ts'

const place = newPlace()
test.before(async () => {
  await loadSample({ folder: place.folder })
})
test.after(() => place.remove())

/** A thread over the sample, closed behind the work. */
const withThread = (work: (thread: ReturnType<typeof openReferenceThread>) => Promise<void>) => async () => {
  const thread = openReferenceThread({ folder: place.folder })
  try {
    await work(thread)
  } finally {
    await thread.close()
  }
}

/** A thread that has started and has work for a while: what it is asked now it cannot answer at once. */
const busy = async (thread: ReturnType<typeof openReferenceThread>) => {
  await thread.versions()
  for (let n = 0; n < 100; n++) thread.searchEntities({ name: 'Snorkelbery Freigt' }).catch(() => undefined)
}

test(
  'questions are answered from the thread, many at once',
  withThread(async (thread) => {
    const [company, organisation, versions] = await Promise.all([
      thread.searchEntities({ name: 'Acme Widgets', state: 'OR' }),
      thread.taxExemptByEin('000000011'),
      thread.versions(),
    ])
    assert.is(company[0]?.record.name, 'ACME WIDGETS LLC')
    assert.is(organisation?.record.name, 'FRIENDS OF THE INVISIBLE HERON')
    assert.ok(versions.length > 10)
  }),
)

test(
  'the event loop goes on while the thread works',
  withThread(async (thread) => {
    await thread.versions()
    let turns = 0
    let answered = false
    const turn = () => {
      turns++
      if (!answered) setImmediate(turn)
    }
    setImmediate(turn)
    await Promise.all(Array.from({ length: 50 }, () => thread.searchEntities({ name: 'Snorkelbery Freigt' })))
    answered = true
    assert.ok(turns > 5, `${turns} turns`)
  }),
)

test(
  'whoever gives up is answered at once',
  withThread(async (thread) => {
    const giving = new AbortController()
    const asked = rejectionOf(thread.searchEntities({ name: 'Acme' }, { signal: giving.signal }))
    giving.abort(new Error('no longer wanted'))
    assert.is((await asked).message, 'no longer wanted')
    assert.is((await rejectionOf(thread.versions(undefined, { signal: giving.signal }))).message, 'no longer wanted')
    assert.ok((await thread.versions()).length > 0)
  }),
)

test(
  'no time limit runs while a thread is starting: with complete lists that takes seconds',
  withThread(async (thread) => {
    const timers = mock.method(globalThis, 'setTimeout')
    const limitMs = 54_321
    const limits = () => timers.mock.calls.filter(({ arguments: [, ms] }) => ms === limitMs).length
    try {
      const asked = thread.versions(undefined, { timeoutMs: limitMs })
      assert.is(limits(), 0)
      assert.ok((await asked).length > 0)
      assert.is(limits(), 1, 'it runs as soon as the thread is ready')
    } finally {
      timers.mock.restore()
    }
  }),
)

test(
  'an answer that does not come in time is a failure, and the thread is replaced',
  withThread(async (thread) => {
    await busy(thread)
    const late = await rejectionOf(thread.versions(undefined, { timeoutMs: 0 }))
    assert.instance(late, ReferenceUnavailable)
    assert.match(late.message, 'did not answer versions within 0 ms')
    assert.ok((await thread.versions()).length > 0)
  }),
)

test(
  'questions that wait when a thread is replaced are put to the next one',
  withThread(async (thread) => {
    await busy(thread)
    const waiting = thread.entity('or_sos:900000002')
    await rejectionOf(thread.versions(undefined, { timeoutMs: 0 }))
    assert.is((await waiting)?.record.name, 'ACME WIDGETS LLC')
  }),
)

test(
  'a question that cannot be posted fails and harms no other',
  withThread(async (thread) => {
    const unpostable = { name: (() => 'a function') as unknown as string }
    assert.match((await rejectionOf(thread.searchEntities(unpostable))).message, 'could not be cloned')
    assert.instance(await rejectionOf(thread.searchEntities({ name: 7 as unknown as string })), ReferenceUnavailable)
    assert.ok((await thread.versions()).length > 0)
  }),
)

test('a closed thread answers nothing and leaves nobody waiting', async () => {
  const thread = openReferenceThread({ folder: place.folder })
  const waiting = rejectionOf(thread.versions())
  await thread.close()
  assert.match((await waiting).message, 'is closed')
  assert.match((await rejectionOf(thread.versions())).message, 'is closed')
})

test.run()

// What the box of the decision says of the latest one.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { decisionBox } from '../../src/pages/business/decision.ts'

type Document = Parameters<typeof decisionBox>[0]['document']

const shown = async (status: Document['status'], decided: 'approved' | 'in_review') => {
  const decision = { status: decided, at: '2026-03-01T10:00:00.000Z', note: 'Looks fine', reason: null, override: null }
  return String(
    await decisionBox({
      // What a reader who may not decide sees of it.
      document: { status, decision } as Document,
      ...{ openHits: 0, decider: 'Ann', action: '', hidden: null, askedAt: null, waits: '', isProposed: false, listed: () => [] },
      given: undefined,
    }),
  )
}

test('a decision that does not stand any more is told as the one before', async () => {
  for (const status of ['pending', 'in_audit', 'in_review'] as const)
    assert.match(await shown(status, 'approved'), /Not decided again yet\. The decision before:[\s\S]*Looks fine/, status)
})

test('a decision that stands, or that returned the business to review, is told as it is', async () => {
  for (const told of [await shown('approved', 'approved'), await shown('in_review', 'in_review'), await shown('pending', 'in_review')]) {
    assert.match(told, /Looks fine/)
    assert.not.match(told, /decision before/)
  }
})

test.run()

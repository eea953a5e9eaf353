// Rows of the table of outcomes (records.md, section 5) as tests, and what several of them begin with.
import { randomUUID } from 'node:crypto'
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Evidence } from '../../../src/commands/findings.ts'
import { registrySearch } from '../../../src/events/evidence-file.ts'
import { filled } from '../../filled.ts'
import { source } from '../businesses.ts'
import { address, registration, type Scene, tasksOf } from '../evidence.ts'

export const registeredAs = (name: string) => ({ registrations: [registration({ name })] })
export const registryOf = (state: string, more: object = {}) => ({
  id: randomUUID(),
  type: state,
  metadata: { data_set: `Registry of ${state}`, version: '1', row: 'all', state, ...more },
})
export const searchedBy = (...sources: ReturnType<typeof registryOf>[]): Evidence => ({
  registrations: [],
  searches: [{ id: address.id, product: registrySearch, outcome: 'searched', reason: null, record_ids: [], sources }],
})
/** Nothing was found in the registries of these states. */
export const searchedIn = (...states: string[]): Evidence => searchedBy(...states.map((state) => registryOf(state)))
export const tin = (outcome: 'found' | 'person' | 'mismatch' | 'not_found' | 'unknown' | 'unavailable') => ({
  tin: { outcome, name: null, attempt: 1, sources: [source] },
})
export const withTin = {
  products: ['business_verification_verify', 'tin'] as const,
  submitted: { tin: '123456789', tin_type: 'ein' as const },
}
export const both = (one: 'active' | 'inactive' | 'unknown', other: 'active' | 'inactive' | 'unknown') => ({
  registrations: [registration({ status: one }), registration({ status: other, jurisdiction: 'FOREIGN' })],
})

/** What a scene comes to: one task of its review. */
export type Row = Scene & {
  readonly task: readonly [category: string, key: string, label: string, status: string, subLabel: string]
  /** What it says in full, where that tells more than the label. */
  readonly says?: string
}

/** A test for each row. */
export const testRows = (test: Test, rows: readonly Row[]): void => {
  for (const { task: expected, says, ...scene } of filled(rows)) {
    const [category, key, , status, subLabel] = expected
    test(`${category}/${key} says ${status}: ${subLabel}`, () => {
      const task = tasksOf(scene).find((each) => each.category === category && each.key === key)
      assert.equal(task && [task.category, task.key, task.label, task.status, task.sub_label], expected)
      if (says === undefined) assert.ok(task && task.message.length > 0)
      else assert.is(task?.message, says)
    })
  }
}

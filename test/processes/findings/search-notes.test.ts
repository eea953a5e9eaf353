// Notes about searches that failed: when one is made, when it ends, and that another search's note changes nothing.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Business } from '../../../src/commands/business-state.ts'
import type { ProductSearch } from '../../../src/events/business-findings.ts'
import { notedIn, searchId } from '../../../src/processes/findings/search-notes.ts'
import { submitted } from '../../commands/businesses.ts'

/** A business with these searches on file, as far as the notes look at it. */
const withSearches = (...searches: readonly ProductSearch[]): Business =>
  ({ submitted, file: { searches: Object.fromEntries(searches.map((each) => [each.id, each])) } }) as unknown as Business
const recordId = '0198c0de-0000-7000-8000-0000000000e1'
const idOf = (what: string): string => searchId(withSearches(), what)
const search = (what: string, outcome: ProductSearch['outcome'], record_ids: string[] = []): ProductSearch => {
  const reason = outcome === 'unavailable' ? 'the source failed or did not answer in time' : null
  return { id: idOf(what), product: what, outcome, reason, record_ids }
}
const found = (...searches: readonly ProductSearch[]) => ({ searches: searches.map((each) => ({ ...each, sources: [] })) })

test('a search that failed is noted, with the records that an earlier one found', () => {
  assert.equal(notedIn(withSearches(), 'liens', null), found(search('liens', 'unavailable')))
  const before = withSearches(search('liens', 'searched', [recordId]))
  assert.equal(notedIn(before, 'liens', null), found(search('liens', 'unavailable', [recordId])))
})

test('the note ends when the search answers, also beside the notes of others', () => {
  const before = withSearches(search('liens', 'unavailable', [recordId]), search('courts', 'unavailable'))
  assert.equal(notedIn(before, 'liens', {}), found(search('liens', 'searched', [recordId])))
  const others = found(search('courts', 'searched'))
  assert.equal(notedIn(before, 'liens', others), found(search('courts', 'searched'), search('liens', 'searched', [recordId])))
})

test('a search that did not fail before, or that notes its own outcome, is left as it is', () => {
  const own = found(search('liens', 'searched'))
  for (const before of [withSearches(), withSearches(search('liens', 'searched')), withSearches(search('courts', 'unavailable'))])
    assert.equal(notedIn(before, 'liens', {}), {})
  assert.equal(notedIn(withSearches(search('liens', 'unavailable')), 'liens', own), own)
})

test.run()

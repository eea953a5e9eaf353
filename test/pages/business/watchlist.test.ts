// The watchlist hits on a business's page: what is known of the one who was screened stands beside the listed party, and of nobody else.
import { html } from 'hono/html'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emptyFile } from '../../../src/events/evidence-file.ts'
import { watchlistResource } from '../../../src/interface/resources/watchlist.ts'
import { watchlistCard } from '../../../src/pages/business/watchlist.ts'
import { businessId, watchlistHit } from '../../commands/businesses.ts'
import { person, screening } from '../../commands/evidence.ts'

const moments = { created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' }

const shown = (screened_id: string): string => {
  const hit = { ...watchlistHit, screened: 'business' as const, screened_id, sources: [], ...moments }
  const file = { ...emptyFile, hits: { [hit.id]: hit }, screening: { ...screening(hit.id), ...moments } }
  const business = {
    id: businessId,
    watchlist: watchlistResource({ file, people: [] }, new Map()),
    submitted: { addresses: [{ full_address: '123 Main St' }], tin: { tin: '123456789' }, people: [{ ...person, title: 'Manager' }] },
  }
  return String(watchlistCard(business as never, { dismissal: () => html`` }))
}

test('the hit of the business stands beside its tax number and addresses', () => {
  const card = shown(businessId)
  assert.match(card, 'TIN 123456789')
  assert.match(card, '>123 Main St<')
})

test('the hit of a company behind the business does not', () => {
  const card = shown(person.id)
  assert.not.match(card, 'TIN 123456789')
  assert.match(card, '>of the business: 123 Main St<')
  assert.match(card, '>Manager<')
})

const outcomes: readonly (readonly [what: string, lists: number, check: object | null, shown: string])[] = [
  [
    'lists without an entry',
    1,
    { status: 'success', sub_label: 'No Hits', message: 'Screened' },
    '<span class="badge good">No hits</span>',
  ],
  [
    'a name that could not be read',
    1,
    { status: 'warning', sub_label: 'Not Fully Screened', message: 'The name in Thai script could not be read.' },
    '<span class="badge warn">Not Fully Screened</span> The name in Thai script could not be read.',
  ],
  ['no list, before the review', 0, null, '<span class="badge warn">Not screened</span> No watchlist was loaded.'],
]
for (const [what, lists, check, expected] of outcomes)
  test(`the watchlists without a hit: ${what}`, () => {
    const watchlist = { lists: Array.from({ length: lists }, () => ({ title: 'List', agency: 'Agency', version: '1', results: [] })) }
    const review = check && { tasks: [{ key: 'watchlist', ...check }] }
    const card = String(watchlistCard({ id: businessId, watchlist, review } as never, { dismissal: () => html`` }))
    assert.match(card, expected)
    assert.is(card.includes('No hits'), expected.includes('No hits'))
  })

test.run()

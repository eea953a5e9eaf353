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

test.run()

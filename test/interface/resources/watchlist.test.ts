// A link to a watchlist entry is one to the entry itself, or none: some publishers have no page for an entry.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emptyFile } from '../../../src/events/evidence-file.ts'
import { watchlistResult } from '../../../src/interface/resources/watchlist.ts'
import { watchlistHit } from '../../commands/businesses.ts'

const urlOf = (url: string | null): string | null | undefined => {
  const list = { agency_list_url: 'https://publisher.example/list', agency_information_url: 'https://publisher.example/' }
  const hit = { ...watchlistHit, ...list, url, sources: [], created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' }
  return watchlistResult(hit, { file: emptyFile, names: new Map() }).url
}

test('a hit links to the page of its entry', () => assert.is(urlOf('https://publisher.example/list/7'), 'https://publisher.example/list/7'))

test('the page of the whole list is no page of the entry', () => assert.is(urlOf('https://publisher.example/list'), null))

test('an entry without a page has no link', () => assert.is(urlOf(null), null))

test.run()

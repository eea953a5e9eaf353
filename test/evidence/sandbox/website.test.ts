// The websites and profiles of the sandbox: made up of what was submitted.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sandboxWebsites } from '../../../src/evidence/sandbox/website.ts'
import { filled } from '../../filled.ts'

const test = suite('websites of the sandbox')

const phoneOf = async (...phone_numbers: readonly string[]) => {
  const nothing = { email_addresses: [], people: [], addresses: [], profile_urls: [] }
  const { profiles } = await sandboxWebsites({ ...nothing, url: 'https://acme.example', names: ['Acme'], phone_numbers } as never)
  const metadata = profiles.find(({ type }) => type === 'bbb')?.metadata as
    | { readonly contact_info: { readonly phone: string } }
    | undefined
  return metadata?.contact_info.phone
}

test('the Better Business Bureau tells a submitted number in E.164, whatever its spelling', async () => {
  for (const written of ['(503) 555-0100', '503-555-0100', '+1 503 555 0100']) assert.is(await phoneOf(written), '+15035550100')
  assert.is(await phoneOf('+49 30 901820'), '+4930901820')
  assert.is(await phoneOf(), '+12125550123')
  assert.is(await phoneOf('212-555-0199'), '+12125550123', 'the number that no evidence holds is on no profile')
})

test('a text that is no number stays as it is written', async () => {
  assert.is(await phoneOf('call us'), 'call us')
})

/** Specification 2.1. */
const fields: { readonly [type: string]: string } = {
  google: 'name full_address phone_number website_urls latitude longitude categories reviews',
  facebook: 'name city state recent_posts recent_reviews',
  yelp: 'name price_range is_closed is_claimed reviews',
  bbb: `external_id name alternate_names website profile_url bbb_rating rating_reasons is_accredited review_count average_review_rating complaints_total
    complaints_closed_past_3_years complaints_closed_past_12_months recent_reviews address formatted_address contact_info business_started_at
    bbb_file_opened_at categories primary_category`,
  trustpilot: `name domain trust_score stars rating_count rating_count_last_12_months negative_reviews_count is_claimed is_closed categories website
    contact_info recent_reviews first_review_at`,
  x: `external_id handle name website description location verified protected followers following statuses_count media_count created_at avatar
    header_image recent_tweets`,
  tiktok: 'external_id handle name website description verified protected category created_at followers likes videos',
}
const parts: readonly (readonly [type: string, field: string, parts: string])[] = [
  ['google', 'reviews', 'rating posted_at'],
  ['bbb', 'recent_reviews', 'display_name preview_text'],
  ['bbb', 'address', 'address_line1 address_line2 city state zip'],
  ['bbb', 'contact_info', 'phone emails'],
  ['trustpilot', 'categories', 'id name primary'],
  ['trustpilot', 'contact_info', 'email phone address city zip_code country'],
  ['trustpilot', 'recent_reviews', 'rating title text posted_at experienced_at reply'],
  ['x', 'recent_tweets', 'tweet_id created_at text views favorites retweets replies entities'],
]

test('each profile has every field that its platform has', async () => {
  const address = {
    full_address: '1 Main St, Ste 4, Portland, OR 97201',
    address_line1: '1 Main St',
    address_line2: 'Ste 4',
    city: 'Portland',
    state: 'OR',
    postal_code: '97201',
  }
  const wanted = { url: 'https://acme.example', names: ['Acme'], addresses: [address] }
  const nothing = { phone_numbers: [], email_addresses: [], people: [], profile_urls: [] }
  const { profiles } = await sandboxWebsites({ ...nothing, ...wanted } as never)
  const metadataOf = (type: string) => profiles.find((each) => each.type === type)?.metadata ?? {}
  const sorted = (names: readonly string[]) => [...names].sort()
  for (const [type, names] of filled(Object.entries(fields)))
    assert.equal(sorted(Object.keys(metadataOf(type))), sorted(names.split(/\s+/)), type)
  for (const [type, field, names] of parts) {
    const value = [metadataOf(type)[field]].flat()[0]
    assert.equal(sorted(Object.keys(value as object)), sorted(names.split(' ')), `${type} ${field}`)
  }
})

test.run()

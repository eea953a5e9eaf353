import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { profileTypes } from '../../../src/evidence/website/finding.ts'
import { readPage } from '../../../src/evidence/website/page.ts'
import { profileAt } from '../../../src/evidence/website/profile-links.ts'
import { profileFrom } from '../../../src/evidence/website/profiles.ts'

test('profiles are recognised in every spelling and written in one', () => {
  for (const [given, expected] of [
    ['http://facebook.com/AcmePlumbing/?ref=x', 'facebook https://www.facebook.com/AcmePlumbing'],
    ['https://m.facebook.com/profile.php?id=1000123', 'facebook https://www.facebook.com/profile.php?id=1000123'],
    ['https://www.facebook.com/pages/Acme/12345', 'facebook https://www.facebook.com/12345'],
    ['https://www.instagram.com/Acme.Plumbing', 'instagram https://www.instagram.com/acme.plumbing/'],
    ['https://www.linkedin.com/company/acme-plumbing/about/', 'linkedin https://www.linkedin.com/company/acme-plumbing'],
    ['https://twitter.com/acme?lang=en', 'x https://x.com/acme'],
    ['https://x.com/@acme', 'x https://x.com/acme'],
    ['https://www.tiktok.com/@acme.co', 'tiktok https://www.tiktok.com/@acme.co'],
    ['https://www.yelp.com/biz/acme-albany?osq=x', 'yelp https://www.yelp.com/biz/acme-albany'],
    [
      'https://www.bbb.org/us/ny/albany/profile/plumber/acme-0041-123/customer-reviews',
      'bbb https://www.bbb.org/us/ny/albany/profile/plumber/acme-0041-123',
    ],
    ['https://www.trustpilot.com/review/Acme.com', 'trustpilot https://www.trustpilot.com/review/acme.com'],
    ['https://maps.google.com/maps?cid=1234567890', 'google https://maps.google.com/?cid=1234567890'],
    ['https://goo.gl/maps/AbCdEf123', 'google https://goo.gl/maps/AbCdEf123'],
    ['https://www.google.com/maps/place/Acme+Plumbing/@42.6,-73.7,17z', 'google https://www.google.com/maps/place/Acme+Plumbing'],
    ['https://g.page/r/acme-plumbing', 'google https://g.page/r/acme-plumbing'],
  ] as const) {
    const found = profileAt(given)
    assert.is(found && `${found.type} ${found.url}`, expected, given)
  }
})

test('share buttons, posts, front pages and look-alikes are no profiles', () => {
  for (const url of [
    'https://www.facebook.com/sharer/sharer.php?u=x',
    'https://www.facebook.com/',
    'https://www.facebook.com/profile.php',
    'https://www.facebook.com/profile.php?id=acme',
    'https://www.facebook.com/pages/Acme/about',
    'https://www.instagram.com/',
    'https://x.com/a-name-that-is-no-handle',
    'https://twitter.com/intent/tweet?text=x',
    'https://twitter.com/share',
    'https://www.instagram.com/p/Cxyz/',
    'https://www.linkedin.com/shareArticle?url=x',
    'https://www.google.com/search?q=acme',
    'https://www.tiktok.com/discover',
    'https://www.yelp.com/search?find_desc=x',
    'https://www.trustpilot.com/',
    'https://facebook.com.evil.example/acme',
    'https://notfacebook.com/acme',
    'javascript:alert(1)',
    'not an address',
  ])
    assert.is(profileAt(url), undefined, url)
})

const structured = `<title>Acme Plumbing - Reviews</title><meta property="og:image" content="https://img.example/a.png"><script type="application/ld+json">
{"@type":"LocalBusiness","name":"Acme Plumbing","url":"https://acme.example/","telephone":"(518) 555-0142","email":"info@acme.example","priceRange":"$$","foundingDate":"1998-05-06",
"address":{"@type":"PostalAddress","streetAddress":"12 State St","addressLocality":"Albany","addressRegion":"NY","postalCode":"12207"},"geo":{"latitude":42.65,"longitude":"-73.75"},
"aggregateRating":{"@type":"AggregateRating","ratingValue":4.5,"reviewCount":"1,031"},
"review":[{"@type":"Review","name":"Good","reviewBody":"Came at once","datePublished":"2026-01-02","author":{"@type":"Person","name":"Ann"},"reviewRating":{"@type":"Rating","ratingValue":5}}]}</script>`

const profile = (url: string, html: string | null) => {
  const link = profileAt(url)
  if (!link) throw new Error(`${url} is no profile`)
  const page = html === null ? null : readPage(url, html, { isHome: true })
  return profileFrom({ ...link, submitted: false }, { status: html === null ? 'unknown' : 'online', error: null, page, sources: [] })
}

const examples: { readonly [Type in (typeof profileTypes)[number]]: string } = {
  facebook: 'https://www.facebook.com/acme',
  google: 'https://maps.google.com/?cid=1234567890',
  instagram: 'https://www.instagram.com/acme/',
  linkedin: 'https://www.linkedin.com/company/acme',
  yelp: 'https://www.yelp.com/biz/acme',
  bbb: 'https://www.bbb.org/us/ny/albany/profile/plumber/acme-0041-123',
  trustpilot: 'https://www.trustpilot.com/review/acme.example',
  x: 'https://x.com/acme',
  tiktok: 'https://www.tiktok.com/@acme',
}

test('structured data of a profile page fills the metadata that the platform has', () => {
  const google = profile(examples.google, structured)
  assert.equal(google.metadata, {
    name: 'Acme Plumbing',
    full_address: '12 State St, Albany, NY 12207',
    phone_number: '+15185550142',
    website_urls: ['https://acme.example/'],
    latitude: 42.65,
    longitude: -73.75,
    reviews: [{ rating: 5, posted_at: '2026-01-02' }],
  })
  assert.is(google.external_id, '1234567890')
  assert.is(google.rating, 4.5)
  assert.is(google.rating_count, 1031)
  const bbb = profile(examples.bbb, structured)
  assert.equal(bbb.metadata, {
    external_id: '123',
    name: 'Acme Plumbing',
    website: 'https://acme.example/',
    review_count: 1031,
    average_review_rating: 4.5,
    recent_reviews: [{ display_name: 'Ann', preview_text: 'Came at once' }],
    address: { address_line1: '12 State St', city: 'Albany', state: 'NY', zip: '12207' },
    formatted_address: '12 State St, Albany, NY 12207',
    contact_info: { phone: '+15185550142', emails: ['info@acme.example'] },
    business_started_at: '1998-05-06',
  })
  assert.is(bbb.external_id, null)
  assert.equal(profile(examples.yelp, structured).metadata, {
    name: 'Acme Plumbing',
    price_range: '$$',
    reviews: [{ rating: 5, posted_at: '2026-01-02', text: 'Came at once', title: 'Good', author: 'Ann' }],
  })
})

test('no platform tells a field without a value, and x and tiktok have no ratings', () => {
  for (const type of profileTypes)
    for (const html of [structured, '<title></title>', null]) {
      const { metadata, rating, rating_count } = profile(examples[type], html)
      assert.equal(
        Object.entries(metadata).filter(([, value]) => value === null || value === undefined),
        [],
        type,
      )
      if (type === 'x' || type === 'tiktok') assert.equal([rating, rating_count], [null, null])
    }
})

test.run()

// The profiles of a business on other platforms in the sandbox: made up from the submitted values, each with every field that its platform has
// (specification 2.1).
import type { PostalAddress } from '../ports.ts'
import type { Json, ProfileFinding, ProfileType } from '../website/finding.ts'
import { place } from './places.ts'

type Presence = {
  readonly name: string
  readonly host: string
  readonly url: string | undefined
  readonly address: PostalAddress | undefined
  readonly phone: string
}

export const profile = (type: ProfileType, presence: Presence): Omit<ProfileFinding, 'sources'> => {
  const handle = presence.host.split('.')[0] ?? 'business'
  const url = presence.url ?? urls[type](handle)
  const rated = ['facebook', 'google', 'yelp', 'bbb', 'trustpilot'].includes(type)
  return {
    type,
    external_id: type === 'google' ? `sandbox-${handle}` : null,
    url,
    status: 'online',
    submitted: presence.url !== undefined,
    error: null,
    metadata: metadata[type](presence, handle),
    rating: rated ? 4.6 : null,
    rating_count: rated ? 87 : null,
  }
}

const urls: { readonly [Type in ProfileType]: (handle: string) => string } = {
  facebook: (handle) => `https://www.facebook.com/${handle}`,
  google: (handle) => `https://maps.google.com/?cid=1000000000${handle.length}`,
  instagram: (handle) => `https://www.instagram.com/${handle}/`,
  linkedin: (handle) => `https://www.linkedin.com/company/${handle}`,
  yelp: (handle) => `https://www.yelp.com/biz/${handle}`,
  bbb: (handle) => `https://www.bbb.org/us/ny/new-york/profile/business/${handle}`,
  trustpilot: (handle) => `https://www.trustpilot.com/review/${handle}.example`,
  x: (handle) => `https://x.com/${handle}`,
  tiktok: (handle) => `https://www.tiktok.com/@${handle}`,
}

const registered = '2012-03-14T00:00:00.000Z'
const posted = '2024-05-20T12:00:00.000Z'

const located = (address: PostalAddress | undefined): { readonly latitude?: number; readonly longitude?: number } => {
  const at = address && place(address)
  return at?.latitude == null ? {} : at
}

/** Without the fields that are not known. */
const given = (fields: { readonly [field: string]: string | null | undefined }): { readonly [field: string]: string } =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] != null))

const metadata: { readonly [Type in ProfileType]: (presence: Presence, handle: string) => { readonly [field: string]: Json } } = {
  google: ({ name, host, address, phone }) => ({
    name,
    ...(address ? { full_address: address.full_address } : {}),
    phone_number: phone,
    website_urls: [`https://${host}/`],
    ...located(address),
    categories: ['Business center'],
    reviews: [{ rating: 5, posted_at: posted }],
  }),
  facebook: ({ name, address }) => ({
    name,
    ...given({ city: address?.city, state: address?.state }),
    recent_posts: [{ text: 'Made up by the sandbox.', posted_at: posted }],
    recent_reviews: [{ text: 'Made up by the sandbox.', posted_at: posted }],
  }),
  yelp: ({ name }) => ({ name, price_range: '$$', is_closed: false, is_claimed: true, reviews: [{ rating: 5, posted_at: posted }] }),
  bbb: ({ name, host, address, phone }, handle) => ({
    external_id: `sandbox-${handle}`,
    name,
    alternate_names: [`${name} of the Sandbox`],
    website: `https://${host}/`,
    profile_url: urls.bbb(handle),
    bbb_rating: 'A+',
    rating_reasons: ['Length of time in business'],
    is_accredited: true,
    review_count: 87,
    average_review_rating: 4.6,
    complaints_total: 0,
    complaints_closed_past_3_years: 0,
    complaints_closed_past_12_months: 0,
    recent_reviews: [{ display_name: 'Sandbox', preview_text: 'Made up by the sandbox.' }],
    ...(address
      ? {
          address: given({
            address_line1: address.address_line1,
            address_line2: address.address_line2,
            city: address.city,
            state: address.state,
            zip: address.postal_code,
          }),
          formatted_address: address.full_address,
        }
      : {}),
    contact_info: { phone, emails: [`info@${host}`] },
    business_started_at: '2012-03-14',
    bbb_file_opened_at: '2013-01-02',
    categories: ['Business Services'],
    primary_category: 'Business Services',
  }),
  trustpilot: ({ name, host, address, phone }) => ({
    name,
    domain: host,
    trust_score: 4.6,
    stars: 4.5,
    rating_count: 87,
    rating_count_last_12_months: 21,
    negative_reviews_count: 3,
    is_claimed: true,
    is_closed: false,
    categories: [{ id: 'business_services', name: 'Business Services', primary: true }],
    website: `https://${host}/`,
    contact_info: {
      email: `info@${host}`,
      phone,
      ...given({ address: address?.address_line1, city: address?.city, zip_code: address?.postal_code }),
      country: 'US',
    },
    recent_reviews: [
      { rating: 5, title: 'Made up', text: 'Made up by the sandbox.', posted_at: posted, experienced_at: posted, reply: 'Thank you.' },
    ],
    first_review_at: posted,
  }),
  x: ({ name, host, address }, handle) => ({
    external_id: `sandbox-${handle}`,
    handle,
    name,
    website: `https://${host}/`,
    description: 'Made up by the sandbox.',
    ...given({ location: address?.city }),
    verified: false,
    protected: false,
    followers: 120,
    following: 80,
    statuses_count: 42,
    media_count: 7,
    created_at: registered,
    avatar: `https://${host}/avatar.png`,
    header_image: `https://${host}/header.png`,
    recent_tweets: [
      {
        tweet_id: '1',
        created_at: posted,
        text: 'Made up by the sandbox.',
        views: 10,
        favorites: 1,
        retweets: 0,
        replies: 0,
        entities: {},
      },
    ],
  }),
  tiktok: ({ name, host }, handle) => ({
    external_id: `sandbox-${handle}`,
    handle,
    name,
    website: `https://${host}/`,
    description: 'Made up by the sandbox.',
    verified: false,
    protected: false,
    category: 'Business Services',
    created_at: registered,
    followers: 120,
    likes: 340,
    videos: 12,
  }),
  linkedin: ({ name }) => ({ name }),
  instagram: ({ name }, handle) => ({ name, handle }),
}

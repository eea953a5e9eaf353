// Response records (what every record uses): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { Source as KeptSource } from '../../events/parts.ts'

export const states = [
  'AL',
  'AK',
  'AZ',
  'AR',
  'CA',
  'CO',
  'CT',
  'DE',
  'DC',
  'FL',
  'GA',
  'HI',
  'ID',
  'IL',
  'IN',
  'IA',
  'KS',
  'KY',
  'LA',
  'ME',
  'MD',
  'MA',
  'MI',
  'MN',
  'MS',
  'MO',
  'MT',
  'NE',
  'NV',
  'NH',
  'NJ',
  'NM',
  'NY',
  'NC',
  'ND',
  'OH',
  'OK',
  'OR',
  'PA',
  'RI',
  'SC',
  'SD',
  'TN',
  'TX',
  'UT',
  'VT',
  'VA',
  'WA',
  'WV',
  'WI',
  'WY',
] as const

/** A two-letter US state, or DC. */
export const State = z.enum(states).meta({ id: 'State' })

/** ISO 8601, UTC, milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 })

/** YYYY-MM-DD. */
export const DateOnly = z.iso.date()

export const AnyObject = z.record(z.string(), z.unknown())

/** A source as in the events. Its metadata may get more fields later. */
export const Source = KeptSource.extend({ metadata: AnyObject }).meta({ id: 'Source' })

export const User = z
  .object({
    object: z.string(),
    id: z.uuid(),
    name: z.string(),
    email: z.email(),
    roles: z.array(z.string()),
    image_url: z.url().nullish(),
    directory_managed: z.boolean().nullish(),
    last_login_at: Timestamp.nullable(),
    settings: AnyObject.nullish(),
    created_at: Timestamp,
  })
  .meta({ id: 'User' })

/** The parts of an address, which several records share. */
export const addressParts = {
  address_line1: z.string().nullable(),
  address_line2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postal_code: z.string().nullable(),
}

/** `full_address` holds the parts in one line. */
export const addressFields = { full_address: z.string(), ...addressParts }

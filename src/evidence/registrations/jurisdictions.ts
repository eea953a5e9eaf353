// Jurisdictions that tax wages: the states with their agencies, Pennsylvania's subdivisions, Ohio's municipalities, and other cities and counties.
// Imported lists add to those that ship. A search finds them by name, PSD code or municipality, and tolerates typing errors.
import { typingErrors } from '../matching/letters.ts'
import { type Subdivision, subdivisions } from './pennsylvania.ts'
import { slugOf, stateAgencies } from './state-agencies.ts'

export const jurisdictionTypes = ['STATE', 'SUI', 'CITY', 'COUNTY', 'EIT', 'LST', 'JEDD', 'TRANSIT'] as const
export type JurisdictionType = (typeof jurisdictionTypes)[number]

export type Jurisdiction = {
  readonly slug: string
  readonly type: JurisdictionType
  readonly label: string
  readonly name: string
  readonly agencyName: string
  readonly agencySlug: string
  /** What the agency issues to a registered employer: the keys of the desk's items. */
  readonly agencyItems: readonly string[]
  readonly city: string | null
  readonly state: string
  /** PSD or tax code, if the subdivision has one. */
  readonly code: string | null
  /** Whether the service can register employers there. */
  readonly supported: boolean
}

const local = (
  type: JurisdictionType,
  state: string,
  {
    name,
    label,
    agency,
    city,
    code,
    slug,
  }: { name: string; label: string; agency: string; city: string | null; code?: string; slug?: string },
): Jurisdiction => ({
  slug: slug ?? slugOf(`${state} ${name} ${type}`),
  type,
  label,
  name,
  agencyName: agency,
  agencySlug: slugOf(agency),
  agencyItems: ['account_number', 'filing_frequency', 'rate'],
  city,
  state,
  code: code ?? null,
  supported: true,
})

const ofStates: readonly Jurisdiction[] = [...stateAgencies].flatMap(([state, { name, withholding, unemployment }]) => {
  const one = (type: 'STATE' | 'SUI', label: string, agency: typeof unemployment, agencyItems: readonly string[]): Jurisdiction => ({
    slug: slugOf(`${state} ${label}`),
    type,
    label: `${name} ${label}`,
    name,
    agencyName: agency.name,
    agencySlug: agency.slug,
    agencyItems,
    city: null,
    state,
    code: null,
    supported: true,
  })
  return [
    ...(withholding ? [one('STATE', 'Withholding Tax', withholding, ['account_number', 'filing_frequency'])] : []),
    one('SUI', 'Unemployment Insurance', unemployment, ['account_number', 'rate']),
  ]
})

const collectors: { readonly [county: string]: { readonly EIT: string; readonly LST: string } } = {
  Philadelphia: { EIT: 'Philadelphia Department of Revenue', LST: 'Philadelphia Department of Revenue' },
  Allegheny: { EIT: 'Jordan Tax Service', LST: 'Jordan Tax Service' },
}

/** Philadelphia levies a wage tax of its own and no local services tax. */
export const ofSubdivision = ({ psd, county, municipality, schoolDistrict }: Subdivision): readonly Jurisdiction[] =>
  (['EIT', 'LST'] as const)
    .filter((type) => type === 'EIT' || psd !== '510101')
    .map((type) =>
      local(type, 'PA', {
        slug: `pa-${psd}-${type.toLowerCase()}`,
        name: municipality,
        label: `${municipality}, ${county} County, ${schoolDistrict} SD: ${type === 'EIT' ? 'Earned Income Tax' : 'Local Services Tax'}`,
        agency: collectors[county]?.[type] ?? `${county} County Tax Collection District`,
        city: municipality.replace(/ (City|Boro|Twp)$/, ''),
        code: psd,
      }),
    )

const joint = /\bJED[DZ]\b/i

/** A municipality whose income tax the Regional Income Tax Agency collects. */
export const ofOhioMunicipality = ({ name, code }: { name: string; code: string }): Jurisdiction =>
  local(joint.test(name) ? 'JEDD' : 'CITY', 'OH', {
    slug: `oh-rita-${code}`,
    name,
    label: `${name} Municipal Income Tax`,
    agency: 'Regional Income Tax Agency',
    city: joint.test(name) ? null : name,
    code,
  })

const cityTax = (state: string, city: string, agency: string, what = 'Income Tax'): Jurisdiction =>
  local('CITY', state, { name: city, label: `${city} ${what}`, agency, city })

const others: readonly Jurisdiction[] = [
  cityTax('OH', 'Columbus', 'Columbus Income Tax Division'),
  cityTax('OH', 'Cincinnati', 'Cincinnati Income Tax Division'),
  cityTax('OH', 'Cleveland', 'Central Collection Agency'),
  cityTax('OH', 'Dayton', 'Dayton Division of Revenue and Taxation'),
  cityTax('OH', 'Toledo', 'Toledo Division of Taxation'),
  cityTax('OH', 'Akron', 'Akron Income Tax Division'),
  cityTax('NY', 'New York City', 'New York State Department of Taxation and Finance', 'Resident Tax'),
  cityTax('NY', 'Yonkers', 'New York State Department of Taxation and Finance', 'Income Tax Surcharge'),
  cityTax('MI', 'Detroit', 'Michigan Department of Treasury'),
  cityTax('MI', 'Grand Rapids', 'Grand Rapids Income Tax Department'),
  cityTax('MI', 'Lansing', 'Lansing Income Tax Office'),
  cityTax('MI', 'Flint', 'Flint Income Tax Department'),
  cityTax('MO', 'Kansas City', 'Kansas City Revenue Division', 'Earnings Tax'),
  cityTax('MO', 'St. Louis', 'St. Louis Collector of Revenue', 'Earnings Tax'),
  cityTax('DE', 'Wilmington', 'Wilmington Earned Income Tax Division', 'Wage Tax'),
  cityTax('AL', 'Birmingham', 'Birmingham Finance Department', 'Occupational Tax'),
  cityTax('CO', 'Denver', 'Denver Department of Finance', 'Occupational Privilege Tax'),
  cityTax('KY', 'Louisville', 'Louisville Metro Revenue Commission', 'Occupational Tax'),
  cityTax('KY', 'Lexington', 'Lexington-Fayette Urban County Government', 'Occupational Licence Fee'),
  cityTax('CA', 'San Francisco', 'San Francisco Treasurer and Tax Collector', 'Gross Receipts Tax'),
  cityTax('NJ', 'Newark', 'Newark Department of Finance', 'Payroll Tax'),
  cityTax('NJ', 'Jersey City', 'Jersey City Tax Collector', 'Payroll Tax'),
  cityTax('WV', 'Charleston', 'Charleston City Collector', 'City Service Fee'),
  local('COUNTY', 'OR', {
    name: 'Multnomah County',
    label: 'Multnomah County Preschool for All Tax',
    agency: 'Portland Revenue Division',
    city: 'Portland',
  }),
  local('TRANSIT', 'OR', {
    name: 'TriMet',
    label: 'TriMet Transit District Payroll Tax',
    agency: 'Oregon Department of Revenue',
    city: 'Portland',
  }),
  local('TRANSIT', 'OR', {
    name: 'Lane Transit District',
    label: 'Lane Transit District Payroll Tax',
    agency: 'Oregon Department of Revenue',
    city: 'Eugene',
  }),
  local('COUNTY', 'MD', {
    name: 'Baltimore City',
    label: 'Baltimore City Local Income Tax',
    agency: 'Comptroller of Maryland',
    city: 'Baltimore',
  }),
  local('COUNTY', 'IN', {
    name: 'Marion County',
    label: 'Marion County Income Tax',
    agency: 'Indiana Department of Revenue',
    city: 'Indianapolis',
  }),
]

const isLocal = ({ type }: Jurisdiction): boolean => type !== 'STATE' && type !== 'SUI'

/** The jurisdictions that ship with the service. */
export const shippedJurisdictions: readonly Jurisdiction[] = [...ofStates, ...subdivisions.flatMap(ofSubdivision), ...others]

export type JurisdictionQuery = {
  readonly state?: string | undefined
  readonly q?: string | undefined
  readonly type?: JurisdictionType | undefined
  readonly localOnly?: boolean | undefined
  readonly supportedOnly?: boolean | undefined
  readonly slug?: string | undefined
}

export type Jurisdictions = {
  readonly bySlug: (slug: string) => Jurisdiction | undefined
  /** Best match first; without `q` by state, name and type. */
  readonly search: (query: JurisdictionQuery) => readonly Jurisdiction[]
}

/** A later entry replaces an earlier one with the same slug, so imported lists replace those that ship. */
export const openJurisdictions = (all: readonly Jurisdiction[]): Jurisdictions => {
  const bySlug = new Map(all.map((each) => [each.slug, each]))
  const sorted = [...bySlug.values()]
    .toSorted((one, other) => compare([one.state, one.name, one.type, one.slug], [other.state, other.name, other.type, other.slug]))
    .map((jurisdiction) => ({ jurisdiction, words: wordsOf(jurisdiction) }))
  return {
    bySlug: (slug) => bySlug.get(slug),
    search: ({ state, q, type, localOnly, supportedOnly, slug }) => {
      const fitting = sorted.filter(
        ({ jurisdiction }) =>
          (state === undefined || jurisdiction.state === state) &&
          (type === undefined || jurisdiction.type === type) &&
          (!localOnly || isLocal(jurisdiction)) &&
          (!supportedOnly || jurisdiction.supported) &&
          (slug === undefined || jurisdiction.slug === slug),
      )
      const asked = wordsIn(q ?? '')
      if (asked.length === 0) return fitting.map(({ jurisdiction }) => jurisdiction)
      return fitting
        .map(({ jurisdiction, words }) => ({ jurisdiction, distance: distanceTo(asked, words) }))
        .filter(({ distance }) => distance !== null)
        .toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0))
        .map(({ jurisdiction }) => jurisdiction)
    },
  }
}

const compare = (one: readonly string[], other: readonly string[]): number => {
  const at = one.findIndex((each, index) => each !== other[index])
  return at < 0 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1
}

const wordsIn = (text: string): readonly string[] => slugOf(text).split('-').filter(Boolean)

const wordsOf = ({ name, label, agencyName, city, code, slug }: Jurisdiction): readonly string[] => [
  ...new Set([name, label, agencyName, city ?? '', code ?? '', slug].flatMap(wordsIn)),
]

/** The total of the typing errors over all words; null if a word does not occur. */
const distanceTo = (asked: readonly string[], words: readonly string[]): number | null => {
  let total = 0
  for (const word of asked) {
    const allowed = /^\d+$/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2
    let best = Number.POSITIVE_INFINITY
    for (const other of words) {
      if (other === word) best = 0
      else if (best > 0.5 && other.startsWith(word)) best = 0.5
      else if (best > 1) {
        const errors = typingErrors(word, other, allowed)
        if (errors > 0) best = Math.min(best, errors)
      }
      if (best === 0) break
    }
    if (best > Math.max(allowed, 0.5)) return null
    total += best
  }
  return total
}

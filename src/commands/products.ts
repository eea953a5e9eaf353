// The table of products: what each needs before it may be ordered and which subproducts and options fit it (records.md, Orders).
import type { Product } from '../events/business.ts'

type ProductRule = {
  /** Needs an `identity` or `business_verification_verify` order on the business. */
  readonly needsIdentity: boolean
  /** What of the business must have been submitted. Absent: nothing but the business itself. */
  readonly needs?: 'name' | 'tin' | 'people' | 'website'
  readonly subproducts: readonly string[]
  readonly options: readonly string[]
}

const free: ProductRule = { needsIdentity: false, subproducts: [], options: [] }
const dependent: ProductRule = { needsIdentity: true, subproducts: [], options: [] }
const web = ['web_analysis', 'industry_classification']

export const productRules: { readonly [Each in Product]: ProductRule } = {
  identity: { ...free, needs: 'name', subproducts: web },
  business_verification_verify: { ...free, needs: 'name' },
  business_verification_qualify: { ...free, needs: 'name' },
  tin: { ...free, needs: 'tin', options: ['person_match'] },
  website: { ...free, needs: 'website', subproducts: web },
  email_risk: free,
  kyc: { ...free, needs: 'people' },
  documents: {
    ...dependent,
    subproducts: ['articles_of_incorporation', 'certificate_of_good_standing', 'articles_of_incorporation_with_fallback'],
  },
  liens: { ...dependent, subproducts: ['ucc_documents'] },
  ucc_liens: { ...dependent, subproducts: ['ucc_documents'] },
  tax_liens: dependent,
  adverse_media: dependent,
  bankruptcies: dependent,
  business_enrichment: dependent,
  enhanced_screenings: dependent,
  litigations: dependent,
  people_litigations: dependent,
  people_bankruptcies: dependent,
  people_tax_liens: dependent,
  people_ucc_liens: dependent,
  people_criminal_history: dependent,
}

/** The products that say who the business is. An order of one satisfies `needsIdentity`, and their checks may ask for an audit by a person. */
export const identityProducts: readonly Product[] = ['identity', 'business_verification_verify']

/** What is ordered when a creation names no orders. */
export const defaultProducts = (business: {
  readonly website: unknown
  readonly tin: unknown
  readonly people: readonly { readonly dob: unknown; readonly ssn: unknown }[]
}): readonly Product[] => [
  'business_verification_verify',
  ...(business.website ? (['website'] as const) : []),
  ...(business.tin ? (['tin'] as const) : []),
  ...(business.people.some(({ dob, ssn }) => dob || ssn) ? (['kyc'] as const) : []),
]

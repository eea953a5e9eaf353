// Response records (review): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { AnyObject, Source, Timestamp, User } from './common.ts'

export const PolicyActionResultPolicyAction = z
  .object({
    id: z.string(),
    action_type: z.string(),
    options: AnyObject,
    policy_version_id: z.string(),
  })
  .meta({ id: 'PolicyActionResultPolicyAction' })

export const PolicyActionResult = z
  .object({
    object: z.string(),
    id: z.string(),
    details: AnyObject,
    executed: z.boolean(),
    policy_action: PolicyActionResultPolicyAction,
  })
  .meta({ id: 'PolicyActionResult' })

export const PolicyResult = z
  .object({
    object: z.string(),
    id: z.string(),
    result: z.string(),
    created_at: z.string(),
    matched: z.string().nullable(),
    executed: z.boolean(),
    name: z.string(),
    details: AnyObject,
    owner_id: z.string(),
    owner_type: z.string(),
    business_id: z.string(),
    type_of: z.string(),
    policy_action_results: z.array(PolicyActionResult),
  })
  .meta({ id: 'PolicyResult' })

export const ReviewTaskCategory = z
  .enum([
    'lei',
    'bankruptcies',
    'global_watchlists',
    'name',
    'people_litigations',
    'loans',
    'motor_carriers',
    'kyc',
    'watchlist',
    'phone',
    'formation',
    'people_criminal_history',
    'adverse_media',
    'litigations',
    'tin_type',
    'address',
    'sos',
    'web',
    'liens',
    'people_bankruptcies',
    'industry',
    'tin',
    'people',
    'people_liens',
    'website',
    'politically_exposed_persons',
    'email',
  ])
  .meta({ id: 'ReviewTaskCategory' })

export const ReviewTaskKey = z
  .enum([
    'owner_discrepancies',
    'lei',
    'location_frequency',
    'bankruptcies',
    'sos_unknown',
    'address_deliverability',
    'website_url_discovery',
    'entity_type',
    'web_person_verification',
    'global_watchlists',
    'beneficial_owners',
    'listed_owners',
    'website_status',
    'name',
    'sos_sub_status',
    'name_and_entity_type',
    'sos_active',
    'profile_status',
    'phone',
    'sos_domestic',
    'address_high_risk',
    'web_address_verification',
    'address_property_type',
    'sos_not_found',
    'time_in_business',
    'web_phone_number_verification',
    'adverse_media',
    'litigations',
    'address_verification',
    'people_litigations',
    'dba_name',
    'watchlist',
    'entity_type_match',
    'people_criminal_history',
    'formation_state',
    'tin_error',
    'sos_inactive',
    'address_frequency',
    'web_business_name_verification',
    'web_presence_quality',
    'tin_type',
    'tin_issued',
    'sos_domestic_sub_status',
    'risky_keywords',
    'address_registered_agent',
    'sos',
    'kyc_decision',
    'ppp_loans',
    'motor_carriers',
    'web_email_address_verification',
    'tin',
    'address',
    'liens',
    'sos_status',
    'industry',
    'sos_match',
    'address_risk',
    'website_url_domain_ownership',
    'website_parked',
    'domain_redirect',
    'people_bankruptcies',
    'politically_exposed_persons',
    'person_verification',
    'profile_discovery',
    'address_cmra',
    'website_verification',
    'website',
    'people_liens',
    'email_risk',
  ])
  .meta({ id: 'ReviewTaskKey' })

const labels = [
  'LEI',
  'Politically Exposed Persons',
  'Web Presence Quality',
  'KYC',
  'People Bankruptcies',
  'Address Risk',
  'Global Watchlists',
  'Phone Number',
  'Third Party Profile Status',
  'Liens',
  'Third Party Profiles',
  'Time in Business',
  'Web - Email Address',
  'Risky Keywords',
  'SOS Domestic Sub‑status',
  'PPP Loans',
  'Motor Carriers',
  'Secretary of State Filings',
  'Entity Type',
  'SOS Filings',
  'People Criminal History',
  'Adverse Media',
  'Web - People',
  'Office Address',
  'Entity Type Match',
  'Web - Phone Number',
  'Business Name',
  'Bankruptcies',
  'Industry Classification',
  'TIN Match',
  'Watchlists',
  'People Litigations',
  'True Industry',
  'People',
  'DBA Name',
  'Domain Ownership',
  'Domain Redirect',
  'TIN Type',
  'Website',
  'TIN Error',
  'Watchlist',
  'Litigations',
  'Web - Business Name',
  'Name Entity Type',
  'Formation State',
  'People Liens',
  'Web - Office Address',
  'Email Risk',
] as const

export const ReviewTaskLabel = z.enum(labels).meta({
  id: 'ReviewTaskLabel',
  // What generators of clients call them: one holds a hyphen (U+2011) that stands in no name.
  'x-enum-varnames': labels.map((label) => label.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')),
})

export const ReviewTask = z
  .object({
    category: ReviewTaskCategory,
    key: ReviewTaskKey,
    label: ReviewTaskLabel,
    message: z.string(),
    name: z.string(),
    status: z.enum(['success', 'failure', 'warning', 'neutral']),
    sub_label: z.string(),
    sources: z.array(Source),
  })
  .meta({ id: 'ReviewTask' })

export const Review = z
  .object({
    object: z.literal('review'),
    id: z.uuid(),
    created_at: Timestamp,
    updated_at: Timestamp,
    completed_at: Timestamp.nullable(),
    tasks: z.array(ReviewTask),
    assignee: User.nullable(),
  })
  .meta({ id: 'Review' })

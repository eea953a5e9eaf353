// The questions to an employer before a registration, by state, registration type and jurisdiction. One table defines them all.
import type { Jurisdiction } from './jurisdictions.ts'
import { type Agency, type StateAgencies, stateAgencies } from './state-agencies.ts'

export const registrationTypes = [
  'state_tax_withholdings',
  'state_unemployment_insurance',
  'foreign_qualification',
  'annual_filing',
] as const
export type RegistrationType = (typeof registrationTypes)[number]

export const questionTypes = [
  'text',
  'number',
  'date',
  'date_part',
  'select',
  'multiselect',
  'boolean',
  'address',
  'document',
  'account',
  'textarea',
  'phone',
  'officers_table',
  'string',
] as const
export type QuestionType = (typeof questionTypes)[number]

export const companyComparators = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'starts_with',
  'len_gt',
  'missing_suffix',
  'has_special_chars',
] as const
export const comparators = ['==', '!=', '>', '<', '>=', '<=', 'len_gt'] as const

/** As records.md, AgentQuestion, defines it. Answers to booleans are `true` or `false`. */
export type Question = {
  readonly key: string
  readonly label: string
  readonly type: QuestionType
  readonly categories: readonly RegistrationType[]
  readonly optional: boolean
  readonly validation: {
    readonly date?: readonly { readonly before: boolean; readonly date?: string; readonly key?: string; readonly message?: string }[]
    readonly format?: readonly string[]
    readonly min_value?: number
  } | null
  /** Applies if every condition in one of the lists is true for the company; empty: always. */
  readonly company_dependencies: readonly (readonly {
    readonly field: string
    readonly value: string | readonly string[]
    readonly comparator?: (typeof companyComparators)[number]
  }[])[]
  readonly options: readonly string[]
  readonly sublabel: string | null
  readonly components: readonly string[]
  readonly question_dependency: {
    readonly key: string
    readonly value: string | readonly string[]
    readonly comparator?: (typeof comparators)[number]
  } | null
  readonly warning: {
    readonly date: readonly {
      readonly before: boolean
      readonly date?: string
      readonly key?: string
      readonly offset_days?: number
      readonly message: string
    }[]
  } | null
  readonly api_only: boolean
  readonly tooltip: string | null
  readonly jurisdiction_slugs: readonly string[]
  readonly updated_at: string
  readonly ai_validated: boolean
}

/** The date of this table's last review. */
const updatedAt = '2026-11-01T00:00:00.000Z'

type Draft = Pick<Question, 'key' | 'label' | 'type'> & Partial<Question>

const question = (categories: readonly RegistrationType[], draft: Draft): Question => ({
  categories,
  optional: false,
  validation: null,
  company_dependencies: [],
  options: [],
  sublabel: null,
  components: [],
  question_dependency: null,
  warning: null,
  api_only: false,
  tooltip: null,
  jurisdiction_slugs: [],
  updated_at: updatedAt,
  ai_validated: false,
  ...draft,
})

const payroll: readonly RegistrationType[] = ['state_tax_withholdings', 'state_unemployment_insurance']
const entityTypes = ['Corporation', 'S Corporation', 'LLC', 'Partnership', 'Sole Proprietorship', 'Nonprofit', 'Trust', 'Government']
const addressParts = ['address_line1', 'address_line2', 'city', 'state', 'postal_code']

type State = StateAgencies & { readonly abbreviation: string }

/** Questions to every employer, for any payroll registration. */
const ofPayroll = ({ name }: State): readonly Draft[] => [
  {
    key: 'entity_type',
    label: 'What type of entity is the company?',
    type: 'select',
    options: entityTypes,
    company_dependencies: [[{ field: 'entity_type', value: '', comparator: '==' }]],
  },
  {
    key: 'formation_date',
    label: 'When was the company formed?',
    type: 'date',
    validation: { date: [{ before: true, date: 'today', message: 'The company must have been formed already.' }] },
    company_dependencies: [[{ field: 'formation_date', value: '', comparator: '==' }]],
  },
  {
    key: 'legal_name_suffix',
    label: 'With which ending is the legal name registered (such as LLC or Inc)?',
    type: 'string',
    optional: true,
    company_dependencies: [
      [
        { field: 'legal_name', value: ['LLC', 'Inc', 'Corp', 'LP', 'LLP'], comparator: 'missing_suffix' },
        { field: 'entity_type', value: 'Sole Proprietorship', comparator: '!=' },
      ],
    ],
  },
  {
    key: 'business_description',
    label: 'What does the company do?',
    type: 'textarea',
    sublabel: 'Products or services, in a sentence or two.',
  },
  {
    key: 'first_wage_date',
    label: `When were, or will, the first wages be paid in ${name}?`,
    type: 'date',
    validation: { date: [{ before: false, key: 'formation_date', message: 'Wages cannot have been paid before the company was formed.' }] },
    warning: {
      date: [
        {
          before: true,
          date: 'today',
          offset_days: -90,
          message: 'More than 90 days ago: the agency may ask for returns and penalties for the time since.',
        },
      ],
    },
  },
  { key: 'employee_count', label: `How many employees work in ${name}?`, type: 'number', validation: { min_value: 0 } },
  { key: 'has_physical_location', label: `Does the company have a physical location in ${name}?`, type: 'boolean' },
  {
    key: 'physical_location',
    label: `Where in ${name}?`,
    type: 'address',
    components: addressParts,
    question_dependency: { key: 'has_physical_location', value: 'true', comparator: '==' },
  },
  { key: 'contact_phone', label: 'At which number may the agency call the company?', type: 'phone' },
  {
    key: 'officers',
    label: 'Who owns and directs the company?',
    type: 'officers_table',
    components: ['name', 'title', 'ownership_percentage', 'ssn', 'home_address'],
    sublabel: 'Every owner of 10 percent or more and every officer.',
  },
  { key: 'acquired_business', label: 'Did the company take over another business, or part of one?', type: 'boolean' },
  {
    key: 'acquired_business_name',
    label: 'Which business?',
    type: 'string',
    question_dependency: { key: 'acquired_business', value: 'true', comparator: '==' },
  },
  {
    key: 'acquisition_date',
    label: 'When?',
    type: 'date',
    question_dependency: { key: 'acquired_business', value: 'true', comparator: '==' },
    validation: { date: [{ before: true, date: 'today' }] },
  },
]

const account = ({ name, account: what, formats }: Agency, key: string): readonly Draft[] => [
  { key: `has_${key}`, label: `Does the company have a ${what} with the ${name} already?`, type: 'boolean' },
  {
    key,
    label: what,
    type: 'account',
    validation: { format: formats },
    question_dependency: { key: `has_${key}`, value: 'true', comparator: '==' },
    tooltip: `As the ${name} writes it: ${formats.join(' or ')} (# a digit, @ a letter).`,
  },
]

const ofWithholding = (agency: Agency, { name }: State): readonly Draft[] => [
  ...account(agency, 'withholding_account_number'),
  {
    key: 'withholding_start_date',
    label: `From when on is ${name} income tax withheld?`,
    type: 'date',
    question_dependency: { key: 'has_withholding_account_number', value: 'false', comparator: '==' },
  },
  {
    key: 'monthly_withholding_estimate',
    label: `How much ${name} income tax is withheld in a month, in US dollars?`,
    type: 'number',
    validation: { min_value: 0 },
    sublabel: 'An estimate; it decides how often returns are due.',
  },
  { key: 'seasonal_employer', label: 'Is the business seasonal?', type: 'boolean', optional: true },
  {
    key: 'seasonal_months',
    label: 'In which months?',
    type: 'multiselect',
    options: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
    question_dependency: { key: 'seasonal_employer', value: 'true', comparator: '==' },
  },
]

const ofUnemployment = (agency: Agency, { name }: State): readonly Draft[] => [
  ...account(agency, 'unemployment_account_number'),
  {
    key: 'unemployment_rate',
    label: 'Which contribution rate has the agency set, in percent?',
    type: 'number',
    optional: true,
    validation: { min_value: 0 },
    question_dependency: { key: 'has_unemployment_account_number', value: 'true', comparator: '==' },
  },
  {
    key: 'rate_notice',
    label: 'The latest rate notice',
    type: 'document',
    optional: true,
    question_dependency: { key: 'has_unemployment_account_number', value: 'true', comparator: '==' },
  },
  {
    key: 'quarterly_wages',
    label: `What is the largest amount of wages paid in a quarter in ${name}, in US dollars?`,
    type: 'number',
    validation: { min_value: 0 },
  },
  {
    key: 'twenty_weeks_date',
    label: 'In which month had there been employees in 20 weeks of a calendar year?',
    type: 'date_part',
    components: ['month', 'year'],
    optional: true,
  },
  {
    key: 'is_501c3',
    label: 'Is the company exempt under section 501(c)(3)?',
    type: 'boolean',
    company_dependencies: [[{ field: 'entity_type', value: 'Nonprofit', comparator: '==' }]],
  },
  {
    key: 'determination_letter',
    label: 'The determination letter of the IRS',
    type: 'document',
    question_dependency: { key: 'is_501c3', value: 'true', comparator: '==' },
    company_dependencies: [[{ field: 'entity_type', value: 'Nonprofit', comparator: '==' }]],
  },
]

const ofQualification = ({ name, abbreviation }: State): readonly Draft[] => [
  {
    key: 'qualification_start_date',
    label: `When does, or did, business in ${name} begin?`,
    type: 'date',
    company_dependencies: [[{ field: 'formation_state', value: abbreviation, comparator: '!=' }]],
    warning: { date: [{ before: true, date: 'today', message: 'Business before the qualification may cost a late fee.' }] },
  },
  { key: 'registered_agent', label: `Who is the registered agent in ${name}?`, type: 'string' },
  { key: 'registered_agent_address', label: `The agent's street address in ${name}`, type: 'address', components: addressParts },
  {
    key: 'certificate_of_good_standing',
    label: 'A certificate of good standing from the home state',
    type: 'document',
    optional: true,
    company_dependencies: [[{ field: 'formation_state', value: abbreviation, comparator: '!=' }]],
  },
  {
    key: 'name_in_use',
    label: `Under which name, should the legal name be taken in ${name}?`,
    type: 'string',
    optional: true,
    company_dependencies: [
      [{ field: 'legal_name', value: '', comparator: 'has_special_chars' }],
      [{ field: 'legal_name', value: '40', comparator: 'len_gt' }],
    ],
  },
]

const ofAnnualFiling = ({ name }: State): readonly Draft[] => [
  { key: 'state_file_number', label: `The company's file number with ${name}`, type: 'string' },
  { key: 'fiscal_year_end', label: 'When does the fiscal year end?', type: 'date_part', components: ['month', 'day'] },
  { key: 'principal_address', label: 'Principal office', type: 'address', components: addressParts },
  { key: 'officers_changed', label: 'Have the officers changed since the last filing?', type: 'boolean' },
  {
    key: 'new_officers',
    label: 'Who are they now?',
    type: 'officers_table',
    components: ['name', 'title', 'home_address'],
    question_dependency: { key: 'officers_changed', value: 'true', comparator: '==' },
  },
]

/** Questions of one state only. */
const ofState: { readonly [state: string]: readonly (Draft & { readonly of: RegistrationType })[] } = {
  CA: [
    {
      of: 'state_unemployment_insurance',
      key: 'ca_wages_over_100',
      label: 'In which quarter did wages first come to more than 100 US dollars?',
      type: 'date_part',
      components: ['quarter', 'year'],
    },
  ],
  CO: [
    { of: 'state_unemployment_insurance', key: 'co_famli', label: 'Has the company registered with the FAMLI program?', type: 'boolean' },
  ],
  HI: [
    {
      of: 'state_tax_withholdings',
      key: 'hi_general_excise',
      label: 'Does the company hold a general excise tax licence?',
      type: 'boolean',
    },
  ],
  MA: [
    {
      of: 'state_unemployment_insurance',
      key: 'ma_pfml',
      label: 'How many people are covered by paid family and medical leave?',
      type: 'number',
      validation: { min_value: 0 },
    },
  ],
  NJ: [
    {
      of: 'state_unemployment_insurance',
      key: 'nj_private_plan',
      label: 'Is temporary disability insured with a private plan?',
      type: 'boolean',
    },
  ],
  NY: [{ of: 'state_unemployment_insurance', key: 'ny_household', label: 'Are household workers employed?', type: 'boolean' }],
  OR: [
    {
      of: 'state_tax_withholdings',
      key: 'or_transit_district',
      label: 'In which transit district is work done?',
      type: 'select',
      options: ['None', 'TriMet', 'Lane', 'Other'],
    },
  ],
  PA: [
    {
      of: 'state_tax_withholdings',
      key: 'pa_work_psd',
      label: 'The PSD code of the place of work',
      type: 'string',
      validation: { format: ['######'] },
      optional: true,
    },
  ],
  WA: [
    {
      of: 'state_unemployment_insurance',
      key: 'wa_ubi',
      label: 'Unified Business Identifier',
      type: 'account',
      validation: { format: ['###-###-###'] },
    },
    {
      of: 'state_unemployment_insurance',
      key: 'wa_corporate_officers_covered',
      label: 'Are corporate officers to be covered?',
      type: 'boolean',
    },
  ],
  WY: [
    {
      of: 'state_unemployment_insurance',
      key: 'wy_workers_compensation',
      label: 'Is workers’ compensation coverage needed too?',
      type: 'boolean',
    },
  ],
}

/** The state's questions for these registrations. @param state an abbreviation that `stateAgencies` knows */
export const stateQuestions = (state: string, categories: readonly RegistrationType[] = registrationTypes): readonly Question[] => {
  const agencies = stateAgencies.get(state)
  if (!agencies) return []
  const one: State = { ...agencies, abbreviation: state }
  const own = ofState[state] ?? []
  const every = (types: readonly RegistrationType[], drafts: readonly Draft[]) => drafts.map((draft) => question(types, draft))
  const payrollHere = payroll.filter((type) => type !== 'state_tax_withholdings' || one.withholding)
  const all = [
    ...every(payrollHere, ofPayroll(one)),
    ...(one.withholding ? every(['state_tax_withholdings'], ofWithholding(one.withholding, one)) : []),
    ...every(['state_unemployment_insurance'], ofUnemployment(one.unemployment, one)),
    ...own.map(({ of, ...draft }) => question([of], draft)),
    ...every(['foreign_qualification'], ofQualification(one)),
    ...every(['annual_filing'], ofAnnualFiling(one)),
  ]
  return all.filter((each) => each.categories.some((category) => categories.includes(category)))
}

/** The questions of one jurisdiction; for a state's agency, those of its registration type. */
export const jurisdictionQuestions = ({ slug, type, state, name, agencyName, agencySlug }: Jurisdiction): readonly Question[] => {
  if (type === 'STATE' || type === 'SUI')
    return stateQuestions(state, [type === 'STATE' ? 'state_tax_withholdings' : 'state_unemployment_insurance']).map((each) => ({
      ...each,
      jurisdiction_slugs: [slug],
    }))
  const key = slug.replaceAll('-', '_')
  const drafts: readonly Draft[] = [
    { key: `${key}_has_account`, label: `Does the company have an account with ${agencyName} for ${name} already?`, type: 'boolean' },
    {
      key: `${key}_account_number`,
      label: `Account number with ${agencyName}`,
      type: 'account',
      question_dependency: { key: `${key}_has_account`, value: 'true', comparator: '==' },
      tooltip: `Issued by ${agencySlug.replaceAll('-', ' ')}.`,
    },
    { key: `${key}_worksite`, label: `Where in ${name} is work done?`, type: 'address', components: addressParts },
    { key: `${key}_employee_count`, label: `How many employees live or work in ${name}?`, type: 'number', validation: { min_value: 0 } },
    {
      key: `${key}_start_date`,
      label: `When did, or will, work in ${name} begin?`,
      type: 'date',
      warning: { date: [{ before: true, date: 'today', offset_days: -365, message: 'More than a year ago: back taxes may be due.' }] },
    },
    ...(type === 'EIT'
      ? [
          {
            key: `${key}_courtesy`,
            label: 'Is the tax withheld for residents who work elsewhere too?',
            type: 'boolean',
            optional: true,
          } as const,
        ]
      : []),
  ]
  return drafts.map((draft) => ({ ...question(['state_tax_withholdings'], draft), jurisdiction_slugs: [slug] }))
}

const payrollKeys: ReadonlySet<string> = new Set(
  ofPayroll({ abbreviation: '', name: '', withholding: null, unemployment: { slug: '', name: '', account: '', formats: [] } }).map(
    ({ key }) => key,
  ),
)

/** Whether a company answers it once for all of its payroll registrations. */
export const isOfCompany = ({ key }: Question): boolean => payrollKeys.has(key)

/** The questions to a company that was invited to apply. */
export const applicationQuestions = (states: readonly string[]): readonly Question[] => {
  const drafts: readonly Draft[] = [
    { key: 'entity_type', label: 'What type of entity is the company?', type: 'select', options: entityTypes },
    {
      key: 'business_description',
      label: 'What does the company do?',
      type: 'textarea',
      sublabel: 'Products or services, in a sentence or two.',
    },
    { key: 'wage_states', label: 'In which states are, or will be, wages paid?', type: 'multiselect', options: states },
    { key: 'has_registrations', label: 'Is the company registered as an employer in one of them already?', type: 'boolean' },
    {
      key: 'registered_states',
      label: 'In which?',
      type: 'multiselect',
      options: states,
      question_dependency: { key: 'has_registrations', value: 'true', comparator: '==' },
    },
    { key: 'principal_address', label: 'Principal office', type: 'address', components: addressParts },
    { key: 'contact_phone', label: 'At which number can the company be called?', type: 'phone' },
  ]
  return drafts.map((draft) => question(registrationTypes, draft))
}

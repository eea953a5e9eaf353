// The agencies with which employers register in each state, and the formats of their account numbers. One table: jurisdictions, questions and
// the desk's items are derived from it. Formats: `#` a digit, `@` a letter, anything else itself; separators may be omitted.
//
// Checked in November 2026 for AL, AK, AZ, AR, CA, CO, CT, DE, DC, GA, ID, IN, KS, KY, LA, ME, MN, MO, MT, NE, NV, NM, NY, OH, SC, SD, TX, VT, VA, WA
// and WV against what payroll providers publish of the agencies' numbers: Sage 50's table of acceptable formats (us-kb.sage.com, solution
// 220924450010498), Thomson Reuters' state-specific payroll tax form information, and the registration guides of Gusto, Square, Zenefits and
// Workful. Where they differ, every form that one of them names is accepted. The other states come from general knowledge and have not been
// checked.

export type Agency = {
  readonly slug: string
  readonly name: string
  /** The agency's name for the number it issues. */
  readonly account: string
  /** Any one of these. */
  readonly formats: readonly string[]
}

export type StateAgencies = {
  readonly name: string
  /** null: the state levies no tax on wages. */
  readonly withholding: Agency | null
  readonly unemployment: Agency
}

/** `tax` and `insurance`: name of the agency, name of the number, its formats. */
type Row = readonly [state: string, name: string, tax: AgencyRow | null, insurance: AgencyRow]
type AgencyRow = readonly [agency: string, account: string, ...formats: string[]]

const rows: readonly Row[] = [
  [
    'AL',
    'Alabama',
    ['Alabama Department of Revenue', 'Withholding Tax Account Number', '##########', 'R#########'],
    ['Alabama Department of Workforce', 'Unemployment Compensation Account Number', '##########'],
  ],
  ['AK', 'Alaska', null, ['Alaska Department of Labor and Workforce Development', 'Employer Account Number', '########', '000#######']],
  [
    'AZ',
    'Arizona',
    ['Arizona Department of Revenue', 'Withholding Account Number (EIN)', '##-#######'],
    ['Arizona Department of Economic Security', 'Unemployment Account Number', '#######', '########'],
  ],
  [
    'AR',
    'Arkansas',
    ['Arkansas Department of Finance and Administration', 'Withholding Account ID', '########-WHW'],
    ['Arkansas Division of Workforce Services', 'DWS Account Number', '#########'],
  ],
  [
    'CA',
    'California',
    ['California Employment Development Department', 'Employer Payroll Tax Account Number', '###-####-#'],
    ['California Employment Development Department', 'Employer Payroll Tax Account Number', '###-####-#'],
  ],
  [
    'CO',
    'Colorado',
    ['Colorado Department of Revenue', 'Withholding Account Number', '########', '#############'],
    ['Colorado Department of Labor and Employment', 'Unemployment Insurance Account Number', '######.##-#'],
  ],
  [
    'CT',
    'Connecticut',
    ['Connecticut Department of Revenue Services', 'Tax Registration Number', '########-###', '#######-###'],
    ['Connecticut Department of Labor', 'Employer Registration Number', '##-###-##'],
  ],
  [
    'DE',
    'Delaware',
    ['Delaware Division of Revenue', 'Withholding Account Number', '#-#########-###'],
    ['Delaware Division of Unemployment Insurance', 'Unemployment Insurance Account Number', '######', '########'],
  ],
  [
    'DC',
    'District of Columbia',
    ['District of Columbia Office of Tax and Revenue', 'Withholding Account Number', '###-#########'],
    ['District of Columbia Department of Employment Services', 'Unemployment Insurance Account Number', '######'],
  ],
  ['FL', 'Florida', null, ['Florida Department of Revenue', 'Reemployment Tax Account Number', '#######']],
  [
    'GA',
    'Georgia',
    ['Georgia Department of Revenue', 'Withholding Payroll Number', '#######-@@'],
    ['Georgia Department of Labor', 'DOL Account Number', '######-##'],
  ],
  [
    'HI',
    'Hawaii',
    ['Hawaii Department of Taxation', 'Withholding Account ID', 'WH-###-###-####-##'],
    ['Hawaii Department of Labor and Industrial Relations', 'Unemployment Insurance Account Number', '##########'],
  ],
  [
    'ID',
    'Idaho',
    ['Idaho State Tax Commission', 'Withholding Account Number', '#########', '###-######'],
    ['Idaho Department of Labor', 'Unemployment Insurance Account Number', '##########'],
  ],
  [
    'IL',
    'Illinois',
    ['Illinois Department of Revenue', 'Withholding Account ID', '####-####', '##-#######-###'],
    ['Illinois Department of Employment Security', 'Unemployment Insurance Account Number', '#######', '#######-#'],
  ],
  [
    'IN',
    'Indiana',
    ['Indiana Department of Revenue', 'Taxpayer ID Number with location', '##########-###', '##########-###-#'],
    ['Indiana Department of Workforce Development', 'SUTA Account Number', '######', '######@', '#######'],
  ],
  [
    'IA',
    'Iowa',
    ['Iowa Department of Revenue', 'Withholding Permit Number', '##-#######-###', '########-###'],
    ['Iowa Workforce Development', 'Unemployment Insurance Account Number', '######-#', '########'],
  ],
  [
    'KS',
    'Kansas',
    ['Kansas Department of Revenue', 'Withholding Tax Account Number', '036-#########-F##'],
    ['Kansas Department of Labor', 'Unemployment Tax Account Number', '######', '#######', '##########'],
  ],
  [
    'KY',
    'Kentucky',
    ['Kentucky Department of Revenue', 'Withholding Account Number', '######', '#########'],
    [
      'Kentucky Office of Unemployment Insurance',
      'Employer Identification Number (KEIN)',
      '##-######-#',
      '##-######@-#',
      '########-#@',
      '########',
    ],
  ],
  [
    'LA',
    'Louisiana',
    ['Louisiana Department of Revenue', 'Revenue Account Number', '#######-###', '##########'],
    ['Louisiana Workforce Commission', 'Employer Account Number', '######', '#######'],
  ],
  [
    'ME',
    'Maine',
    ['Maine Revenue Services', 'Withholding Account Number', '####-####', '##########', '##-#########'],
    ['Maine Department of Labor', 'Unemployment Contribution Account Number', '##########', '##-#######@@', '##-#########'],
  ],
  [
    'MD',
    'Maryland',
    ['Comptroller of Maryland', 'Central Registration Number', '########'],
    ['Maryland Division of Unemployment Insurance', 'Employer Account Number', '##########'],
  ],
  [
    'MA',
    'Massachusetts',
    ['Massachusetts Department of Revenue', 'Withholding Account ID', 'WTH-########-###'],
    ['Massachusetts Department of Unemployment Assistance', 'Employer Account Number', '########'],
  ],
  [
    'MI',
    'Michigan',
    ['Michigan Department of Treasury', 'Withholding Account Number (EIN)', '##-#######'],
    ['Michigan Unemployment Insurance Agency', 'Employer Account Number', '#######-###', '##########'],
  ],
  [
    'MN',
    'Minnesota',
    ['Minnesota Department of Revenue', 'Minnesota Tax ID Number', '#######'],
    ['Minnesota Unemployment Insurance Program', 'Employer Account Number', '########', '#######', '########-####'],
  ],
  [
    'MS',
    'Mississippi',
    ['Mississippi Department of Revenue', 'Withholding Account ID', '####-####'],
    ['Mississippi Department of Employment Security', 'Employer Account Number', '##-#####-#-##', '#########'],
  ],
  [
    'MO',
    'Missouri',
    ['Missouri Department of Revenue', 'Missouri Tax ID Number', '########'],
    ['Missouri Division of Employment Security', 'Employer Account Number', '##-#####-#-##', '##-#####-##', '######-#-###-####'],
  ],
  [
    'MT',
    'Montana',
    ['Montana Department of Revenue', 'Withholding Account ID', '#######-###-WTH'],
    ['Montana Department of Labor and Industry', 'UI Employer Account Number', '#######', '###-####'],
  ],
  [
    'NE',
    'Nebraska',
    [
      'Nebraska Department of Revenue',
      'Nebraska ID Number',
      '21-#########',
      '21-########',
      '21-#######',
      '#########',
      '########',
      '#######',
    ],
    ['Nebraska Department of Labor', 'UI Account Number', '##########'],
  ],
  [
    'NV',
    'Nevada',
    null,
    ['Nevada Department of Employment, Training and Rehabilitation', 'Employer Account Number', '#######.##', '0#########'],
  ],
  ['NH', 'New Hampshire', null, ['New Hampshire Employment Security', 'Employer Account Number', '#########']],
  [
    'NJ',
    'New Jersey',
    ['New Jersey Division of Taxation', 'Taxpayer Identification Number', '###-###-###/###'],
    [
      'New Jersey Department of Labor and Workforce Development',
      'Employer Registration Number',
      '#-###-###-###/###-##',
      '###-###-###/###-##',
      '###-###-###/###',
    ],
  ],
  [
    'NM',
    'New Mexico',
    ['New Mexico Taxation and Revenue Department', 'Business Tax ID Number', '##-######-##-#', '##-######-###'],
    ['New Mexico Department of Workforce Solutions', 'Employer Account Number', '##########', '######', '#######', '########'],
  ],
  [
    'NY',
    'New York',
    [
      'New York State Department of Taxation and Finance',
      'Withholding Identification Number',
      '##-#######',
      '##-####### #',
      '##-####### ##',
    ],
    ['New York State Department of Labor', 'Employer Registration Number', '##-#####', '##-##### #'],
  ],
  [
    'NC',
    'North Carolina',
    ['North Carolina Department of Revenue', 'Withholding Account ID', '#########', '###########'],
    ['North Carolina Division of Employment Security', 'Employer Account Number', '##-##-###'],
  ],
  [
    'ND',
    'North Dakota',
    ['North Dakota Office of State Tax Commissioner', 'Withholding Account Number', '###########', '#########-##'],
    ['Job Service North Dakota', 'Employer Account Number', '#######'],
  ],
  [
    'OH',
    'Ohio',
    ['Ohio Department of Taxation', 'Withholding Account Number', '##-######', '##-######-#'],
    ['Ohio Department of Job and Family Services', 'Employer Account Number', '#######-##-#', '##########'],
  ],
  [
    'OK',
    'Oklahoma',
    ['Oklahoma Tax Commission', 'Withholding Account ID', 'WTH-########-##'],
    ['Oklahoma Employment Security Commission', 'Employer Account Number', '##-#####', '##########'],
  ],
  [
    'OR',
    'Oregon',
    ['Oregon Department of Revenue', 'Business Identification Number', '#######-#'],
    ['Oregon Employment Department', 'Business Identification Number', '#######-#'],
  ],
  [
    'PA',
    'Pennsylvania',
    ['Pennsylvania Department of Revenue', 'Employer Withholding Account ID', '##-### ###', '########'],
    ['Pennsylvania Office of Unemployment Compensation Tax Services', 'UC Account Number', '##-#####', '##-##### @', '#######'],
  ],
  [
    'RI',
    'Rhode Island',
    ['Rhode Island Division of Taxation', 'Withholding Account Number', '#########-##', '###########'],
    ['Rhode Island Department of Labor and Training', 'Employer Account Number', '##########'],
  ],
  [
    'SC',
    'South Carolina',
    ['South Carolina Department of Revenue', 'Withholding File Number', '########-#', '#########'],
    ['South Carolina Department of Employment and Workforce', 'Employer Account Number', '######', '#######', '########'],
  ],
  [
    'SD',
    'South Dakota',
    null,
    ['South Dakota Department of Labor and Regulation', 'Reemployment Assistance Account Number', '#####.#-#', '####.#-#', '########'],
  ],
  [
    'TN',
    'Tennessee',
    null,
    ['Tennessee Department of Labor and Workforce Development', 'Employer Account Number', '####-### #', '########'],
  ],
  ['TX', 'Texas', null, ['Texas Workforce Commission', 'TWC Tax Account Number', '##-######-#']],
  [
    'UT',
    'Utah',
    ['Utah State Tax Commission', 'Withholding Account Number', '########-###-WTH'],
    ['Utah Department of Workforce Services', 'Employer Registration Number', '@ #-######-#', '#-######-#'],
  ],
  [
    'VT',
    'Vermont',
    ['Vermont Department of Taxes', 'Withholding Account Number', 'WHT-########', '###-##########@-##'],
    ['Vermont Department of Labor', 'Employer Account Number', '#######', '###-####'],
  ],
  [
    'VA',
    'Virginia',
    ['Virginia Department of Taxation', 'Withholding Account Number', '30-#########F-###'],
    ['Virginia Employment Commission', 'VEC Account Number', '##########'],
  ],
  ['WA', 'Washington', null, ['Washington State Employment Security Department', 'ESD Number', '######-##-#', '###-######-##-#']],
  [
    'WV',
    'West Virginia',
    ['West Virginia Tax Division', 'Withholding Account ID', '####-####', '########'],
    ['WorkForce West Virginia', 'Unemployment Compensation Account Number', '########', '#########-#'],
  ],
  [
    'WI',
    'Wisconsin',
    ['Wisconsin Department of Revenue', 'Withholding Tax Number', '036-##########-##'],
    ['Wisconsin Department of Workforce Development', 'UI Account Number', '######-###-#'],
  ],
  ['WY', 'Wyoming', null, ['Wyoming Department of Workforce Services', 'Unemployment Insurance Account Number', '#########', '######-#']],
]

export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const agencyOf = ([name, account, ...formats]: AgencyRow): Agency => ({ slug: slugOf(name), name, account, formats })

/** The 50 states and the District of Columbia, by their abbreviation. */
export const stateAgencies: ReadonlyMap<string, StateAgencies> = new Map(
  rows.map(([state, name, tax, insurance]) => [state, { name, withholding: tax && agencyOf(tax), unemployment: agencyOf(insurance) }]),
)

/** Whether the text matches one of the formats. Separators and spaces may be missing; upper and lower case are equal. */
export const fitsFormat = (typed: string, formats: readonly string[]): boolean =>
  formats.length === 0 || formats.some((format) => patternOf(format).test(bare(typed)))

const bare = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9#@]/g, '')

const patternOf = (format: string): RegExp => new RegExp(`^${bare(format).replaceAll('#', '\\d').replaceAll('@', '[A-Z]')}$`)

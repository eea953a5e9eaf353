// Every scenario of the sandbox (docs/sandbox.md) as a request, with the finding that a reviewer has to see first.

export type Scenario = {
  readonly named: string
  readonly request: { readonly name: string; readonly [field: string]: unknown }
  /** The beginning of the verdict. */
  readonly verdict: string
}

const elsewhere = '1 Main St, Portland, OR 97201'
const verify = 'business_verification_verify'

const request = (name: string, { products = [], address = elsewhere, ...more }: More = {}): Scenario['request'] => ({
  name,
  addresses: [{ full_address: address }],
  ...more,
  orders: [verify, ...products].map((product) => ({ product })),
})

type More = {
  readonly products?: readonly string[]
  readonly address?: string
  readonly people?: readonly object[]
  readonly tin?: object
  readonly website?: object
  readonly phone_numbers?: readonly object[]
  readonly email_addresses?: readonly object[]
}

const named = (name: string, verdict: string, ...products: string[]): Scenario => ({
  named: name,
  request: request(name, { products }),
  verdict,
})

const person = (name: string, verdict: string, ...products: string[]): Scenario => ({
  named: name,
  request: request('Peopled Company LLC', { people: [{ name }], products }),
  verdict,
})

const grand = (number: number, verdict: string): Scenario => ({
  named: `${number} Grand St`,
  request: request('Addressed Company LLC', { address: `${number} Grand St., New York, NY 10013` }),
  verdict,
})

const tin = (digits: string, verdict: string): Scenario => ({
  named: `TIN ${digits}`,
  request: request('Numbered Company LLC', { tin: { tin: digits }, products: ['tin'] }),
  verdict,
})

const website = (url: string, verdict: string): Scenario => ({
  named: url,
  request: request('Listed Company LLC', { website: { url }, products: ['website'] }),
  verdict,
})

const email = (email_address: string, verdict: string): Scenario => ({
  named: email_address,
  request: request('Mailed Company LLC', { email_addresses: [{ email_address }], products: ['email_risk'] }),
  verdict,
})

const clear = 'Ready to approve'
const unanswered = 'Nothing found against it, but'

export const scenarios: readonly Scenario[] = [
  named('Unregistered Business', 'Do not approve yet: No registration found'),
  named('Similar Name Business', 'Take a look first: Only a similar name is registered'),
  named('Inactive Business', 'Do not approve yet: Registration inactive'),
  named('Foreign Business', unanswered),
  named('Vanished Business', clear),
  named('Stale Business', clear),
  ...['Corporation', 'LLC', 'Partnership', 'Sole Proprietorship', 'Trust', 'Non Profit'].map((name) => named(name, clear)),
  named('Watchlist Business', 'Do not approve: Watchlist hit'),
  named('Bankrupt Business', 'Take a look first: Bankruptcy', 'bankruptcies'),
  named('Litigated Business', 'Take a look first: Litigation', 'litigations'),
  named('Liened Business', 'Take a look first: Lien', 'liens'),
  named('Certified Business', clear),
  named('Notorious Business', 'Take a look first: Adverse media', 'adverse_media'),

  person('J Doe', 'Do not approve yet: People not found on a filing'),
  person('Watchlist Person', 'Do not approve: Watchlist hit'),
  person('Declined Person', 'Do not approve yet: Identity declined', 'kyc'),
  person('Political Person', 'Take a look first: Politically exposed person', 'enhanced_screenings'),
  person('Notorious Person', 'Take a look first: Adverse media', 'enhanced_screenings'),
  person('Liened Person', 'Take a look first: Lien on a person', 'people_ucc_liens'),
  person('Litigated Person', 'Take a look first: Litigation of a person', 'people_litigations'),
  person('Bankrupt Person', 'Take a look first: Bankruptcy of a person', 'people_bankruptcies'),
  person('Convicted Person', 'Take a look first: Criminal record', 'people_criminal_history'),

  grand(123, 'Do not approve yet: Address not on a filing'),
  grand(223, 'Take a look first: Address differs'),
  grand(323, 'Take a look first: Address differs'),
  grand(423, 'Do not approve yet: Address cannot receive mail'),
  grand(523, 'Take a look first: Residential address'),
  grand(623, 'Take a look first: Registered agent’s address'),
  grand(723, 'Take a look first: Private mailbox'),

  tin('000000001', 'Do not approve yet: TIN belongs to another name'),
  tin('000000002', 'Do not approve yet: TIN was never issued'),

  {
    named: 'a phone number that no evidence holds',
    request: request('Called Company LLC', { phone_numbers: [{ phone_number: '212-555-0199' }] }),
    verdict: 'Take a look first: Phone Number: Unverified',
  },
  website('https://offline.example', 'Take a look first: Website'),
  website('https://parked.example', 'Take a look first: Website'),
  email('someone@gmail.com', 'Take a look first: Email Risk: Moderate'),
  email('someone@mailinator.com', 'Take a look first: High-risk email address'),

  // One finding must not hide a worse one.
  {
    named: 'a hit among lesser findings',
    request: request('Watchlist Business', { address: '323 Grand St., New York, NY 10013', people: [{ name: 'J Doe' }] }),
    verdict: 'Do not approve: Watchlist hit',
  },
]

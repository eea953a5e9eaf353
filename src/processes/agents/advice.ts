// What a reviewer does about a task of the review that did not succeed: one table, by the task's key.
import type { ReviewTask } from '../../events/parts.ts'

const advice: Readonly<Record<string, string>> = {
  name: 'Ask for the formation document, or for the name under which the business is registered.',
  dba_name: 'Ask for the filing of the assumed name, and by whom it was made.',
  address_verification: 'Ask for a lease, a utility bill or a tax notice that carries this address.',
  address_risk: 'Ask for proof that the business works at this address.',
  address_deliverability: 'Ask for an address where mail arrives.',
  address_property_type: 'Ask what is done at this address: common for a small firm, not for one that claims staff or stock.',
  address_cmra: 'Ask where the work is done: a mail drop is nobody’s place of business.',
  address_registered_agent: 'Ask for the principal place of business: a registered agent only takes its mail.',
  location_frequency: 'Ask which office or mailbox it is: many businesses share the address.',
  tin: 'Ask for the letter that assigned the number (IRS CP 575 or 147C).',
  tin_issued: 'Ask for the letter that assigned the number (IRS CP 575 or 147C).',
  tin_type: 'Ask for the letter that assigned the company a number of its own (IRS CP 575 or 147C).',
  tin_error: 'Wait: the number is checked again automatically.',
  lei: 'Look the identifier up at gleif.org, and ask for the one that is the business’s own.',
  sos_domestic: 'Ask for a certificate of good standing from the home state, or for proof of reinstatement.',
  sos_domestic_sub_status: 'Ask for a certificate of good standing from the home state.',
  sos_sub_status: 'Ask for the report or the fee that the registry of this registration wants.',
  sos_match: 'Ask whether it does business in the state of its address, and for its registration there.',
  sos_active: 'Ask about the registrations that are not active.',
  sos_inactive: 'Ask for proof of reinstatement, or why the registration lapsed.',
  sos_unknown: 'Look the registration up on the registry’s own site.',
  sos_not_found: 'Ask in which state and under which name it is registered; only the registries that are loaded were searched.',
  person_verification: 'Ask for a document that names these people: the operating agreement, the minutes or the latest annual report.',
  beneficial_owners: 'Ask who holds the rest or decides, and for the register of shareholders or the operating agreement.',
  owner_discrepancies: 'Ask which owners are right, and resolve each difference on the page of its owners.',
  listed_owners: 'Ask for the chain of ownership with its shares, and approve nothing before it is known what listed parties hold.',
  global_watchlists: 'Run the sanctions review, and approve nothing before every hit is decided.',
  watchlist: 'Run the sanctions review, and approve nothing before every hit is decided.',
  time_in_business: 'Ask for references from before the registration, if any are claimed.',
  entity_type_match: 'Ask for the formation document: the kind of entity is another than submitted.',
  name_and_entity_type: 'Ask for the formation document: the name claims another kind of entity.',
  industry: 'Hold the line of business against the policy for prohibited and high-risk industries.',
  email_risk: 'Ask for an address at the business’s own domain, and write to it.',
  motor_carriers: 'Look the carrier up on the site of the FMCSA, and ask why its authority ended.',
  phone: 'Call a number that a registry or the website gives, not the one submitted.',
  risky_keywords: 'Hold the line of business against the policy for prohibited and high-risk industries.',
  website_status: 'Ask for a website that can be read, or for proof of trading that needs none.',
  website_parked: 'Ask for proof of trading: a parked domain shows none.',
  website_verification: 'Ask who runs the site and for an invoice from its registrar.',
}

const byCategory: Readonly<Record<string, string>> = {
  adverse_media: 'Read the items: whether they are about this business or its people, and what came of it.',
  politically_exposed_persons: 'Ask for the source of wealth, and let somebody senior decide.',
  people_criminal_history: 'Read the record: whether it is this person’s, and what came of it.',
  people_bankruptcies: 'Read the docket: whether it is this person’s, and when it was discharged.',
  people_litigations: 'Read the docket: whether it is this person’s, and what is claimed.',
  people_liens: 'Compare the liens’ amounts with what is applied for, and ask whether they are this person’s.',
  bankruptcies: 'Read the docket: chapter, whether it was discharged, and when.',
  liens: 'Compare the liens’ collateral and amounts with what is applied for.',
  litigations: 'Read the docket: who claims what, and whether it is over.',
  kyc: 'Ask for a government document of this person.',
  sos: 'Ask the business for the documents that were not obtained.',
  web: 'Look at the site, and ask the business about what does not fit.',
  website: 'Look at the site, and ask the business about what does not fit.',
}

/** What to do next about a task; null where nothing needs to be done. */
export const adviceOn = ({ key, category, status }: ReviewTask): string | null =>
  status === 'success' || status === 'neutral' ? null : (advice[key] ?? byCategory[category] ?? 'Look into it before deciding.')

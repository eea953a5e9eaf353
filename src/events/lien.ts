// What can happen to a lien that the account files: from the request through the state's filing office to its termination or lapse.
import { z } from 'zod'
import { type EventOf, personal, subjectOf } from './define.ts'
import { erasureEvents } from './erasure.ts'
import { modes } from './modes.ts'
import { AddressParts } from './parts.ts'
import { erased, lost } from './personal-data.ts'

/** Who owes, or to whom it is owed; an individual is the subject of their own name. */
const party = {
  id: z.uuid(),
  organization_name: z.string().nullable(),
  first_name: personal(z.string().nullable()),
  last_name: personal(z.string().nullable()),
  addresses: z.array(AddressParts),
}

export const LienParty = subjectOf('id', z.object(party))
export type LienParty = z.output<typeof LienParty>

/** A debtor's street is theirs; the town and state are what the filing office's index is searched by. */
const DebtorAddress = AddressParts.extend({
  full_address: personal(z.string()),
  address_line1: personal(z.string().nullable()),
  address_line2: personal(z.string().nullable()),
  latitude: personal(z.number().nullable().optional()),
  longitude: personal(z.number().nullable().optional()),
})

const LienDebtor = subjectOf('id', z.object({ ...party, addresses: z.array(DebtorAddress) }))

/** What became of a debtor's name: nothing can be filed under one that was erased or lost. */
export const unreadableDebtor = ({ debtors }: { readonly debtors: readonly LienParty[] }): 'erased' | 'lost' | null => {
  const names = debtors.map(({ first_name }) => first_name)
  return names.includes(erased) ? 'erased' : names.includes(lost) ? 'lost' : null
}

const lienStatuses = ['created', 'pending', 'filed', 'open', 'closing', 'closed'] as const
export type LienStatus = (typeof lienStatuses)[number]

export type TerminationStatus = 'created' | 'pending' | 'completed'

/** What is behind the relation when it is no loan (box 5 and 7 of the national form). */
export const alternativeDesignations = [
  'buyer_seller',
  'bailee_bailor',
  'consignee_consignor',
  'lessee_lessor',
  'licensee_licensor',
] as const

export const lienEvents = {
  ...erasureEvents,
  LienRequested: z.object({
    lien_id: z.uuid(),
    business_id: z.uuid(),
    /** In `test` the desk is simulated. */
    mode: z.enum(modes),
    state: z.string(),
    debtors: z.array(LienDebtor),
    secured_parties: z.array(LienParty),
    collateral: z.string().nullable(),
    loan_principal_amount_cents: z.number().int().nullable(),
    packet_number: z.string(),
    alternative_designation: z.enum(alternativeDesignations).nullable(),
  }),
  /** `reference`: the e-filing vendor's id of the filing; null when a person files it. */
  LienFulfilmentStarted: z.object({ reference: z.string().nullable() }),
  /** The filing office returned it, with a reason that may quote a debtor. It stays in fulfilment until it is filed. */
  LienReturned: z.object({ reason: personal(z.string()) }),
  LienFiled: z.object({
    file_number: z.string().nullable(),
    confirmation_number: z.string().nullable(),
    filing_date: z.string(),
    /** The time until which it is effective without a continuation. */
    lapse_date: z.string(),
  }),
  /** The state's index shows it, and the file number is known. */
  LienReflected: z.object({ file_number: z.string().nullable(), reflected_on: z.string() }),
  LienDocumentAttached: z.object({
    document_id: z.uuid(),
    document_type: z.string(),
    filename: personal(z.string()),
    content_type: z.string(),
    /** In bytes. */
    size: z.number().int(),
    sha256: z.string(),
    filing_date: z.string().nullable(),
  }),
  LienTerminationRequested: z.object({ termination_id: z.uuid(), packet_number: z.string() }),
  LienTerminationStarted: z.object({ reference: z.string().nullable() }),
  LienTerminationCompleted: z.object({ file_number: z.string().nullable(), terminated_on: z.string() }),
  LienLapseApproached: z.object({ lapse_date: z.string(), days_left: z.number().int() }),
  LienLapsed: z.object({ lapse_date: z.string() }),
}
export type LienEvent = EventOf<typeof lienEvents>

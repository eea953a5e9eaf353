// The port for e-filing: a vendor accepts a filing, returns a reference and reports its status. Without a vendor, a person files at the desk.
import type { PostalAddress } from '../ports.ts'

export type FilingParty = {
  readonly organization_name: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly addresses: readonly PostalAddress[]
}

export type Filing = {
  /** The vendor gets this as its idempotency key, so that a filing sent twice counts once. */
  readonly id: string
  readonly kind: 'filing' | 'termination'
  readonly state: string
  readonly packet_number: string
  /** For a termination: the file number of the initial filing. */
  readonly initial_file_number: string | null
  readonly debtors: readonly FilingParty[]
  readonly secured_parties: readonly FilingParty[]
  readonly collateral: string | null
  readonly loan_principal_amount_cents: number | null
  readonly alternative_designation: string | null
}

export type FilingStatus = {
  readonly status: 'pending' | 'filed' | 'open' | 'returned'
  readonly file_number: string | null
  readonly confirmation_number: string | null
  /** YYYY-MM-DD; null: the vendor gave none that can be read. */
  readonly date: string | null
  /** Why the filing was returned. */
  readonly reason: string | null
}

export type FilingSource = {
  /** @returns the vendor's reference for the filing */
  readonly submit: (filing: Filing, signal?: AbortSignal) => Promise<string>
  readonly status: (reference: string, kind: Filing['kind'], signal?: AbortSignal) => Promise<FilingStatus>
  /** The pause before the next status request for a filing. */
  readonly pollMs: number
}

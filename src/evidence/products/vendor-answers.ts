// Shared by all vendors: the values that requests contain, and the form of answers, which are facts with a source, or unavailable with a reason.
import { derivedId } from '../../events/derived-id.ts'
import type { Source, Subject } from '../ports.ts'
import type { Unavailable } from './products.ts'
import { NoAnswer, type Values } from './vendor.ts'

export const businessValues = ({ names, addresses: [address], tin }: Subject): Values => ({
  name: names[0] ?? '',
  address: address?.full_address ?? '',
  state: address?.state ?? '',
  tin: tin ?? '',
  dob: '',
})

export const vendorSource = (vendor: string, row: string, { business_id }: Subject): Source => {
  const today = new Date().toISOString().slice(0, 10)
  const metadata = { data_set: vendor, version: today, row, as_of: today }
  return { id: derivedId(JSON.stringify(['vendor', metadata]), business_id), type: 'vendor', metadata }
}

/** @throws errors that are not the vendor's fault, and the signal's reason */
export const unavailableBecause = (error: unknown, signal: AbortSignal | undefined): Unavailable => {
  signal?.throwIfAborted()
  if (!(error instanceof NoAnswer)) throw error
  return { outcome: 'unavailable', reason: error.message, passing: error.passing }
}

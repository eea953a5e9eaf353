// Names and phone numbers of a business in responses: the submitted ones with the sources that confirm them, then the other ones found.
import type { z } from 'zod'
import { lastTenDigits } from '../../events/parts.ts'
import { sameName } from '../../evidence/matching/thresholds.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { Address, Name, PhoneNumber } from '../records/evidence.ts'
import { addressResource } from './address.ts'
import { numberToCall } from './website.ts'

const letters = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** What kind of name the registry has the submitted name as, also where it is spelt another way there. */
const typeRegistered = ({ registrations }: BusinessDocument['file']): 'legal' | 'dba' | null => {
  const [best] = Object.values(registrations).toSorted((a, b) => b.match.score - a.match.score)
  return best && best.match.score >= sameName ? best.name_type : null
}

/** The submitted name first, with the sources that have exactly this name; then the other names found. */
export const namesOf = ({ id, name, added, file }: BusinessDocument): z.output<typeof Name>[] => {
  const found = Object.values(file.names)
  const submittedNames = [...(name === '' ? [] : [{ id, name, type: null }]), ...added.names]
  const submitted = submittedNames.map((each) => {
    const same = found.find((other) => letters(other.name) === letters(each.name))
    return {
      object: 'name',
      id: each.id === id ? (same?.id ?? id) : each.id,
      name: each.name,
      submitted: true,
      type: same?.type ?? each.type ?? (each.id === id ? typeRegistered(file) : null),
      business_id: id,
      sources: [...(same?.sources ?? [])],
    }
  })
  const others = found
    .filter((each) => !submittedNames.some((other) => letters(other.name) === letters(each.name)))
    .map((each) => foundName(each, id))
  return [...submitted, ...others]
}

export const foundName = (
  { id, name, type, sources }: Omit<BusinessDocument['file']['names'][string], 'created_at' | 'updated_at'>,
  business_id: string,
): z.output<typeof Name> => ({ object: 'name', id, name, submitted: false, type, business_id, sources: [...sources] })

export const addressesOf = ({ id, submitted, file, created_at, updated_at }: BusinessDocument): z.output<typeof Address>[] => [
  ...submitted.addresses.map((address) =>
    addressResource(address, {
      businessId: id,
      submitted: true,
      at: { created_at, updated_at },
      assessment: file.assessments[address.id],
      risk: file.address_risks?.[address.id],
    }),
  ),
  ...Object.values(file.addresses).map((address) =>
    addressResource(address, {
      businessId: id,
      submitted: false,
      at: address,
      sources: address.sources,
      assessment: file.assessments[address.id],
      risk: file.address_risks?.[address.id],
    }),
  ),
]

/** A submitted number with its evidence; then the other numbers found. The website recommends the one to call. */
export const phonesOf = (business: BusinessDocument): z.output<typeof PhoneNumber>[] => {
  const { submitted, file } = business
  const toCall = numberToCall(business)
  const found = new Map(Object.values(file.phone_numbers).map((each) => [lastTenDigits(each.number), each]))
  const submittedNumbers = new Map(submitted.phone_numbers.map(({ number }) => [lastTenDigits(number), { number, contact_type: null }]))
  return [...new Map<string, { readonly number: string; readonly contact_type: string | null }>([...submittedNumbers, ...found])].map(
    ([digits, { contact_type, number }]) => ({
      object: 'phone_number',
      number: submittedNumbers.get(digits)?.number ?? number,
      contact_type,
      recommended: toCall === null ? null : digits === lastTenDigits(toCall),
    }),
  )
}

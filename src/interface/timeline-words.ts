// What an entry of a timeline says happened, in words that the page and the report share.
import { ownValue } from '../events/own-value.ts'

const said: { readonly [type: string]: string } = {
  'registration.created': 'New registration',
  'registration.updated': 'Registration changed',
  'address.created': 'New address',
  'address.deleted': 'Address removed',
  'name.created': 'New name',
  'name.deleted': 'Name removed',
  'person.created': 'New person',
  'person.deleted': 'Person removed',
  'found_owner.created': 'New owner in published data',
  'found_owner.deleted': 'Owner no longer in published data',
  'lei_record.created': 'New LEI record',
  'lei_record.updated': 'LEI record changed',
  'lei_record.deleted': 'LEI record removed',
  'note.created': 'New note',
  'ownership.certified': 'Ownership certified',
  'risk.set': 'Risk tier set',
  'review.due': 'Review due soon',
  'review.overdue': 'Review overdue',
  'watchlist_result.created': 'Watchlist hit found',
  'watchlist_result.updated': 'Watchlist hit changed',
  'watchlist_result.dismissed': 'Watchlist hit dismissed',
  'watchlist_result.reopened': 'Watchlist hit reopened',
  'watchlist_result.deleted': 'Watchlist hit not found any more',
}

/**
 * @param type without the prefix of the registry's own filings
 * @example timelineWords('found_owner.created') // => 'New owner in published data'
 */
export const timelineWords = (type: string): string => ownValue(said, type) ?? type.replaceAll(/[_.]/g, ' ')

/**
 * What an entry is about, on one line. `about`: its object.
 * @example timelineDetails({ name: 'Acme LLC', state: 'OR', file_number: '123-4' }) // => 'Acme LLC, OR, 123-4'
 * @example timelineDetails({ full_address: '1 Main St, Portland, OR 97201', state: 'OR' }) // => '1 Main St, Portland, OR 97201'
 */
export const timelineDetails = (about: object): string => {
  const fields: Fields = { ...about }
  const { name, full_address, text, entity_name, lei, state, file_number, list, due_at, description, reason } = fields
  return [
    name ?? full_address ?? text ?? entity_name,
    lei,
    // An address ends with its state.
    file_number ? state : null,
    file_number,
    list,
    typeof due_at === 'string' ? `due on ${due_at.slice(0, 10)}` : null,
    tierIn(fields),
    changesIn(fields),
    description,
    reason,
  ]
    .filter((each) => typeof each === 'string' && each !== '')
    .join(', ')
}

type Fields = { readonly [field: string]: unknown }

const tierIn = ({ tier }: Fields): string | null => {
  if (tier === null) return 'as computed'
  return typeof tier === 'string' ? `${tier} risk` : null
}

/** Which fields of a listed entry, or of the party, are not what they were. */
const changesIn = ({ changes }: Fields): string | null =>
  Array.isArray(changes) && changes.length > 0
    ? `changed: ${changes.map(({ field }: { readonly field: string }) => field.replaceAll('_', ' ')).join(', ')}`
    : null

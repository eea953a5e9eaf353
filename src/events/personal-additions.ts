// Whether an event brings personal data into the stream of a business. After an erasure it is then there again, and is kept and erased by the periods
// of the account like any other.
import { businessEvents } from './business.ts'
import { type DomainEvent, type EventType, personalData } from './catalogue.ts'
import { keysOf } from './keys-of.ts'
import { noteEvents } from './note.ts'
import { noticeEvents } from './notice.ts'
import { isOfProposal, proposalEvents } from './oversight.ts'
import { ownershipEvents } from './ownership.ts'
import { holdsPersonal } from './personal-data.ts'
import { retentionEvents } from './retention.ts'

/** The types that may bring some into a business that is there. */
export const personalTypes: readonly EventType[] = keysOf({
  ...businessEvents,
  ...noteEvents,
  ...noticeEvents,
  ...ownershipEvents,
  ...proposalEvents,
  ...retentionEvents,
}).filter((type) => type !== 'BusinessCreated' && personalData[type].length > 0)

/**
 * Whether it brings some: not where the values are null or read `[erased]`, as those that the service itself finds again of an erased subject. A
 * proposal to erase is none of it either.
 */
export const bringsPersonal = ({ type, data }: Pick<DomainEvent, 'type' | 'data'>): boolean => {
  const paths = personalData[type]
  return paths.length > 0 && !isToErase(data) && holdsPersonal(data, paths)
}

const isToErase = (data: object): boolean => 'acts' in data && Array.isArray(data.acts) && data.acts.includes('erasure')

/** Whether it is about how long the record is kept, or about an act that waits for a second person: what is there is kept no longer for it. */
export const isAboutKeeping = (event: { readonly type: string }): boolean =>
  Object.hasOwn(retentionEvents, event.type) || isOfProposal(event)

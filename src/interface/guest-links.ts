// The signed links to pages that an employer opens without a sign-in.
import { endOfLink, type Linked, signedLinks } from './signed-links.ts'

const dayMs = 86_400_000

/** How many days a link is valid: an invitation from its creation, a link to the guest dashboard from the request for it. */
const invitationDays = 90
const guestLinkDays = 7
const documentLinkDays = 1

export type GuestLinks = {
  /** The same link every time. @param createdAt when the object of the link was created */
  readonly invite: (linked: Linked, createdAt: string) => string
  readonly guest: (linked: Linked, section?: string) => string
  readonly mailDocument: (mailId: string) => string
}

/** @param base the origin of the links */
export const guestLinks = ({ secret, base, now }: { secret: Uint8Array; base: string; now: () => Date }): GuestLinks => {
  const links = signedLinks(secret)
  const address = (linked: Linked, end: Date) => `${base}/guest/${links.sign(linked, end)}`
  return {
    invite: (linked, createdAt) => address(linked, new Date(Date.parse(createdAt) + invitationDays * dayMs)),
    guest: (linked, section) => {
      const link = address(linked, endOfLink(now(), guestLinkDays * dayMs))
      return section ? `${link}?section=${encodeURIComponent(section)}` : link
    },
    mailDocument: (id) => address({ kind: 'mail_document', id }, endOfLink(now(), documentLinkDays * dayMs)),
  }
}

// The addresses of the pages that an employer opens without a sign-in, behind signed links.
import type { ProbityContext } from './environment.ts'
import type { Service } from './service.ts'
import { type Linked, signedLinks } from './signed-links.ts'

const dayMs = 86_400_000

/** An invitation holds so many days from its creation; a link to the guest dashboard from the moment that it is asked for. */
export const invitationDays = 90
export const guestLinkDays = 7
export const documentLinkMinutes = 60

const base = (service: Service, c: ProbityContext): string => service.appUrl ?? new URL(c.req.url).origin

/** The same link every time. @param createdAt of what it invites to */
export const inviteLink = (service: Service, c: ProbityContext, linked: Linked, createdAt: string): string =>
  `${base(service, c)}/guest/${signedLinks(service.guestSecret).sign(linked, new Date(Date.parse(createdAt) + invitationDays * dayMs))}`

export const guestLink = (service: Service, c: ProbityContext, linked: Linked, section?: string): string => {
  const expiresAt = new Date(service.now().getTime() + guestLinkDays * dayMs)
  const link = `${base(service, c)}/guest/${signedLinks(service.guestSecret).sign(linked, expiresAt)}`
  return section ? `${link}?section=${encodeURIComponent(section)}` : link
}

export const documentLink = (service: Service, c: ProbityContext, mailId: string): string => {
  const expiresAt = new Date(service.now().getTime() + documentLinkMinutes * 60_000)
  return `${base(service, c)}/guest/${signedLinks(service.guestSecret).sign({ kind: 'mail_document', id: mailId }, expiresAt)}`
}

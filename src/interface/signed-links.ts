// Links that open one object until they expire, without a sign-in. The HMAC over the object is the only permission.
import { createHmac, timingSafeEqual } from 'node:crypto'

const linkKinds = ['registration_request', 'application', 'information_request', 'mail_document', 'evidence_document'] as const
export type LinkKind = (typeof linkKinds)[number]

export type Linked = { readonly kind: LinkKind; readonly id: string }

export type SignedLinks = {
  /** The token of a link; for the path of a URL. */
  readonly sign: (linked: Linked, expiresAt: Date) => string
  /** The object of the link; null when the link was changed, has expired, or is not ours. */
  readonly open: (token: string, now: Date) => Linked | null
}

/** Links that are made within this time are the same. */
const linkStepMs = 1_800_000

/**
 * When a link that is made now expires, if it has to work for `worksMs`. All links of one half hour expire together, at most half an hour later than they
 * have to. So an answer with such a link keeps its tag until something else in it changes.
 * @example
 * endOfLink(new Date('2026-03-01T10:07:00Z'), 3_600_000) // => new Date('2026-03-01T11:30:00Z')
 */
export const endOfLink = (now: Date, worksMs: number): Date => new Date((Math.floor(now.getTime() / linkStepMs) + 1) * linkStepMs + worksMs)

/**
 * @param secret the same on every instance
 * @example
 * const links = signedLinks(new Uint8Array(32))
 * const token = links.sign({ kind: 'application', id: '7' }, new Date('2026-03-02'))
 * links.open(token, new Date('2026-03-01')) // => { kind: 'application', id: '7' }
 * links.open(token, new Date('2026-03-03')) // => null
 * links.open(`${token}x`, new Date('2026-03-01')) // => null
 */
export const signedLinks = (secret: Uint8Array): SignedLinks => {
  const signature = (payload: string) => createHmac('sha256', secret).update(payload).digest()
  return {
    sign: ({ kind, id }, expiresAt) => {
      const payload = `${linkKinds.indexOf(kind)}.${id}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`
      return `${payload}.${signature(payload).toString('base64url')}`
    },
    open: (token, now) => {
      const [kind, id, expires, signed, ...rest] = token.split('.')
      if (!kind || !id || !expires || !signed || rest.length > 0) return null
      const sent = Buffer.from(signed, 'base64url')
      const right = signature(`${kind}.${id}.${expires}`)
      // Base64 has several spellings of the same bytes. Only the original one is accepted.
      if (sent.length !== right.length || !timingSafeEqual(sent, right) || signed !== right.toString('base64url')) return null
      const known = linkKinds[Number(kind)]
      return known && Number.parseInt(expires, 36) * 1000 > now.getTime() ? { kind: known, id } : null
    },
  }
}

// Recognises profiles on third-party platforms by their address, and gives the platform's own spelling of it.
import { parse } from 'tldts'
import type { ProfileType } from './finding.ts'

export type ProfileLink = {
  readonly type: ProfileType
  /** In the platform's own spelling, without tracking parameters. */
  readonly url: string
  /** The platform's name or id for the profile. */
  readonly handle: string
}

type Platform = {
  /** Registrable domains. */
  readonly domains: readonly string[]
  /** The canonical address and the handle; undefined if the address is not a profile but a share button, a post or the front page. */
  readonly read: (url: URL) => { readonly url: string; readonly handle: string } | undefined
}

const segments = (url: URL): string[] =>
  url.pathname
    .split('/')
    .filter((each) => each !== '')
    .map((each) => {
      try {
        return decodeURIComponent(each)
      } catch {
        return each
      }
    })

const named = (handle: string | undefined, reserved: RegExp, pattern: RegExp, write: (handle: string) => string) =>
  handle === undefined || reserved.test(handle) || !pattern.test(handle) ? undefined : { handle, url: write(handle) }

const platforms: { readonly [Type in ProfileType]: Platform } = {
  facebook: {
    domains: ['facebook.com', 'fb.com', 'fb.me'],
    read: (url) => {
      const [first, second, third] = segments(url)
      const id = url.searchParams.get('id')
      if (first === 'profile.php')
        return id && /^\d+$/.test(id) ? { handle: id, url: `https://www.facebook.com/profile.php?id=${id}` } : undefined
      if (first === 'pages' && third && /^\d+$/.test(third)) return { handle: third, url: `https://www.facebook.com/${third}` }
      const handle = first === 'pg' || first === 'p' ? second : first
      const reserved =
        /^(sharer|sharer\.php|share|share\.php|dialog|plugins|tr|login|login\.php|help|policies|policy\.php|groups|events|watch|hashtag|marketplace|photo\.php|photos|story\.php|permalink\.php|privacy|legal|business|ads|home\.php|v\d.*|l\.php|pages|gaming|people|reel|messages|settings|terms\.php)$/i
      return named(handle, reserved, /^[\w.-]{3,100}$/, (name) => `https://www.facebook.com/${name}`)
    },
  },
  google: {
    domains: ['google.com', 'goo.gl', 'g.page', 'app.goo.gl', 'g.co'],
    read: (url) => {
      const [first, second, third] = segments(url)
      const cid = url.searchParams.get('cid') ?? url.searchParams.get('ludocid')
      if (cid && /^\d{5,}$/.test(cid)) return { handle: cid, url: `https://maps.google.com/?cid=${cid}` }
      if (url.hostname === 'g.page')
        return named(
          first === 'r' ? second : first,
          /^$/,
          /^[\w.-]{3,100}$/,
          (name) => `https://g.page/${first === 'r' ? 'r/' : ''}${name}`,
        )
      if (/^(maps\.)?(app\.)?goo\.gl$/.test(url.hostname)) {
        const key = url.hostname === 'maps.app.goo.gl' ? first : first === 'maps' ? second : undefined
        return named(key, /^$/, /^[\w-]{5,60}$/, (name) =>
          url.hostname === 'goo.gl' ? `https://goo.gl/maps/${name}` : `https://maps.app.goo.gl/${name}`,
        )
      }
      if (first === 'maps' && second === 'place' && third)
        return {
          handle: third.replaceAll('+', ' '),
          url: `https://www.google.com/maps/place/${encodeURIComponent(third).replaceAll('%2B', '+')}`,
        }
      return undefined
    },
  },
  instagram: {
    domains: ['instagram.com', 'instagr.am'],
    read: (url) =>
      named(
        segments(url)[0]?.replace(/^@/, ''),
        /^(p|reel|reels|explore|stories|accounts|about|developer|legal|tv|share|direct)$/i,
        /^[\w.]{1,30}$/,
        (name) => `https://www.instagram.com/${name.toLowerCase()}/`,
      ),
  },
  linkedin: {
    domains: ['linkedin.com', 'lnkd.in'],
    read: (url) => {
      const [kind = '', handle] = segments(url)
      if (!/^(company|in|school|showcase)$/.test(kind)) return undefined
      return named(handle, /^$/, /^[\p{L}\p{N}._%&'-]{1,100}$/u, (name) => `https://www.linkedin.com/${kind}/${encodeURIComponent(name)}`)
    },
  },
  yelp: {
    domains: ['yelp.com'],
    read: (url) => {
      const [kind, handle] = segments(url)
      return kind === 'biz'
        ? named(handle, /^$/, /^[\p{L}\p{N}._-]{2,150}$/u, (name) => `https://www.yelp.com/biz/${encodeURIComponent(name)}`)
        : undefined
    },
  },
  bbb: {
    domains: ['bbb.org'],
    read: (url) => {
      const path = segments(url)
      const at = path.indexOf('profile')
      const handle = path[at + 2]
      return at >= 0 && handle ? { handle, url: `https://www.bbb.org/${path.slice(0, at + 3).join('/')}` } : undefined
    },
  },
  trustpilot: {
    domains: ['trustpilot.com'],
    read: (url) => {
      const [kind, domain] = segments(url)
      return kind === 'review'
        ? named(domain, /^$/, /^[\w.-]+\.[a-z-]{2,}$/i, (name) => `https://www.trustpilot.com/review/${name.toLowerCase()}`)
        : undefined
    },
  },
  x: {
    domains: ['x.com', 'twitter.com'],
    read: (url) =>
      named(
        segments(url)[0]?.replace(/^@/, ''),
        /^(intent|share|home|hashtag|search|i|login|signup|privacy|tos|about|settings|explore|messages|compose|download|widgets)$/i,
        /^\w{1,15}$/,
        (name) => `https://x.com/${name}`,
      ),
  },
  tiktok: {
    domains: ['tiktok.com'],
    read: (url) => {
      const [first] = segments(url)
      return first?.startsWith('@') ? named(first.slice(1), /^$/, /^[\w.]{1,32}$/, (name) => `https://www.tiktok.com/@${name}`) : undefined
    },
  },
}

const typeOf = new Map(
  Object.entries(platforms).flatMap(([type, { domains }]) => domains.map((domain) => [domain, type as ProfileType] as const)),
)

/** The profile at an address; undefined if there is none. */
export const profileAt = (address: string): ProfileLink | undefined => {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const type = typeOf.get(parse(url.hostname).domain ?? '') ?? typeOf.get(url.hostname)
  const profile = type && platforms[type].read(url)
  return type && profile ? { type, ...profile } : undefined
}

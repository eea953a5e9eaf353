// Where a user continues after sign-in. Anyone can put an address into the request, so every kind of sign-in checks it here.
import type { ProbityContext } from '../../inner/framework/environment.ts'

/**
 * Accepts only a path of this service, and no spelling that a browser reads as another host.
 * Checks the address as the browser resolves it: dot segments are removed first.
 * @example
 * localPath('/businesses?page=2') // => '/businesses?page=2'
 * localPath('//evil.example') // => '/'
 * localPath('/.//evil.example') // => '/'
 */
export const localPath = (target: string | undefined): string => {
  const base = 'http://probity.invalid'
  if (!target?.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return '/'
  const url = URL.parse(target, base)
  return url?.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search : '/'
}

/** The address that was asked for, with its query: it says, for instance, where a case stands in a queue. */
export const addressOf = (c: ProbityContext): string => {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}

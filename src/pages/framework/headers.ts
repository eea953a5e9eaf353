// The security headers of every page: no inline code, no foreign content, no framing, no caching.
import type { ProbityContext } from '../../inner/framework/environment.ts'

/** `formTargets`: origins that a form may redirect to, for an OAuth sign-in. */
export const setPageHeaders = (c: ProbityContext, formTargets: readonly string[] = []) => {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  c.header('Content-Security-Policy', policy.join('; '))
  c.header('X-Frame-Options', 'DENY')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Referrer-Policy', 'same-origin')
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
  c.header('Cache-Control', 'no-store')
}

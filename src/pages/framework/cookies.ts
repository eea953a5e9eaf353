// The cookies of the web interface. Over HTTPS their names begin with `__Host-`, so no other host or path can set or read them.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ProbityContext } from '../../inner/framework/environment.ts'

export type Cookies = {
  readonly get: (c: ProbityContext, name: CookieName) => string | undefined
  readonly set: (c: ProbityContext, name: CookieName, value: string) => void
  readonly remove: (c: ProbityContext, name: CookieName) => void
}

/**
 * `session`: the signed-in user. `visit`: a random value that binds forms to the browser before sign-in. `notice`: a message for the next page.
 * `provider`: what the provider's answer is checked against, encrypted. `mode`: test or live.
 */
type CookieName = 'session' | 'visit' | 'notice' | 'provider' | 'mode'

/** Cookies end with the browser; the server decides when a session ends. */
export const cookies = ({ secure }: { secure: boolean }): Cookies => {
  const nameOf = (name: CookieName) => `${secure ? '__Host-' : ''}probity_${name}`
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const
  return {
    get: (c, name) => getCookie(c, nameOf(name)),
    set: (c, name, value) => setCookie(c, nameOf(name), value, options),
    remove: (c, name) => {
      deleteCookie(c, nameOf(name), options)
    },
  }
}

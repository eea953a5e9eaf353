// The cookies of the web interface. Over https their names begin with `__Host-`, so that no other host or path can set or read them.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ProbityContext } from '../inner/environment.ts'

export type Cookies = {
  readonly get: (c: ProbityContext, name: CookieName) => string | undefined
  readonly set: (c: ProbityContext, name: CookieName, value: string) => void
  readonly remove: (c: ProbityContext, name: CookieName) => void
}

/** `session`: who is signed in. `visit`: a random value that binds forms before there is a session to the browser that got them. `notice`: what the next page says. */
type CookieName = 'session' | 'visit' | 'notice'

/** They end with the browser; the session's own end is the server's to decide. */
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

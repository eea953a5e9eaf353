// The notice after a form: kept in a cookie until the next page shows it.
import type { ProbityContext } from '../../inner/framework/environment.ts'
import type { Cookies } from './cookies.ts'
import type { Notice } from './layout.ts'

/** A browser drops a cookie over 4 KB, and with it the notice. */
const longest = 600

export const leaveNotice = (c: ProbityContext, cookies: Cookies, { kind, text }: Notice) => {
  const letters = [...text]
  const kept = letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text
  cookies.set(c, 'notice', Buffer.from(JSON.stringify({ kind, text: kept })).toString('base64url'))
}

export const takeNotice = (c: ProbityContext, cookies: Cookies): Notice | undefined => {
  const value = cookies.get(c, 'notice')
  if (value === undefined) return undefined
  cookies.remove(c, 'notice')
  try {
    const { kind, text } = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as Notice
    return (kind === 'good' || kind === 'bad') && typeof text === 'string' ? { kind, text } : undefined
  } catch {
    return undefined
  }
}

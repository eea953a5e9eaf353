// The notice after a form: kept in a cookie until the next page shows it.
import type { ProbityContext } from '../inner/environment.ts'
import type { Cookies } from './cookies.ts'
import type { Notice } from './layout.ts'

export const leaveNotice = (c: ProbityContext, cookies: Cookies, notice: Notice) =>
  cookies.set(c, 'notice', Buffer.from(JSON.stringify(notice)).toString('base64url'))

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

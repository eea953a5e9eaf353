// Sessions of the web interface: a random token in a cookie; the record stores its SHA-256. A session ends by signing out, after twelve hours, and
// when its user's password or rights change. Its user stays known for a while, so that a form sent too late finds its way back to the user.

import { randomBytes } from 'node:crypto'
import type { Read } from '../projections/read.ts'
import { type UserDocument, users } from '../projections/users.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { secretHash } from './secrets.ts'

/** `awaitingCode`: the password was right, the one-time code is still missing. */
export type Session = {
  readonly token: string
  readonly userId: string
  readonly awaitingCode: boolean
  readonly startedAt: string
  /** The form marks of the same user's earlier sessions in the same browser, so that a form left open in another window still works. */
  readonly earlierForms: readonly string[]
}

export type EndedSession = Session & { readonly endsAt: number }

export type SignedIn = { readonly session: Session; readonly user: UserDocument }

export type Sessions = {
  readonly start: (session: { userId: string; awaitingCode: boolean; earlierForms?: readonly string[] }) => Promise<Session>
  /** The session of a cookie's token with its user; undefined if it has ended. */
  readonly find: (token: string) => Promise<SignedIn | undefined>
  /** The session of a cookie's token, ended or not. It says who the user was and grants nothing. */
  readonly findOrEnded: (token: string) => Promise<EndedSession | undefined>
  readonly end: (token: string) => Promise<void>
}

export type SessionDependencies = {
  readonly documents: Pick<DocumentStore, 'records'>
  readonly read: Read
  readonly now: () => Date
}

const kind = 'session'
const lifetimeMs = 12 * 3600_000
const awaitingCodeMs = 5 * 60_000
/** Longer than a weekend. */
const knownAfterwardsMs = 7 * 24 * 3600_000

export const sessions = ({ documents: { records }, read, now }: SessionDependencies): Sessions => {
  const findOrEnded: Sessions['findOrEnded'] = async (token) => {
    const record = await records.get(kind, secretHash(token))
    return (
      record && {
        token,
        userId: String(record.value.user_id),
        awaitingCode: record.value.awaiting_code === true,
        startedAt: String(record.value.started_at),
        earlierForms: Array.isArray(record.value.earlier_forms) ? record.value.earlier_forms.map(String) : [],
        endsAt: Number(record.value.expires_at),
      }
    )
  }

  return {
    start: async ({ userId, awaitingCode, earlierForms = [] }) => {
      const token = randomBytes(32).toString('base64url')
      const started = now()
      const startedAt = started.toISOString()
      const endsAt = started.getTime() + (awaitingCode ? awaitingCodeMs : lifetimeMs)
      const value = { user_id: userId, awaiting_code: awaitingCode, started_at: startedAt, expires_at: endsAt, earlier_forms: earlierForms }
      await records.put(kind, secretHash(token), value, { expectedRevision: -1, expiresAt: new Date(endsAt + knownAfterwardsMs) })
      return { token, userId, awaitingCode, startedAt, earlierForms }
    },

    find: async (token) => {
      const asked = now().getTime()
      const session = await findOrEnded(token)
      if (!session || session.endsAt <= asked) return undefined
      const user = await read(users).get(session.userId)
      return user?.status === 'active' && user.sessions_from <= session.startedAt ? { session, user } : undefined
    },

    findOrEnded,

    end: async (token) => {
      await records.remove(kind, secretHash(token))
    },
  }
}

// Sessions of the web interface: a random token in a cookie, of which the record keeps the SHA-256. A session ends by signing out, after twelve hours, and
// when its user's password or rights change.
import { randomBytes } from 'node:crypto'
import type { UserDocument } from '../projections/users.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { secretHash } from './access-tokens.ts'

/** `awaitingCode`: the password was right, the one-time code is still to come. */
export type Session = {
  readonly token: string
  readonly userId: string
  readonly awaitingCode: boolean
  readonly startedAt: string
}

export type SignedIn = { readonly session: Session; readonly user: UserDocument }

const kind = 'session'
const lifetimeMs = 12 * 3600_000
const awaitingCodeMs = 5 * 60_000

export const startSession = async (
  { records }: Pick<DocumentStore, 'records'>,
  { userId, awaitingCode, now }: { userId: string; awaitingCode: boolean; now: Date },
): Promise<Session> => {
  const token = randomBytes(32).toString('base64url')
  const startedAt = now.toISOString()
  const expiresAt = new Date(now.getTime() + (awaitingCode ? awaitingCodeMs : lifetimeMs))
  const value = { user_id: userId, awaiting_code: awaitingCode, started_at: startedAt, expires_at: expiresAt.getTime() }
  await records.put(kind, secretHash(token), value, { expectedRevision: -1, expiresAt })
  return { token, userId, awaitingCode, startedAt }
}

/** The session of a cookie's token with its user; undefined when it has ended. */
export const findSession = async (documents: DocumentStore, token: string, now: Date): Promise<SignedIn | undefined> => {
  const record = await documents.records.get(kind, secretHash(token))
  if (!record || Number(record.value.expires_at) <= now.getTime()) return undefined
  const session = {
    token,
    userId: String(record.value.user_id),
    awaitingCode: record.value.awaiting_code === true,
    startedAt: String(record.value.started_at),
  }
  const user = (await documents.get('users', session.userId)) as UserDocument | undefined
  return user?.status === 'active' && user.sessions_from <= session.startedAt ? { session, user } : undefined
}

export const endSession = async ({ records }: Pick<DocumentStore, 'records'>, token: string): Promise<void> => {
  await records.remove(kind, secretHash(token))
}

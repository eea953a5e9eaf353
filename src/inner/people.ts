// The users and accounts that records name: who asked for something, and to whom it is assigned.
import type { UserDocument } from '../projections/users.ts'
import type { Service } from './service.ts'

/** The users to whom these businesses are assigned, by their id. */
export const assignedUsers = async (
  { documents }: Pick<Service, 'documents'>,
  businesses: readonly { readonly assignee_id: string | null }[],
): Promise<ReadonlyMap<string, UserDocument>> => {
  const ids = new Set(businesses.flatMap(({ assignee_id }) => assignee_id ?? []))
  const users = new Map<string, UserDocument>()
  if (ids.size === 0) return users
  for (const [id, { document }] of await documents.getMany('users', [...ids])) if (document) users.set(id, document as UserDocument)
  return users
}

export const assigneeIn = (
  users: ReadonlyMap<string, UserDocument>,
  { assignee_id }: { readonly assignee_id: string | null },
): UserDocument | null => (assignee_id === null ? undefined : users.get(assignee_id)) ?? null

type Requester = { readonly id: string; readonly type: string }
type Requested = { readonly requester?: Requester; readonly submitted?: { readonly requester: Requester } }

/** The names of those who asked for these businesses or orders, by the id of account or user. */
export const requesterNames = async (
  { documents }: Pick<Service, 'documents'>,
  requested: readonly Requested[],
): Promise<ReadonlyMap<string, string>> => {
  const requesters = requested.flatMap(({ requester, submitted }) => [requester, submitted?.requester].filter((each) => each !== undefined))
  const names = new Map<string, string>()
  const look = async (collection: string, ids: ReadonlySet<string>) => {
    if (ids.size === 0) return
    for (const [id, { document }] of await documents.getMany(collection, [...ids])) if (document) names.set(id, String(document.name))
  }
  await look('users', new Set(requesters.filter(({ type }) => type === 'user').map(({ id }) => id)))
  await look('accounts', new Set(requesters.filter(({ type }) => type !== 'user').map(({ id }) => id)))
  return names
}

// The users and accounts that records name: requesters and assignees.

import { dismissersIn } from '../events/watchlist-dismissals.ts'
import type { Requested } from '../interface/webhook-objects.ts'
import { accounts } from '../projections/accounts.ts'
import { type UserDocument, users } from '../projections/users.ts'
import type { Reads } from './framework/reading.ts'

/** The assignees of these businesses, by id. */
export const assignedUsers = async (
  { read }: Pick<Reads, 'read'>,
  businesses: readonly { readonly assignee_id: string | null }[],
): Promise<ReadonlyMap<string, UserDocument>> => {
  const ids = new Set(businesses.flatMap(({ assignee_id }) => assignee_id ?? []))
  return read(users).getMany([...ids])
}

export const assigneeIn = (
  known: ReadonlyMap<string, UserDocument>,
  { assignee_id }: { readonly assignee_id: string | null },
): UserDocument | null => (assignee_id === null ? undefined : known.get(assignee_id)) ?? null

/** The names of those who requested these businesses or orders or dismissed their watchlist hits, by account or user id. */
export const requesterNames = async (
  { read }: Pick<Reads, 'read'>,
  requested: readonly Requested[],
): Promise<ReadonlyMap<string, string>> => {
  const requesters = requested.flatMap(({ requester, submitted, file }) =>
    [requester, submitted?.requester, ...(file ? dismissersIn(file) : [])].filter((each) => each !== undefined),
  )
  const [ofUsers, ofAccounts] = [requesters.filter(({ type }) => type === 'user'), requesters.filter(({ type }) => type !== 'user')]
  const idsOf = (some: typeof requesters) => [...new Set(some.map(({ id }) => id))]
  // One by one: it is the account of the request nearly always, and the store keeps what was read of it.
  const companies = (await Promise.all(idsOf(ofAccounts).map((id) => read(accounts).get(id)))).filter((each) => each !== undefined)
  const people = await read(users).getMany(idsOf(ofUsers))
  return new Map([...people.values(), ...companies].map(({ id, name }) => [id, name]))
}

// The collection `activity`: one document for each event of an account, its users and its policies. It says who did what when, and where the event is:
// what changed stays in the log.
import { accountEvents } from '../events/account.ts'
import type { StoredEvent } from '../events/catalogue.ts'
import { keysOf } from '../events/keys-of.ts'
import { policyEvents } from '../events/policy.ts'
import { userEvents } from '../events/user.ts'
import { projection } from './projection.ts'

export type ActivityDocument = {
  /** Of the event. */
  readonly id: string
  readonly account_id: string
  /** What the event is about: the first part of its stream's name. */
  readonly about: string
  readonly stream: string
  readonly revision: number
  /** In the log: the order in which it happened. */
  readonly position: number
  /** Sign-ins are many, and change nothing. */
  readonly is_sign_in: boolean
  readonly actor_id: string
  readonly recorded_at: string
}

const recorded = ({ id, type, stream, revision, position, metadata }: StoredEvent): ActivityDocument => ({
  id,
  account_id: metadata.account_id,
  about: stream.slice(0, stream.indexOf('-')),
  stream,
  revision,
  position: Number(position),
  is_sign_in: type === 'UserSignedIn',
  actor_id: metadata.actor.id,
  recorded_at: metadata.recorded_at,
})

const types = keysOf({ ...accountEvents, ...userEvents, ...policyEvents })

export const activity = projection<ActivityDocument>()({
  collection: 'activity',
  version: 1,
  indexes: [
    ['account_id', 'position'],
    ['account_id', 'is_sign_in', 'position'],
  ],
  filters: ['about', 'actor_id', 'recorded_at'],
  key: ({ id }) => id,
  starts: Object.fromEntries(types.map((type) => [type, recorded])),
})

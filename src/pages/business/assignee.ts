// How the users of an account are named where businesses are assigned.
import type { UserDocument } from '../../inner/users.ts'

/** A user to whom a business is assigned. Who may not sign in any more keeps it in name alone. */
export const assigneeName = ({ name, status }: Pick<UserDocument, 'name' | 'status'>): string =>
  status === 'active' ? name : `${name} (${status === 'inactive' ? 'deactivated' : status})`

/** The users to choose from: those who may sign in, and the one who is chosen. */
export const choosable = (users: readonly UserDocument[], chosen: string | null): readonly UserDocument[] =>
  users.filter(({ id, status }) => status === 'active' || id === chosen)

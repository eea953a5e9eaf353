// The user aggregate: a person who signs in.
import type { UserEvent } from '../events/user.ts'
import { type Aggregate, assertNever } from './decider.ts'

type State = { readonly exists: boolean }

export type UserCommand = { readonly type: 'RegisterUser'; readonly user: Extract<UserEvent, { type: 'UserRegistered' }>['data'] }

export const user: Aggregate<State, UserCommand, UserEvent> = {
  name: 'user',
  initial: { exists: false },
  evolve: (_, event) => {
    switch (event.type) {
      case 'UserRegistered':
        return { exists: true }
      default:
        return assertNever(event.type)
    }
  },
  decide: (command, state) => (state.exists ? [] : [{ type: 'UserRegistered', data: command.user }]),
}

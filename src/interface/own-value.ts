// Looking a client's word up in a table, for those that do not know the deciders.
export { ownValue } from '../commands/decider.ts'

// Looks up a client's word in a table, for code that must not import the commands.
export { ownValue } from '../commands/decider.ts'

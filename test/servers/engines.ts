// Which servers the tests over servers run on, in lines for a person.
import { eventStoreEngine } from './eventstored.ts'
import { mongoEngine } from './mongodb.ts'

export const engines = async (): Promise<readonly string[]> => {
  const [eventStore, mongo] = await Promise.all([eventStoreEngine(), mongoEngine()])
  return [`EventStoreDB: ${eventStore}`, `MongoDB: ${mongo}`]
}

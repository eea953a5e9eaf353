// The number of events after which a command that follows them stops.
import { WrongUse } from './command-line.ts'

/** @throws WrongUse when it is none */
export const countIn = (text: string | undefined): number => {
  const count = text === undefined ? Number.POSITIVE_INFINITY : Number(text)
  if (text !== undefined && !/^[1-9]\d*$/.test(text)) throw new WrongUse(`"${text}" is no number of events`)
  return count
}

// Where `listen` stopped: a small file for each service, key and local address, with the signing secret of that address.
import { hash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolder } from '../stores/folders.ts'
import { OperatorError } from './connection.ts'

export type Place = {
  readonly secret: string
  /** The cursor of the feed. */
  readonly cursor: string
  /** The webhooks of the next event that the receiver has taken already. */
  readonly taken: readonly string[]
}

export type KeptPlace = {
  /** @throws OperatorError when the file is damaged */
  readonly read: () => Place | undefined
  /** Written whole or not at all. @throws OperatorError where another program has written it meanwhile */
  readonly write: (place: Place) => void
}

export type Listening = { readonly service: string; readonly key: string; readonly forwardTo: string }

/** In the user's folder for states (XDG Base Directory Specification). */
export const keptPlace = ({ service, key, forwardTo }: Listening): KeptPlace => {
  const folder = join(process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'probity')
  const file = join(folder, `listen-${hash('sha256', JSON.stringify([service, key, forwardTo])).slice(0, 24)}.json`)
  let written: string | undefined
  return {
    read: () => (existsSync(file) ? placeIn(file) : undefined),
    write: (place) => {
      if (written !== undefined && existsSync(file) && readFileSync(file, 'utf8') !== written)
        throw new OperatorError(
          `another listen forwards to ${forwardTo} with this key, and each webhook would arrive twice: let one of them run`,
        )
      written = JSON.stringify(place)
      makeFolder(dirname(file), 0o700)
      writeFileSync(`${file}.new`, written, { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}

const placeIn = (file: string): Place => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Place
  } catch (error) {
    throw new OperatorError(
      `cannot read where it stopped, in ${file} (${(error as Error).message}): remove the file, and it begins anew with another signing secret`,
    )
  }
}

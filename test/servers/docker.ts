// Whether a Docker engine answers here, and which images the compose file names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './supervised.ts'

let asked: Promise<string | undefined> | undefined

/** The engine's version; undefined where none answers. It is asked once. */
export const dockerVersion = (): Promise<string | undefined> => {
  asked ??= run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 10_000 }).then(
    ({ stdout }) => stdout.trim() || undefined,
    () => undefined,
  )
  return asked
}

/** The image of docker-compose.yml whose name begins so: `mongo`. */
export const composeImage = (name: string): string => {
  const compose = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8')
  const image = new RegExp(`^\\s*image: (${name}:\\S+)$`, 'm').exec(compose)?.[1]
  if (image === undefined) throw new Error(`docker-compose.yml names no image ${name}`)
  return image
}

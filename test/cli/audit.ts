// Runs npm run audit over a data folder, or over the stores that the settings name, as its user does.
import { type Ran, runCommand } from './command.ts'

export const masterKey = Buffer.alloc(32, 9).toString('base64')

export const audit = (stores: string | NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ran> =>
  runCommand('audit', args, { ...process.env, MASTER_KEY: masterKey, ...(typeof stores === 'string' ? { DATA_DIR: stores } : stores) })

// Runs npm run audit over a data folder, or over the stores that the settings name, as its user does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const masterKey = Buffer.alloc(32, 9).toString('base64')

export const audit = async (
  stores: string | NodeJS.ProcessEnv,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly output: string }> => {
  const settings = typeof stores === 'string' ? { DATA_DIR: stores } : stores
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../src/operator/audit.ts'), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, MASTER_KEY: masterKey, ...settings } },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

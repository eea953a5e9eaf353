// Runs npm run audit over a data folder as its user does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const audit = async (dataDir: string, ...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../src/operator/audit.ts'), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, DATA_DIR: dataDir, MASTER_KEY: Buffer.alloc(32, 9).toString('base64') } },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

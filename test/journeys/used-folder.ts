// Data folders after some use of the service, and what the real program says when it refuses to start over one.
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as assert from 'uvu/assert'
import { environment, runProgram, startProgram } from './program.ts'
import { testKey } from './service.ts'

export const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
const body = JSON.stringify({
  name: 'Acme Widgets LLC',
  addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
  people: [{ name: 'Ann Keeper' }],
})

/** Creates a business with a person; with `between`, another one after a restart. @returns the id of the first */
export const use = async (dataDir: string, between?: () => void): Promise<string> => {
  const create = async () => {
    const { url, end } = await startProgram(environment(dataDir))
    const made = (await (await fetch(`${url}/v1/businesses`, { method: 'POST', headers, body })).json()) as { readonly id: string }
    await end('SIGTERM')
    return made.id
  }
  // There, it is given the sample.
  mkdirSync(dataDir, { recursive: true })
  const first = await create()
  if (!between) return first
  between()
  await create()
  return first
}

/** The one line with which the program refuses to start. The folder's files stay as they are. */
export const refusal = async (dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<string> => {
  const before = contentOf(dataDir)
  const { code, stdout, stderr } = await runProgram({ ...environment(dataDir), ...settings })
  assert.equal([code, stdout, stderr.trimEnd().split('\n').length], [1, '', 1], stderr)
  assert.equal(contentOf(dataDir), before, 'a refused start leaves nothing behind, and changes nothing')
  return stderr
}

/** The files in a folder, by their names, as hashes. */
const contentOf = (folder: string): Readonly<Record<string, string>> => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return Object.fromEntries(paths.map((path) => [relative(folder, path), hash('sha256', readFileSync(path))]))
}

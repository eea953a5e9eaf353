// The process that seeks values in files; started by files-holding.ts, which says why. It is asked once.
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export type Holding = { readonly file: string; readonly fields: readonly string[] }
/** `sought`: values with their fields. */
export type Search = { readonly folder: string; readonly sought: readonly (readonly [value: string, field: string])[] }
export type SearchMessage = { readonly found: readonly Holding[] } | { readonly problem: string }

type Sought = readonly { readonly bytes: Buffer; readonly field: string }[]

const search = async ({ folder, sought }: Search): Promise<readonly Holding[]> => {
  const spellings = sought.flatMap(([value, field]) =>
    [...new Set([value, value.toLowerCase()])].map((text) => ({ bytes: Buffer.from(text), field })),
  )
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: Holding[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const fields = await heldIn(file, spellings).catch(noneIfGone)
    if (fields.size > 0) found.push({ file, fields: [...fields].sort() })
  }
  return found
}

/** A running service writes beside a file and renames it, so what was listed may be gone. */
const noneIfGone = (error: NodeJS.ErrnoException): ReadonlySet<string> => {
  if (error.code === 'ENOENT') return new Set()
  throw error
}

const heldIn = async (file: string, sought: Sought): Promise<ReadonlySet<string>> => {
  const fields = new Set<string>()
  const overlap = Math.max(0, ...sought.map(({ bytes }) => bytes.length - 1))
  let rest: Buffer = Buffer.alloc(0)
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 1 << 20 })
  for await (const chunk of chunks) {
    const window = Buffer.concat([rest, chunk])
    for (const { bytes, field } of sought) if (!fields.has(field) && window.includes(bytes)) fields.add(field)
    rest = window.subarray(Math.max(0, window.length - overlap))
  }
  return fields
}

const tell = (message: SearchMessage) => process.send?.(message)

process.on('message', (asked: Search) =>
  search(asked).then(
    (found) => tell({ found }),
    (error: Error) => tell({ problem: error.message }),
  ),
)
process.on('disconnect', () => process.exit())

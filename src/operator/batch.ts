// npm run batch: uploads a CSV of businesses and shows how far the service has come with it.
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { readOwner } from '../stores/embedded/folder.ts'

const help = `Uploads a CSV of businesses and shows how far the service has come with it.

Usage: npm run batch -- FILE.csv [--name NAME] [--key KEY] [--url URL] [--out RESULT.csv]

  --name  how the batch is called; the file's name when absent
  --key   an API key; PROBITY_KEY when absent
  --url   where the service is; the one that owns DATA_DIR, or BASE_URL, when absent
  --out   where the rows go with what became of them

The first row holds the titles: name, address (or address_line1, address_city, address_state, address_postal_code), tin, website,
external_id, unique_external_id, phone_number, tags, person_name1, person_dob1, ...`

type Batch = { readonly id: string; readonly business_count: number; readonly completed_business_count: number }

class UsageError extends Error {}

const run = async (): Promise<void> => {
  const { positionals, values } = parsed()
  const [file] = positionals
  if (values.help || file === undefined) return console.log(help)
  const key = values.key ?? process.env.PROBITY_KEY
  if (!key) throw new UsageError('an API key is needed: --key KEY, or PROBITY_KEY in the environment')
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`)
  const url = (values.url ?? (await serviceUrl())).replace(/\/+$/, '')
  const request = requesting(url, key)

  const name = values.name ?? basename(file)
  const body = JSON.stringify({ name, filename: basename(file), csv: readFileSync(file).toString('base64') })
  console.error(`uploading ${file} to ${url}`)
  const { id } = (await (await request('/v1/business_batches', body)).json()) as Batch
  const began = performance.now()
  const bar = progressBar(process.stderr)
  for (;;) {
    const batch = (await (await request(`/v1/business_batches/${id}`)).json()) as Batch
    bar.show(batch, (performance.now() - began) / 1000)
    if (batch.completed_business_count === batch.business_count) break
    await pause(500)
  }
  bar.end()
  const result = await (await request(`/v1/business_batches/${id}/csv`)).text()
  const wrong = result.match(/[,;\t]failed[,;\t]/g)?.length ?? 0
  if (values.out !== undefined) await writeFile(values.out, result)
  console.log(
    `batch ${id}: ${wrong === 0 ? 'every row is a business' : `${wrong} rows are wrong`}${values.out === undefined ? '' : `; see ${values.out}`}`,
  )
}

const parsed = () => {
  try {
    const text = { type: 'string' } as const
    const options = { name: text, key: text, url: text, out: text, help: { type: 'boolean', short: 'h' } } as const
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const serviceUrl = async (): Promise<string> => {
  const { baseUrl, dataDir, port } = readConfig(process.env)
  return baseUrl ?? (await readOwner(dataDir))?.address ?? `http://127.0.0.1:${port}`
}

/** @throws Error with the service's own message; what is only too much at the moment is asked again */
const requesting = (url: string, key: string) => {
  const request = async (path: string, body?: string): Promise<Response> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${url}${path}`, { headers, ...(body === undefined ? {} : { method: 'POST', body }) }).catch(() => {
      throw new Error(`nothing answers at ${url}: is the service running? (--url says where it is)`)
    })
    if (response.ok) return response
    if (response.status === 429) {
      await pause(1000 * Number(response.headers.get('retry-after') ?? 1))
      return request(path, body)
    }
    const { errors } = (await response.json().catch(() => ({}))) as { readonly errors?: readonly { readonly message: string }[] }
    throw new Error(errors?.map(({ message }) => message).join('\n') ?? `${path} answered with status ${response.status}`)
  }
  return request
}

const width = 40

/** On a terminal one line that is drawn anew; elsewhere one line for each tenth. */
const progressBar = (out: NodeJS.WriteStream) => {
  let tenth = -1
  return {
    show: ({ business_count: all, completed_business_count: done }: Batch, seconds: number) => {
      const share = all === 0 ? 1 : done / all
      const filled = Math.round(share * width)
      const rate = seconds > 0 ? `${Math.round(done / seconds)}/s` : ''
      const line = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done} of ${all} rows  ${rate}`
      if (out.isTTY) out.write(`\r${line}\x1b[K`)
      else if (Math.floor(share * 10) > tenth) out.write(`${line}\n`)
      tenth = Math.floor(share * 10)
    },
    end: () => {
      if (out.isTTY) out.write('\n')
    },
  }
}

try {
  await run()
} catch (error) {
  console.error(`batch: ${error instanceof Error ? error.message : error}${error instanceof UsageError ? `\n\n${help}` : ''}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

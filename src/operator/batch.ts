// npm run batch: uploads a CSV of businesses and shows how far the service has come with it.
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import { readOwner } from '../stores/embedded/folder.ts'
import { main, nothing, WrongUse } from './command-line.ts'
import { OperatorError } from './connection.ts'
import { progress } from './progress.ts'

type Batch = { readonly id: string; readonly business_count: number; readonly completed_business_count: number }

type Asked = { readonly name?: string; readonly key?: string; readonly url?: string; readonly out?: string }

const upload = async (file: string, asked: Asked): Promise<void> => {
  const key = asked.key ?? process.env.PROBITY_KEY
  if (!key) throw new WrongUse('an API key is needed: --key KEY, or PROBITY_KEY in the environment')
  if (!existsSync(file)) throw new WrongUse(`${file} does not exist`)
  const url = (asked.url ?? (await serviceUrl())).replace(/\/+$/, '')
  const request = requesting(url, key)

  const name = asked.name ?? basename(file)
  const body = JSON.stringify({ name, filename: basename(file), csv: readFileSync(file).toString('base64') })
  console.error(`uploading ${file} to ${url}`)
  const { id } = (await (await request('/v1/business_batches', body)).json()) as Batch
  const rows = progress('creating', 'rows')
  for (;;) {
    const { completed_business_count: done, business_count: all } = (await (await request(`/v1/business_batches/${id}`)).json()) as Batch
    rows.at(done, all === 0 ? 1 : done / all)
    if (done === all) break
    await pause(500)
  }
  rows.end()
  const result = await (await request(`/v1/business_batches/${id}/csv`)).text()
  const wrong = result.match(/[,;\t]failed[,;\t]/g)?.length ?? 0
  if (asked.out !== undefined) await writeFile(asked.out, result)
  console.log(
    `batch ${id}: ${wrong === 0 ? 'every row is a business' : `${wrong} rows are wrong`}${asked.out === undefined ? '' : `; see ${asked.out}`}`,
  )
}

const serviceUrl = async (): Promise<string> => {
  const { baseUrl, dataDir, port } = readConfig(process.env)
  return baseUrl ?? (await readOwner(dataDir))?.address ?? `http://127.0.0.1:${port}`
}

/** @throws OperatorError with the service's own message; what is only too much at the moment is asked again */
const requesting = (url: string, key: string) => {
  const request = async (path: string, body?: string): Promise<Response> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${url}${path}`, { headers, ...(body === undefined ? {} : { method: 'POST', body }) }).catch(() => {
      throw new OperatorError(`nothing answers at ${url}: is the service running? (--url says where it is)`)
    })
    if (response.ok) return response
    if (response.status === 429) {
      await pause(1000 * Number(response.headers.get('retry-after') ?? 1))
      return request(path, body)
    }
    const { errors } = (await response.json().catch(() => ({}))) as { readonly errors?: readonly { readonly message: string }[] }
    throw new OperatorError(errors?.map(({ message }) => message).join('\n') ?? `${path} answered with status ${response.status}`)
  }
  return request
}

await main({
  name: 'batch',
  about: 'Uploads a CSV of businesses and shows how far the service has come with it.',
  notes: `The first row holds the titles: name, address (or address_line1, address_city, address_state, address_postal_code), tin, website,
external_id, unique_external_id, phone_number, tags, person_name1, person_dob1, ...`,
  options: {
    name: { type: 'string', value: 'NAME', about: "how the batch is called; the file's name when absent" },
    key: { type: 'string', value: 'KEY', about: 'an API key; PROBITY_KEY when absent' },
    url: { type: 'string', value: 'URL', about: 'where the service is; the one that owns DATA_DIR, or BASE_URL, when absent' },
    out: { type: 'string', value: 'FILE', about: 'where the rows go with what became of them' },
  },
  open: nothing,
  commands: [
    {
      usage: 'FILE.csv',
      about: 'uploads a CSV of businesses',
      examples: ['merchants.csv --key bvs_live_... --out merchants-result.csv'],
      run: (_, [file = ''], asked) => upload(file, asked),
    },
  ],
})

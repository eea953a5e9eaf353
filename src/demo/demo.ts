// npm run demo: a scratch service verifies real companies from the given files, or invented ones from the sample, and prints each review.
// With the sample it then follows what edited copies of its registries change.
//   npm run demo -- --data ../shared/data
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pino from 'pino'
import { newApiKey } from '../auth/api-keys.ts'
import { main, nothing } from '../cli/command-line.ts'
import { temporaryFolder } from '../cli/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { startService } from '../service.ts'
import { type Edit, edits, importEdited } from './edited-registries.ts'
import { importPublished } from './imports.ts'
import { type DemoSubject, demoSubjects } from './subjects.ts'

type Task = {
  readonly key: string
  readonly status: string
  readonly sub_label: string
  readonly message: string
  readonly sources: readonly unknown[]
}
type Business = {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly review: { readonly tasks: readonly Task[] } | null
  readonly possible_registrations?:
    | readonly { readonly name: string; readonly state: string; readonly file_number: string; readonly explanation: string }[]
    | null
}

type Call = (method: string, path: string, body?: object) => Promise<Business>

const callOf =
  (url: string, key: string): Call =>
  async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as Business & { readonly errors?: unknown }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer.errors)}`)
    return answer
  }

const bar = (done: number, all: number): string => {
  const filled = Math.round((done / all) * 30)
  return `[${'#'.repeat(filled)}${'.'.repeat(30 - filled)}] ${done} of ${all} in review`
}

/** The businesses in review, in the order of the subjects. It has no time limit: the display shows when nothing moves, and Ctrl-C ends it. */
const verify = async (call: Call, subjects: readonly Pick<DemoSubject, 'request'>[]): Promise<readonly Business[]> => {
  const began = performance.now()
  const rewind = process.stdout.isTTY ? '\r' : ''
  const created = await Promise.all(subjects.map((subject) => call('POST', '/businesses', subject.request)))
  const reviewed = new Map<string, Business>()
  while (reviewed.size < created.length) {
    const pending = created.filter(({ id }) => !reviewed.has(id))
    for (const business of await Promise.all(pending.map(({ id }) => call('GET', `/businesses/${id}`))))
      if (business.status === 'in_review') reviewed.set(business.id, business)
    if (process.stdout.isTTY) process.stdout.write(`\r${bar(reviewed.size, created.length)}`)
    if (reviewed.size < created.length) await new Promise((next) => setTimeout(next, 100))
  }
  console.log(`${rewind}${bar(reviewed.size, created.length)} after ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return created.flatMap(({ id }) => reviewed.get(id) ?? [])
}

const marks: { readonly [status: string]: string } = { success: 'ok  ', warning: 'WARN', failure: 'FAIL', neutral: 'info' }
const short = (text: string, width: number) => (text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width))

const print = ({ name, review, possible_registrations: possible }: Business, about: string): void => {
  console.log(`\n${name}\n${about}\n${'-'.repeat(118)}`)
  for (const { key, status, sub_label, message, sources } of review?.tasks ?? [])
    console.log(
      `${marks[status] ?? status} ${short(key, 26)} ${short(sub_label, 22)} ${short(message, 54)} ${String(sources.length).padStart(2)} ${sources.length === 1 ? 'source' : 'sources'}`,
    )
  for (const { name: like, state, file_number, explanation } of possible ?? [])
    console.log(`Possible match, not counted: "${like}" (${state} ${file_number}): ${explanation}`)
}

const messageOf = ({ review }: Business, key: string): string => review?.tasks.find((task) => task.key === key)?.message ?? ''

/** What the edited copies of the sample's registries change for monitored businesses. */
const follow = async (call: Call, folder: string): Promise<void> => {
  console.log(`\nMonitoring ${edits.length} businesses, then replacing the registries by edited copies:`)
  const before = await verify(
    call,
    edits.map(({ name, address }) => ({ request: { name, addresses: [{ full_address: address }] } })),
  )
  for (const { id } of before) await call('POST', `/businesses/${id}/monitor`, { event_types: ['*'] })
  await importEdited(folder, new Date().toISOString().slice(0, 10))
  for (const [index, business] of before.entries()) {
    const edit = edits[index]
    if (!edit) continue
    // Before it waits, so that the display shows what does not come.
    console.log(`\n${business.name}: ${edit.what}`)
    console.log(`  ${edit.task}: ${await toldOf(call, business, edit)}`)
  }
}

/** The message of the task once the review tells the change. */
const toldOf = async (call: Call, { id }: Business, { task, tells }: Edit): Promise<string> => {
  for (;;) {
    const message = messageOf(await call('GET', `/businesses/${id}`), task)
    if (message.includes(tells)) return message
    await new Promise((next) => setTimeout(next, 200))
  }
}

/** @returns how to look at what it leaves in the folder */
const demonstrateIn = async (folder: string, data: string | undefined): Promise<string> => {
  const reference = join(folder, 'reference')
  if (data !== undefined) {
    console.log('Importing published data:')
    await importPublished({ data: resolve(data), folder: reference, progress: (line) => console.log(`  ${line}`) })
  }
  const liveKey = newApiKey('live')
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    RATE_LIMIT_PER_SECOND: '1000',
    LOG_LEVEL: 'silent',
    BOOTSTRAP_LIVE_KEY: liveKey,
  })
  const service = await startService(config, { log: pino({ level: 'silent' }) })
  try {
    const subjects = demoSubjects(reference)
    console.log(`\nVerifying ${subjects.length} businesses of the ${data === undefined ? 'invented sample' : 'published data'}:`)
    const call = callOf(`${service.url}/v1`, liveKey)
    const businesses = await verify(call, subjects)
    for (const [index, business] of businesses.entries()) print(business, subjects[index]?.about ?? '')
    if (data === undefined) await follow(call, folder)
    const { email, password } = service.firstKeys ?? {}
    return `DATA_DIR=${folder} npm start; sign in as ${email} with ${password}`
  } finally {
    await service.stop()
  }
}

const demonstrate = async (data: string | undefined, keep: boolean): Promise<void> => {
  const { path: folder, remove } = keep
    ? { path: mkdtempSync(join(tmpdir(), 'probity-demo-')), remove: () => undefined }
    : temporaryFolder('probity-demo-')
  try {
    const look = await demonstrateIn(folder, data)
    if (keep) console.log(`\nTo look at it: ${look}`)
  } finally {
    if (keep) console.log(`\nThe scratch data folder: ${folder}`)
    remove()
  }
}

await main({
  name: 'demo',
  about: 'Verifies some twenty businesses in a scratch service and prints their reviews; with the sample, also follows edited registries.',
  options: {
    data: {
      type: 'string',
      value: 'FOLDER',
      about: 'published files, at the places that src/demo/imports.ts names; by default the invented sample',
    },
    keep: { type: 'boolean', about: 'leaves the scratch data folder, and says how to look at it' },
  },
  open: nothing,
  commands: [
    {
      usage: '',
      reads: ['--data'],
      about: 'verifies the businesses',
      options: ['data', 'keep'],
      examples: ['', '--data ../shared/data'],
      run: (_, __, { data, keep = false }) => demonstrate(data, keep),
    },
  ],
})

// npm run cli: reads and creates the records of an account from the command line, and follows what happens, with an API key.
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { accessOptions, type Request, requesting, serviceUrl, Unreached } from './account-requests.ts'
import { type Exit, program, WrongUse } from './command-line.ts'
import { countIn } from './counts.ts'
import { orNearest } from './nearest-word.ts'
import { printJson, show } from './output.ts'
import { progress } from './progress.ts'
import { type Tail, tail } from './tail.ts'
import { bodyIn, withValues } from './values.ts'

/** Where the records of each kind are, which columns a list shows (those that the account's version has), and what of it a page shows. */
const kinds: Readonly<Record<string, { readonly path: string; readonly columns: readonly string[]; readonly page?: string }>> = {
  businesses: { path: '/v1/businesses', columns: ['id', 'name', 'status', 'created_at'], page: '/businesses' },
  webhooks: { path: '/v1/webhooks', columns: ['id', 'url', 'event_types', 'enabled_events', 'disabled_at'] },
  runs: { path: '/v1/runs', columns: ['id', 'agent', 'status', 'started_at'] },
  signals: { path: '/v1/signals', columns: ['id', 'name', 'score', 'created_at'] },
  business_batches: { path: '/v1/business_batches', columns: ['id', 'name', 'business_count', 'completed_business_count'] },
  api_keys: { path: '/v1/api_keys', columns: ['id', 'name', 'last_four', 'last_used_at'] },
}

const kindOf = (word: string) => {
  const kind = kinds[word] ?? kinds[`${word}s`] ?? kinds[`${word}es`]
  if (kind === undefined)
    throw new WrongUse(`there is no kind "${word}"; kinds are ${Object.keys(kinds).join(', ')}${orNearest(word, Object.keys(kinds))}`)
  return kind
}

type List = { readonly data: readonly object[]; readonly has_more: boolean; readonly total_count: number }
type Listing = { readonly path: string; readonly where: readonly (readonly [string, string])[]; readonly all: boolean }

/** `--all` reads the largest pages that there are. */
const largestPage = ['per_page', '100'] as const

/** The first page, or all of them. */
const listed = async (
  request: Request,
  { path, where, all }: Listing,
): Promise<{ readonly rows: readonly object[]; readonly total: number }> => {
  const isSized = where.some(([name]) => name === largestPage[0])
  const asked = all && !isSized ? [...where, largestPage] : where
  const listing = progress('listing', 'records')
  const rows: object[] = []
  for (let after: string | undefined; ; ) {
    const parameters = new URLSearchParams([...asked, ...(after ? [['starting_after', after] as const] : [])].map(([...pair]) => pair))
    const { data, has_more: hasMore, total_count: total } = (await patiently(() => request('GET', `${path}?${parameters}`))) as List
    rows.push(...data)
    listing.at(rows.length, rows.length / Math.max(total, 1))
    after = (data.at(-1) as { readonly id?: string } | undefined)?.id
    if (all && hasMore && after) continue
    listing.end()
    return { rows, total }
  }
}

/** Waits as long as the service asks: many pages one after the other are more than it answers in a second. Says once that the service is starting. */
const patiently = async (ask: () => Promise<unknown>): Promise<unknown> => {
  for (let isTold = false; ; )
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Unreached) || error.retryAfterMs === null) throw error
      if (!error.isTooOften && !isTold) {
        console.error(`-- ${error.message}; trying again until it answers, Ctrl-C ends it`)
        isTold = true
      }
      await pause(error.retryAfterMs)
    }
}

const eventLine = ({ position, time, type, subject = '' }: Parameters<Tail['show']>[0]): string =>
  `${position} ${time} ${type} ${subject}`.trimEnd()

const openPage = async (address: string): Promise<Exit> => {
  console.log(address)
  const program = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open'
  // Where there is no browser, the address that was printed is enough.
  spawn(program, [address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
  return 0
}

const parameterIn = (text: string): readonly [string, string] => {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new WrongUse(`"${text}" is no NAME=VALUE`)
  return [name, value]
}

export const line = await program(import.meta, {
  name: 'cli',
  about: 'Reads and creates records with an API key, and follows what happens.',
  notes: [{ text: `Kinds: ${Object.keys(kinds).join(', ')}. Singular works too.`, of: ['KIND'] }],
  options: {
    ...accessOptions,
    where: { type: 'string', value: 'NAME=VALUE', multiple: true, about: 'a parameter of the list, such as status=in_review' },
    all: { type: 'boolean', about: 'every page, not only the first' },
    data: { type: 'string', value: 'JSON', about: 'the record to create, as JSON or @FILE' },
    set: { type: 'string', value: 'NAME=VALUE', multiple: true, about: 'a member of the record to create: addresses.0.full_address=...' },
    from: { type: 'string', value: 'POSITION', about: 'the events after this position; from the first one when absent' },
    types: { type: 'string', value: 'TYPES', about: 'only these types, with commas between: of events for tail, of webhooks for listen' },
    count: { type: 'string', value: 'N', about: 'stops after so many events; goes on for ever when absent' },
    'forward-to': { type: 'string', value: 'URL', about: 'the server that gets the webhooks' },
    since: { type: 'string', value: 'TIME', about: 'begins with the events of this time, such as 2026-11-22T09:00:00Z' },
    cursor: { type: 'string', value: 'POSITION', about: 'begins after this position of the feed' },
    secret: { type: 'string', value: 'SECRET', about: 'signs with this secret; one is made and kept when absent' },
    override: { type: 'string', value: 'NAME=VALUE', multiple: true, about: 'a member of the object that the event is about: a.b=c' },
    list: { type: 'boolean', about: 'lists the events' },
    json: { type: 'boolean', about: 'prints JSON, for programs' },
  },
  open: async () => ({ close: async () => undefined }),
  commands: [
    {
      usage: 'get KIND ID',
      about: 'shows a record, as JSON',
      options: ['key', 'url'],
      examples: ['get business 0198c2f0-7a52-7cc4-8e0a-6d9b1f2a3c4d'],
      run: async (_, [kind = '', id = ''], options) => {
        const { path } = kindOf(kind)
        printJson(await (await requesting(options))('GET', `${path}/${encodeURIComponent(id)}`))
      },
    },
    {
      usage: 'list KIND',
      about: 'lists records, the newest first',
      options: ['key', 'url', 'where', 'all', 'json'],
      examples: ['list businesses --where status=in_review'],
      run: async (_, [kind = ''], options) => {
        const { path, columns } = kindOf(kind)
        const where = (options.where ?? []).map(parameterIn)
        const { rows, total } = await listed(await requesting(options), { path, where, all: options.all ?? false })
        const [first] = rows
        show(rows, first ? columns.filter((column) => column in first) : columns, { json: options.json ?? false })
        if (rows.length < total) console.error(`${rows.length} of ${total}; --all lists every one`)
      },
    },
    {
      usage: 'create KIND',
      about: 'creates a record and shows it, as JSON',
      options: ['key', 'url', 'data', 'set'],
      examples: ['create business --set name="Acme Widgets LLC" --set addresses.0.full_address="123 Main St, Portland, OR 97201"'],
      run: async (_, [kind = ''], options) => {
        const { path } = kindOf(kind)
        const body = withValues(bodyIn(options.data), options.set ?? [])
        printJson(await (await requesting(options))('POST', path, { body }))
      },
    },
    {
      usage: 'tail',
      about: 'prints the events of the account as they happen, and goes on where it stood when the service was away',
      options: ['key', 'url', 'from', 'types', 'count', 'json'],
      examples: ['tail --types BusinessApproved,BusinessRejected'],
      run: async (_, _args, options) => {
        const count = countIn(options.count)
        const { from, types, json = false } = options
        const show = (event: Parameters<Tail['show']>[0]) => console.log(json ? JSON.stringify(event) : eventLine(event))
        await tail({ request: await requesting(options), from, types, count, show, tell: console.error })
      },
    },
    {
      usage: 'listen',
      about: 'forwards webhooks to a local server, signed, and goes on where it stopped',
      options: ['key', 'url', 'forward-to', 'types', 'since', 'cursor', 'secret', 'count'],
      examples: [
        'listen --forward-to http://localhost:3000/webhooks',
        'listen --forward-to http://localhost:3000/webhooks --types business.approved,business.rejected',
      ],
      // What webhooks tell is made of most of the service: only these two commands load it.
      run: async (_, _args, options) => (await import('./listening.ts')).startListening(options),
    },
    {
      usage: 'trigger [EVENT]',
      about: 'makes a webhook happen, with objects of the sandbox',
      options: ['key', 'url', 'override', 'list', 'json'],
      examples: ['trigger business.approved', 'trigger business.created --override name="Acme LLC"', 'trigger --list'],
      run: async (_, [word], options) => (await import('./triggering.ts')).startTrigger(word, options),
    },
    {
      usage: 'open [KIND] [ID]',
      about: 'opens the dashboard, or the page of a business, in the browser',
      options: ['url'],
      examples: ['open', 'open business 0198c2f0-7a52-7cc4-8e0a-6d9b1f2a3c4d'],
      run: async (_, [kind, id], options) => {
        const { page } = kind === undefined ? { page: '' } : kindOf(kind)
        if (page === undefined) throw new WrongUse(`${kind} have no page of their own`)
        return openPage(`${await serviceUrl(options)}${page}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`)
      },
    },
  ],
})

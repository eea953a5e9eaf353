// npm run sandbox: copies a business as it stood into the test side, and lets time pass for it, with an API key.
import { setTimeout as pause } from 'node:timers/promises'
import { type Access, accessOptions, type Request, requesting, testKeyOf } from './account-requests.ts'
import { nothing, program, WrongUse } from './command-line.ts'
import { printJson, show } from './output.ts'
import { path } from './path.ts'
import { optionalTimeIn, timeIn } from './times.ts'

type Clock = {
  readonly id: string
  readonly name: string
  readonly status: 'ready' | 'advancing'
  readonly at: string
  readonly business_ids: readonly string[]
  readonly advance: { readonly steps: number } | null
}

const lookEveryMs = 500
const sayEveryMs = 5_000

const told = ({ id, at, business_ids: businesses }: Clock): void => {
  console.log(`test clock ${id} stands at ${at}`)
  for (const each of businesses) console.log(`business ${each}`)
}

/** Waits until the advance is done, and says how far it is. */
const advanced = async (request: Request, id: string, print: (line: string) => void): Promise<Clock> => {
  for (let said = performance.now(); ; await pause(lookEveryMs)) {
    const clock = await request<Clock>('GET', path`/v1/test_clocks/${id}`)
    if (clock.status === 'ready') return clock
    if (performance.now() - said < sayEveryMs) continue
    print(`at ${clock.at}`)
    said = performance.now()
  }
}

const access = ['key', 'url', 'json'] as const
const requests = (options: Access): Promise<Request> => requesting(options)

export const line = await program(import.meta, {
  name: 'sandbox',
  about: 'Copies a business as it stood into the test mode, and lets time pass for it on a test clock.',
  notes: [
    { text: 'branch takes the key of the mode that the business is of, also a live key.', of: ['branch'] },
    { text: 'The other commands take a test key.' },
  ],
  options: {
    ...accessOptions,
    'as-of': { type: 'string', value: 'TIME', about: 'the moment as of which the business is copied; now when absent' },
    name: { type: 'string', value: 'NAME', about: 'the name of the clock; the business and the moment when absent' },
    to: { type: 'string', value: 'TIME', about: 'the moment to advance to, at most two years ahead of the clock' },
    json: { type: 'boolean', about: 'prints JSON, for programs' },
  },
  open: nothing,
  commands: [
    {
      usage: 'branch BUSINESS',
      about: 'copies a business as it stood, with a test clock that begins then; personal data is replaced',
      options: ['as-of', 'name', ...access],
      examples: ['branch 0198c2f0-7a52-7cc4-8e0a-6d9b1f2a3c4d --as-of 2026-06-30'],
      run: async (_, [business_id = ''], options) => {
        const as_of = optionalTimeIn(options['as-of']) ?? new Date().toISOString()
        const name = options.name ?? `${business_id} as of ${as_of}`
        const body = { name, copy: { business_id, as_of } }
        const clock = await (await requests(options))<Clock>('POST', '/v1/test_clocks', { body })
        if (options.json) printJson(clock)
        else told(clock)
      },
    },
    {
      usage: 'advance CLOCK',
      about: 'advances a test clock and waits until what was due on the way is done',
      options: ['to', ...access],
      examples: ['advance 0198c2f0-7a52-7cc4-8e0a-6d9b1f2a3c4d --to 2028-06-30'],
      run: async (_, [id = ''], options) => {
        if (options.to === undefined) throw new WrongUse('--to is missing')
        const to = timeIn(options.to)
        testKeyOf('advance', options)
        const request = await requests(options)
        await request('POST', path`/v1/test_clocks/${id}/advance`, { body: { to } })
        const clock = await advanced(request, id, options.json ? () => undefined : console.log)
        if (options.json) printJson(clock)
        else console.log(`ready at ${clock.at}: something was due at ${clock.advance?.steps ?? 0} moments`)
      },
    },
    {
      usage: 'clocks',
      about: 'lists the test clocks, the newest first',
      options: access,
      run: async (_, _args, options) => {
        testKeyOf('clocks', options)
        const { data } = await (await requests(options))<{ readonly data: readonly Clock[] }>('GET', '/v1/test_clocks?per_page=50')
        show(data, ['id', 'name', 'status', 'at', 'business_ids'], { json: options.json ?? false })
      },
    },
  ],
})

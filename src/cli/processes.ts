// npm run processes: the open work of the processes, and the work they gave up, which an operator can retry.
import { currentStateName, workStates } from '../stores/process-work.ts'
import { json, program, WrongUse } from './command-line.ts'
import { connectOperator } from './connection.ts'
import { show } from './output.ts'

type Work = { readonly data: readonly object[]; readonly total_count: number; readonly set_aside: readonly object[] }
type Build = { readonly collections: readonly string[] }

/** @throws WrongUse */
const stateIn = (state: string): string => {
  if (!workStates.some((each) => each === currentStateName(state)))
    throw new WrongUse(`--state must be one of ${workStates.join(', ')}, but is "${state}"`)
  return state
}

const setAsideColumns = ['kind', 'key', 'file', 'found_at']

export const line = await program(import.meta, {
  name: 'processes',
  about:
    'The work of the processes: failed (retried automatically), deferred (waiting for its time), queued behind a failure, dead_letter (given up).',
  options: {
    json,
    state: { type: 'string', value: 'STATE', about: 'only work in this state: failed, deferred, queued or dead_letter (list)' },
  },
  open: connectOperator,
  commands: [
    {
      usage: 'list',
      about: 'lists the open work',
      options: ['json', 'state'],
      examples: ['list --state dead_letter'],
      run: async (operator, _, options) => {
        const query = options.state === undefined ? '' : `?state=${encodeURIComponent(stateIn(options.state))}`
        const { data, total_count: total, set_aside: aside } = await operator.request<Work>('GET', `/work${query}`)
        show(data, ['process', 'key', 'type', 'state', 'failures', 'due_at', 'error'], options)
        if (options.json) return
        if (total > data.length) console.log(`and ${total - data.length} more`)
        if (aside.length === 0) return
        console.log(
          '\nSET ASIDE: technical records that cannot be opened, because some of their bytes changed. Everything else works without them.\n',
        )
        show(aside, setAsideColumns, options)
      },
    },
    {
      usage: 'set-aside',
      about: 'lists the technical records that cannot be opened, and the file that holds each',
      options: ['json'],
      run: async (operator, _, options) => {
        const { set_aside: aside } = await operator.request<Work>('GET', '/work')
        show(aside, setAsideColumns, options)
      },
    },
    {
      usage: 'retry PROCESS KEY',
      about: 'retries a piece of work at once; list shows its process and key',
      options: [],
      examples: ['retry verification business-0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f/0000000003'],
      run: async (operator, [process, key]) => {
        await operator.request('POST', '/work/retry', { process, key })
        console.log(`${process} retries ${key}`)
      },
    },
    {
      usage: 'build',
      about: 'shows the progress of new versions of read models, built beside the old ones',
      options: ['json'],
      run: async (operator, _, options) => {
        const { data } = await operator.request<{ readonly data: readonly object[] }>('GET', '/build')
        if (data.length === 0 && !options.json) return console.log('nothing is being built')
        show(data, ['collections', 'state', 'position', 'end', 'seconds_left'], options)
      },
    },
    {
      usage: 'build abandon',
      about: 'ends the build, for later starts too, and drops what was built: the old versions stay active',
      options: [],
      run: async (operator) => {
        const { collections } = await operator.request<Build>('POST', '/build/abandon')
        console.log(`the build of ${collections.join(', ')} is abandoned; npm run processes -- build resume restarts it`)
      },
    },
    {
      usage: 'build resume',
      about: 'restarts an abandoned build at once, from the beginning',
      options: [],
      run: async (operator) => {
        const { collections } = await operator.request<Build>('POST', '/build/resume')
        console.log(`${collections.join(', ')} is being built; npm run processes -- build shows the progress`)
      },
    },
  ],
})

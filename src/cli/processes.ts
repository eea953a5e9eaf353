// npm run processes: what the processes still have to do, and what they gave up on until an operator says otherwise.
import { json, main } from './command-line.ts'
import { connectOperator } from './connection.ts'
import { show } from './output.ts'

type Work = { readonly data: readonly object[]; readonly total_count: number }
type Build = { readonly collections: readonly string[] }

await main({
  name: 'processes',
  about:
    'The work of the processes: failed (tried again by itself), deferred (waiting for its time), queued behind a failure, dead_letter (given up).',
  options: {
    json,
    state: { type: 'string', value: 'STATE', about: 'only the work that is failed, deferred, queued or dead_letter (list)' },
  },
  open: () => connectOperator(),
  commands: [
    {
      usage: 'list',
      about: 'lists the work that is not done',
      examples: ['list --state dead_letter'],
      run: async (operator, _, options) => {
        const query = options.state ? `?state=${encodeURIComponent(options.state)}` : ''
        const { data, total_count: total } = (await operator.request('GET', `/work${query}`)) as Work
        show(data, ['process', 'key', 'type', 'state', 'failures', 'due_at', 'error'], options)
        if (total > data.length && !options.json) console.log(`and ${total - data.length} more`)
      },
    },
    {
      usage: 'retry PROCESS KEY',
      about: 'tries a piece of work again at once',
      run: async (operator, [process, key]) => {
        await operator.request('POST', '/work/retry', { process, key })
        console.log(`${process} tries ${key} again`)
      },
    },
    {
      usage: 'build',
      about: 'how far new versions of read models are that a new release builds beside the old ones',
      options: ['json'],
      run: async (operator, _, options) => {
        const { data } = (await operator.request('GET', '/build')) as { readonly data: readonly object[] }
        if (data.length === 0 && !options.json) return console.log('nothing is being built')
        show(data, ['collections', 'state', 'position', 'end', 'seconds_left'], options)
      },
    },
    {
      usage: 'build abandon',
      about: 'ends the build, also for later starts, and drops what was built: the old versions go on answering',
      options: [],
      run: async (operator) => {
        const { collections } = (await operator.request('POST', '/build/abandon')) as Build
        console.log(`the build of ${collections.join(', ')} is abandoned; npm run processes -- build resume takes it up again`)
      },
    },
    {
      usage: 'build resume',
      about: 'takes an abandoned build up again at once, from the beginning',
      options: [],
      run: async (operator) => {
        const { collections } = (await operator.request('POST', '/build/resume')) as Build
        console.log(`${collections.join(', ')} is built; npm run processes -- build tells how far it is`)
      },
    },
  ],
})

// npm run policy: versioned rules over the evidence. The enabled ones decide, tag, monitor and order automatically.
import { setTimeout } from 'node:timers/promises'
import { accountNamed } from './accounts.ts'
import { account, type Command, json, main, WrongUse } from './command-line.ts'
import { connectOperator, type Operator } from './connection.ts'
import { jsonFile } from './json-file.ts'
import { printJson, show } from './output.ts'
import { progress } from './progress.ts'

const options = {
  account,
  json,
  test: { type: 'boolean', about: 'for portfolio: the test businesses' },
  threshold: { type: 'string', value: 'SCORE', about: 'for portfolio: without watchlist hits that score less' },
} as const
type PolicyCommand = Command<Operator, typeof options>

type Evaluation = {
  readonly matched: string | null
  readonly result: string
  readonly actions: readonly { readonly type: string }[]
  readonly rules: readonly {
    readonly name: string
    readonly holds: boolean
    readonly reasons: readonly { readonly condition: string; readonly holds: boolean; readonly facts: object }[]
  }[]
}

const columns = ['name', 'enabled', 'versions', 'policy_id']

const switched =
  (enabled: boolean): PolicyCommand['run'] =>
  async (operator, [policy, version], options) => {
    const { id } = await accountNamed(operator, options)
    if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)) throw new WrongUse(`VERSION must be a whole number, but is "${version}"`)
    const body = { enabled, ...(version === undefined ? {} : { version: Number(version) }) }
    show(
      [(await operator.request('PUT', `/accounts/${id}/policies/${encodeURIComponent(policy ?? '')}`, body)) as object],
      columns,
      options,
    )
  }

type Trial = {
  readonly id: string
  readonly status: string
  readonly done: number
  readonly total: number
  readonly decided: number
  readonly otherwise: number
  readonly would: { readonly approved: number; readonly rejected: number; readonly undecided: number }
  readonly rules: readonly { readonly name: string | null; readonly matched: number; readonly otherwise: number }[]
  readonly changes: readonly object[]
  readonly approves_all: boolean
}

const betweenLooksMs = 500

/** Follows a trial to its end. */
const followed = async (operator: Operator, path: string): Promise<Trial> => {
  const told = progress('evaluating', 'businesses')
  for (;;) {
    const trial = (await operator.request('GET', path)) as Trial
    told.at(trial.done, trial.total > 0 ? trial.done / trial.total : 1)
    if (trial.status !== 'running') {
      told.end()
      return trial
    }
    await setTimeout(betweenLooksMs)
  }
}

const portfolio: PolicyCommand = {
  usage: 'portfolio FILE',
  reads: ['FILE'],
  about: 'tries it on all businesses with a review: how many would have ended otherwise, which, by which rule',
  examples: ['portfolio onboarding.json --threshold 90'],
  run: async (operator, [file = ''], options) => {
    const { id } = await accountNamed(operator, options)
    const threshold = options.threshold === undefined ? null : Number(options.threshold)
    if (threshold !== null && !(threshold >= 0 && threshold <= 100)) throw new WrongUse('SCORE must be a number from 0 to 100')
    const body = { definition: jsonFile(file), mode: options.test ? 'test' : 'live', watchlist_threshold: threshold }
    const begun = (await operator.request('POST', `/accounts/${id}/policy_trials`, body)) as Trial
    const trial = await followed(operator, `/accounts/${id}/policy_trials/${begun.id}`)
    if (options.json) return printJson(trial)
    const { approved, rejected, undecided } = trial.would
    console.log(`${trial.done} businesses: ${approved} would be approved, ${rejected} rejected, ${undecided} left to a person.`)
    console.log(`${trial.otherwise} of ${trial.decided} decided businesses would have ended otherwise.`)
    if (trial.approves_all) console.log('Warning: this policy approves every business.')
    if (trial.status === 'interrupted') console.log('The trial was interrupted; start it again.')
    show(
      trial.rules.map((rule) => ({ ...rule, name: rule.name ?? '(no rule)' })),
      ['name', 'matched', 'otherwise'],
      options,
    )
    if (trial.changes.length > 0) show(trial.changes, ['business_id', 'decided', 'would', 'rule'], options)
  },
}

await main({
  name: 'policy',
  about: 'Policies of an account: rules over the evidence, evaluated whenever a review is completed.',
  notes:
    'FILE is JSON: {"name", "rules": [{"name", "when", "result", "actions"}]}; a file with an existing name becomes the next version.\nPOLICY is an id or a name.',
  options,
  open: () => connectOperator(),
  commands: [
    {
      usage: 'list',
      about: 'lists the policies and which version is enabled',
      run: async (operator, _, options) => {
        const { id } = await accountNamed(operator, options)
        const { data } = (await operator.request('GET', `/accounts/${id}/policies`)) as { readonly data: readonly object[] }
        show(data, columns, options)
      },
    },
    {
      usage: 'show POLICY',
      about: 'shows a policy with all its versions',
      run: async (operator, [policy], options) => {
        const { id } = await accountNamed(operator, options)
        printJson(await operator.request('GET', `/accounts/${id}/policies/${encodeURIComponent(policy ?? '')}`))
      },
    },
    {
      usage: 'add FILE',
      reads: ['FILE'],
      about: 'adds a version, not enabled yet',
      examples: ['add onboarding.json'],
      run: async (operator, [file = ''], options) => {
        const { id } = await accountNamed(operator, options)
        show([(await operator.request('POST', `/accounts/${id}/policies`, jsonFile(file))) as object], columns, options)
      },
    },
    {
      usage: 'enable POLICY [VERSION]',
      about: 'enables the newest version, or the given one',
      examples: ['enable Onboarding 2'],
      run: switched(true),
    },
    { usage: 'disable POLICY', about: 'disables it', run: switched(false) },
    portfolio,
    {
      usage: 'test FILE BUSINESS',
      reads: ['FILE'],
      about: 'shows how it would decide on a business, and does nothing',
      run: async (operator, [file = '', business_id], options) => {
        const { id } = await accountNamed(operator, options)
        const body = { definition: jsonFile(file), business_id }
        const evaluation = (await operator.request('POST', `/accounts/${id}/policies/test`, body)) as Evaluation
        if (options.json) return printJson(evaluation)
        console.log(`${evaluation.result}${evaluation.matched === null ? '' : `: ${evaluation.matched}`}`)
        for (const { name, holds, reasons } of evaluation.rules) {
          console.log(`${holds ? '+' : '-'} ${name}`)
          for (const { condition, holds, facts } of reasons)
            console.log(`    ${holds ? '+' : '-'} ${condition}    ${JSON.stringify(facts)}`)
        }
        if (evaluation.actions.length > 0) console.log(`would: ${evaluation.actions.map(({ type }) => type).join(', ')}`)
      },
    },
  ],
})

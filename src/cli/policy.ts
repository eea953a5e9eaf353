// npm run policy: versioned rules over the evidence. The enabled ones decide, tag, monitor and order automatically.
import { accountNamed } from './accounts.ts'
import { program } from './command-line.ts'
import { confirm } from './confirmation.ts'
import { connectOperator } from './connection.ts'
import { jsonFile } from './json-file.ts'
import { printJson, show } from './output.ts'
import { columns, type PolicyCommand, policyOptions, policyPath, versionIn } from './policy-parts.ts'
import { portfolio } from './policy-portfolio.ts'
import { shadowCommands } from './policy-shadow.ts'

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

const switched =
  ({ enabled }: { readonly enabled: boolean }): PolicyCommand['run'] =>
  async (operator, [policy, number], options) => {
    const version = number === undefined ? null : versionIn(number)
    const which = version === null ? 'the newest version' : `version ${version}`
    await confirm(
      enabled
        ? `Enable ${which} of ${policy}? Its actions are carried out after every review from now on.`
        : `Disable ${policy}? Businesses will need a manual decision again.`,
      options,
    )
    show([await operator.request<object>('PUT', await policyPath(operator, options, policy), { enabled, version })], columns, options)
  }

export const line = await program(import.meta, {
  name: 'policy',
  about: 'Policies of an account: rules over the evidence, evaluated whenever a review is completed.',
  notes: [
    {
      text: 'FILE is JSON: {"name", "rules": [{"name", "when", "result", "actions"}]}; a file with an existing name becomes the next version.',
      of: ['FILE'],
    },
    { text: 'POLICY is an id or a name.', of: ['POLICY'] },
    {
      text: 'Commands that change something ask for confirmation; without a terminal they need --yes.',
      of: ['add', 'enable', 'disable', 'start', 'end', 'promote'],
    },
  ],
  options: policyOptions,
  open: connectOperator,
  commands: [
    {
      usage: 'list',
      about: 'lists the policies and which version is enabled',
      options: ['account', 'json', 'yes'],
      run: async (operator, _, options) => {
        const { id } = await accountNamed(operator, options)
        const { data } = await operator.request<{ readonly data: readonly object[] }>('GET', `/accounts/${id}/policies`)
        show(data, columns, options)
      },
    },
    {
      usage: 'show POLICY',
      about: 'shows a policy with all its versions, as JSON',
      options: ['account', 'yes'],
      examples: ['show Onboarding'],
      run: async (operator, [policy], options) => {
        printJson(await operator.request('GET', await policyPath(operator, options, policy)))
      },
    },
    {
      usage: 'add FILE',
      reads: ['FILE'],
      about: 'adds a version, not enabled yet',
      options: ['account', 'json', 'yes'],
      examples: ['add onboarding.json'],
      run: async (operator, [file = ''], options) => {
        const { id } = await accountNamed(operator, options)
        const definition = jsonFile(file)
        await confirm(`Add ${file} as a version, not enabled yet?`, options)
        show([await operator.request<object>('POST', `/accounts/${id}/policies`, definition)], columns, options)
      },
    },
    {
      usage: 'enable POLICY [VERSION]',
      about: 'enables the newest version, or the given one',
      options: ['account', 'json', 'yes'],
      examples: ['enable Onboarding 2'],
      run: switched({ enabled: true }),
    },
    {
      usage: 'disable POLICY',
      about: 'disables a policy: businesses need a manual decision again',
      options: ['account', 'json', 'yes'],
      examples: ['disable Onboarding'],
      run: switched({ enabled: false }),
    },
    ...shadowCommands,
    portfolio,
    {
      usage: 'test FILE BUSINESS',
      reads: ['FILE'],
      about: 'shows how it would decide on a business, and does nothing',
      options: ['account', 'json', 'yes'],
      examples: ['test onboarding.json 0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f'],
      run: async (operator, [file = '', business_id], options) => {
        const { id } = await accountNamed(operator, options)
        const body = { definition: jsonFile(file), business_id }
        const evaluation = await operator.request<Evaluation>('POST', `/accounts/${id}/policies/test`, body)
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

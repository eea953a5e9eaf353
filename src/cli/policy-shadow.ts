// The commands for a version of a policy in shadow: it is evaluated beside the enabled version, its outcomes are recorded, and it does nothing.
import { confirm } from './confirmation.ts'
import { OperatorError } from './connection.ts'
import { counted, printJson, show } from './output.ts'
import { columns, type Policy, type PolicyCommand, policyPath, versionIn } from './policy-parts.ts'

type Shadow = {
  readonly name: string
  readonly version: number
  readonly active_version: number | null
  readonly started_at: string
  readonly outcomes: number
  readonly differing: number
  readonly failed: number
  readonly rules: readonly { readonly name: string | null; readonly outcomes: number; readonly differing: number }[]
  readonly outcomes_differing: readonly {
    readonly business_id: string
    readonly result: string
    readonly rule: string | null
    readonly active: { readonly result: string; readonly rule: string | null }
  }[]
}

const start: PolicyCommand = {
  usage: 'shadow start POLICY VERSION',
  about: 'runs a version in shadow: it is evaluated alongside the enabled one, without effect',
  options: ['account', 'json', 'yes'],
  examples: ['shadow start Onboarding 3'],
  run: async (operator, [policy, number = ''], options) => {
    const version = versionIn(number)
    await confirm(`Run version ${version} of ${policy} in shadow?`, options)
    show([await operator.request<object>('PUT', `${await policyPath(operator, options, policy)}/shadow`, { version })], columns, options)
  },
}

const showOne: PolicyCommand = {
  usage: 'shadow show POLICY',
  about: 'shows how many outcomes in shadow differ from those of the enabled version, for which businesses, and by which rule',
  options: ['account', 'json', 'test'],
  examples: ['shadow show Onboarding'],
  run: async (operator, [policy], options) => {
    const path = `${await policyPath(operator, options, policy)}/shadow?mode=${options.test ? 'test' : 'live'}`
    const shadow = await operator.request<Shadow>('GET', path)
    if (options.json) return printJson(shadow)
    const { name, version, active_version, started_at, outcomes, differing, failed, outcomes_differing } = shadow
    console.log(`Version ${version} of ${name} has run in shadow beside version ${active_version} since ${started_at}.`)
    console.log(`${differing} of ${counted(outcomes, 'outcome')} ${differing === 1 ? 'differs' : 'differ'}.`)
    if (failed > 0) console.log(`${counted(failed, 'outcome')} failed: the rules could not be evaluated.`)
    const rules = shadow.rules.map((rule) => ({ ...rule, rule: rule.name ?? '(no rule)' }))
    show(rules, ['rule', 'outcomes', 'differing'], options)
    if (outcomes_differing.length === 0) return
    const rows = outcomes_differing.map(({ business_id, result, rule, active }) => ({
      business_id,
      shadow: result,
      rule,
      active: active.result,
      active_rule: active.rule,
    }))
    show(rows, ['business_id', 'shadow', 'rule', 'active', 'active_rule'], options)
    if (differing > rows.length) console.log(`The newest ${rows.length} of ${differing}; the API lists all.`)
  },
}

const end: PolicyCommand = {
  usage: 'shadow end POLICY',
  about: 'ends the shadow; its outcomes stay on record',
  options: ['account', 'json', 'yes'],
  examples: ['shadow end Onboarding'],
  run: async (operator, [policy], options) => {
    await confirm(`End the shadow of ${policy}?`, options)
    show([await operator.request<object>('DELETE', `${await policyPath(operator, options, policy)}/shadow`)], columns, options)
  },
}

const promote: PolicyCommand = {
  usage: 'shadow promote POLICY',
  about: 'enables the version that runs in shadow',
  options: ['account', 'json', 'yes'],
  examples: ['shadow promote Onboarding'],
  run: async (operator, [policy], options) => {
    const path = await policyPath(operator, options, policy)
    const { shadow: version } = await operator.request<Policy>('GET', path)
    if (version === null) throw new OperatorError(`no version of ${policy} runs in shadow`)
    await confirm(`Enable version ${version} of ${policy}? Its actions are carried out after every review from now on.`, options)
    show([await operator.request<object>('POST', `${path}/shadow/promotion`, { version })], columns, options)
  },
}

export const shadowCommands: readonly PolicyCommand[] = [start, showOne, end, promote]

// Tries a policy on the whole portfolio, from the command line, and follows the trial to its end.
import { setTimeout } from 'node:timers/promises'
import { accountNamed } from './accounts.ts'
import { WrongUse } from './command-line.ts'
import type { Operator } from './connection.ts'
import { jsonFile } from './json-file.ts'
import { printJson, show } from './output.ts'
import type { PolicyCommand } from './policy-parts.ts'
import { progress } from './progress.ts'

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
  readonly watchlist_threshold: number | null
  readonly screened_again: boolean
  readonly lists: readonly { readonly list: string; readonly title: string; readonly version: string }[] | null
}

const betweenLooksMs = 500

/** Follows a trial to its end. */
const followed = async (operator: Operator, path: string): Promise<Trial> => {
  const told = progress('evaluating', 'businesses')
  for (;;) {
    const trial = await operator.request<Trial>('GET', path)
    told.at(trial.done, trial.total > 0 ? trial.done / trial.total : 1)
    if (trial.status !== 'running') {
      told.end()
      return trial
    }
    await setTimeout(betweenLooksMs)
  }
}

export const portfolio: PolicyCommand = {
  usage: 'portfolio FILE',
  reads: ['FILE'],
  about: 'tries a policy on all businesses with a review: how many and which would have ended differently, and by which rule',
  options: ['account', 'json', 'test', 'threshold', 'list'],
  examples: ['portfolio onboarding.json --threshold 0.9', 'portfolio onboarding.json --list ofac_sdn=2026-03-01'],
  run: async (operator, [file = ''], options) => {
    const { id } = await accountNamed(operator, options)
    const screening = { watchlist_threshold: thresholdIn(options), list_versions: listVersionsIn(options) }
    const body = { definition: jsonFile(file), mode: options.test ? 'test' : 'live', ...screening }
    const begun = await operator.request<Trial>('POST', `/accounts/${id}/policy_trials`, body)
    const trial = await followed(operator, `/accounts/${id}/policy_trials/${begun.id}`)
    if (options.json) return printJson(trial)
    const { approved, rejected, undecided } = trial.would
    console.log(`${trial.done} businesses: ${approved} would be approved, ${rejected} rejected, ${undecided} left to a person.`)
    console.log(`${trial.otherwise} of ${trial.decided} decided businesses would have ended differently.`)
    for (const line of screeningLines(trial)) console.log(line)
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

/** @throws WrongUse */
const thresholdIn = ({ threshold }: { readonly threshold?: string }): number | null => {
  if (threshold === undefined) return null
  const score = threshold.trim() === '' ? Number.NaN : Number(threshold)
  if (!(score >= 0.5 && score <= 1)) throw new WrongUse(`--threshold must be a number from 0.5 to 1, but is "${threshold}"`)
  return score
}

/** @throws WrongUse */
const listVersionsIn = ({ list = [] }: { readonly list?: readonly string[] }) =>
  list.map((named) => {
    const [, name, version] = /^([^=]+)=(.+)$/.exec(named) ?? []
    if (name === undefined || version === undefined)
      throw new WrongUse(`--list must name a list and a version, such as ofac_sdn=2026-03-01, but is "${named}"`)
    return { list: name, version }
  })

/** Which lists and threshold were used. */
const screeningLines = ({ screened_again, lists, watchlist_threshold: threshold }: Trial): readonly string[] => {
  const least = threshold === null ? 'the usual thresholds' : `the threshold ${threshold}`
  if (!screened_again) return threshold === null ? [] : [`Watchlist hits on file were counted with ${least}.`]
  return [
    `All were screened again with ${least}, against:`,
    ...(lists ?? []).map(({ list, title, version }) => `  ${list}, version ${version} (${title})`),
  ]
}

// npm run audit -- backtest: finds the given policy version, evaluates it on past reviews and shows how it would have decided.

import { existsSync } from 'node:fs'
import { validate as isUuid } from 'uuid'
import { backtest } from '../../audit/backtest.ts'
import { ruleAt } from '../../commands/policy-places.ts'
import { policyProblems } from '../../commands/policy-problems.ts'
import { entriesOf, predicate } from '../../interface/messages.ts'
import { PolicyDefinition, ruleMembers } from '../../interface/requests/policies.ts'
import { policyBooks } from '../../projections/policies.ts'
import { reader } from '../../projections/read.ts'
import { WrongUse } from '../command-line.ts'
import { OperatorError } from '../connection.ts'
import { jsonFile } from '../json-file.ts'
import { printJson, show } from '../output.ts'
import { progress } from '../progress.ts'
import type { Reading } from '../reading.ts'
import type { AuditCommand } from './auditing.ts'
import { accountIdIn } from './records.ts'

export const backtestCommand: AuditCommand = {
  usage: 'backtest POLICY',
  about:
    'how a policy (a file, or the id of a policy or version) would have decided on every reviewed live business, or test business with --test',
  options: ['json', 'account', 'test'],
  examples: ['backtest stricter.json --account 0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f'],
  run: async ({ reading }, [named = ''], { account, json, test = false }) => {
    if (!isUuid(named) && !existsSync(named)) throw new WrongUse(unknown(named))
    const opened = await reading()
    const definition = existsSync(named) ? fromFile(named) : await stored(named, opened)
    const accountId = await accountIdIn(opened, account)
    const evaluating = progress('evaluating', 'businesses')
    const mode = test ? 'test' : 'live'
    const result = await backtest(opened.log, definition, { mode, account: accountId, onProgress: evaluating.at }).finally(evaluating.end)
    if (json) return printJson(result)
    console.log(
      `"${definition.name}" evaluated on ${result.businesses.toLocaleString('en')} reviewed ${mode} businesses as they stood at their review`,
    )
    if (result.businesses > 0) show(result.table, ['decided', 'policy', 'businesses'])
    if (result.disagreements.length === 0) return
    console.log('\nDecided differently from the policy:')
    show(result.disagreements, ['business_id', 'decided', 'would', 'rule', 'reviewed_at'])
  },
}

const fromFile = (file: string): PolicyDefinition => {
  const parsed = PolicyDefinition.safeParse(jsonFile(file), { error: predicate })
  if (!parsed.success)
    throw new OperatorError(
      `${file}: ${entriesOf(parsed.error.issues, ruleMembers)
        .map(({ message }) => message)
        .join('; ')}`,
    )
  const problems = policyProblems(parsed.data)
  if (problems.length > 0)
    throw new OperatorError(`${file}: ${problems.map(({ path, message }) => `${ruleAt(path)}${message}`).join('; ')}`)
  return parsed.data
}

const unknown = (named: string): string => `${named} is neither a file nor the id of a policy or of one of its versions`

const stored = async (id: string, { documents }: Reading): Promise<PolicyDefinition> => {
  for await (const { policies } of reader(documents)(policyBooks).all()) {
    for (const { policy_id, enabled, versions } of policies) {
      const meant = versions.find(({ version_id }) => version_id === (policy_id === id ? enabled : id))
      const found = meant ?? (policy_id === id ? versions.at(-1) : undefined)
      if (found) return found.definition
    }
  }
  throw new OperatorError(unknown(id))
}

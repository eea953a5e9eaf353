// The commands for an account's settings: defaults of liens, ages of sources, monitor types, the two-person rule and screening lists.

import { switchableActs } from '../events/oversight.ts'
import { riskTiers } from '../events/risk.ts'
import { longestSourceAge, watchlists } from '../inner/account-settings.ts'
import { type AccountCommand, type AccountOptions, own } from './account-parts.ts'
import { type Account, accountNamed } from './accounts.ts'
import { WrongUse } from './command-line.ts'
import type { Operator } from './connection.ts'
import { show } from './output.ts'

type DefaultParty = {
  readonly organization_name: string | null
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly addresses: readonly { readonly full_address: string }[]
}
type Defaults = { readonly secured_parties: readonly DefaultParty[]; readonly collateral: string | null }

const showDefaults = ({ secured_parties, collateral }: Defaults, options: AccountOptions) => {
  const rows = secured_parties.map(({ organization_name, first_name, last_name, addresses }) => ({
    secured_party: organization_name ?? `${first_name} ${last_name}`,
    address: addresses.map(({ full_address }) => full_address),
  }))
  show(rows, ['secured_party', 'address'], options)
  if (!options.json) console.log(`collateral: ${collateral ?? '-'}`)
}

/** Reads the defaults, changes them and writes them back. */
const changingDefaults =
  (change: (defaults: Defaults, args: readonly string[]) => Defaults) =>
  async (operator: Operator, args: readonly string[], options: AccountOptions) => {
    const path = `/accounts/${(await accountNamed(operator, options)).id}/defaults`
    const held = await operator.request<Defaults>('GET', path)
    const { secured_parties, collateral } = change(held, args)
    const parties = secured_parties.map(({ organization_name, first_name, last_name, addresses }) => ({
      organization_name,
      first_name,
      last_name,
      addresses: addresses.map(({ full_address }) => ({ full_address })),
    }))
    showDefaults(await operator.request<Defaults>('PUT', path, { secured_parties: parties, collateral }), options)
  }

export const settingCommands: readonly AccountCommand[] = [
  {
    usage: 'defaults',
    about: 'shows the default secured parties and collateral of liens',
    options: own,
    run: async (operator, _, options) => {
      const { id } = await accountNamed(operator, options)
      showDefaults(await operator.request<Defaults>('GET', `/accounts/${id}/defaults`), options)
    },
  },
  {
    usage: 'defaults add-secured-party NAME ADDRESS',
    about: 'adds a default secured party',
    options: own,
    examples: ['defaults add-secured-party "Second National Bank" "1 Main St, Portland, OR 97201"'],
    run: changingDefaults(({ secured_parties, collateral }, [organization_name = '', full_address = '']) => ({
      secured_parties: [...secured_parties, { organization_name, addresses: [{ full_address }] }],
      collateral,
    })),
  },
  {
    usage: 'defaults collateral TEXT',
    about: 'sets the default collateral',
    options: own,
    examples: ['defaults collateral "All inventory"'],
    run: changingDefaults(({ secured_parties }, [collateral = null]) => ({ secured_parties, collateral })),
  },
  {
    usage: 'defaults clear',
    about: 'removes all defaults of liens',
    options: own,
    run: changingDefaults(() => ({ secured_parties: [], collateral: null })),
  },
  {
    usage: 'sources old-after DAYS',
    about: 'sets the age in days from which a review warns about a source; 90 unless set',
    options: ['account'],
    examples: ['sources old-after 30'],
    run: async (operator, [days = ''], options) => {
      const { id } = await accountNamed(operator, options)
      const { source_age_limit_days: limit } = await operator.request<{ readonly source_age_limit_days: number }>(
        'PUT',
        `/accounts/${id}/source_age`,
        { days: daysIn(days) },
      )
      console.log(`sources are old after ${limit} days`)
    },
  },
  {
    usage: 'monitors allow TYPES',
    about: 'sets the allowed monitor types, separated by commas; or nothing',
    options: ['account'],
    examples: ['monitors allow registration,tin'],
    run: async (operator, [types = ''], options) => {
      const { id } = await accountNamed(operator, options)
      const wanted = types === 'nothing' ? [] : types.split(',').map((type) => type.trim())
      const { monitor_types } = await operator.request<{ readonly monitor_types: readonly string[] }>(
        'PUT',
        `/accounts/${id}/monitor_types`,
        { monitor_types: wanted },
      )
      console.log(`monitor types: ${monitor_types.join(', ') || 'none'}`)
    },
  },
  {
    usage: 'two-people',
    about: 'shows what needs a second person',
    options: own,
    run: async (operator, _, options) => showRule((await accountNamed(operator, options)).two_person_rule, options),
  },
  {
    usage: 'two-people require ACTS',
    about: 'sets what needs a second person: approval=high,override,dismissal,policy,erasure,settings; or nothing',
    options: own,
    examples: ['two-people require approval=high,override,erasure'],
    run: async (operator, [acts = ''], options) => {
      const { id } = await accountNamed(operator, options)
      const answer = await operator.request<Account>('PUT', `/accounts/${id}/two_person_rule`, ruleIn(acts))
      showRule(answer.two_person_rule, options)
    },
  },
  {
    usage: 'watchlists',
    about: 'lists the screening lists, whether new screenings use them, and the version that is loaded',
    options: own,
    run: async (operator, _, options) => {
      const { data, watchlists } = await watchlistsOf(operator, await accountNamed(operator, options))
      const rows = data.map(({ version, ...list }) => ({
        ...list,
        state: (watchlists?.includes(list.abbr) ?? true) ? 'used' : 'not used',
        version: version ?? (options.json ? null : 'not loaded'),
      }))
      show(rows, ['abbr', 'state', 'version', 'title', 'agency', 'country'], options)
    },
  },
  {
    usage: 'watchlists choose LISTS',
    about: 'sets the screening lists, separated by commas: SDN,UN,EU; or all',
    options: ['account'],
    examples: ['watchlists choose SDN,UN --account second-national'],
    run: async (operator, [lists = ''], options) => {
      const named = await accountNamed(operator, options)
      const wanted = listsIn(lists)
      await operator.request('PUT', `/accounts/${named.id}/watchlists`, { watchlists: wanted })
      const chosen = await watchlistsOf(operator, named)
      console.log(`screening lists: ${chosen.watchlists?.join(', ') ?? 'all loaded lists'}`)
      const lacking = notLoaded(chosen)
      if (lacking !== undefined) console.log(lacking)
    },
  },
]

type Watchlists = {
  /** null: all that are loaded. */
  readonly watchlists: readonly string[] | null
  readonly data: readonly {
    readonly abbr: string
    /** null: it is not loaded. */
    readonly version: string | null
    readonly title: string
    readonly agency: string
    readonly country: string | null
  }[]
}

const watchlistsOf = async (operator: Operator, { id }: Pick<Account, 'id'>) =>
  await operator.request<Watchlists>('GET', `/accounts/${id}/watchlists`)

/** Which of the chosen lists screen nothing; undefined: all are loaded. */
const notLoaded = ({ watchlists, data }: Watchlists): string | undefined => {
  const lacking = data.flatMap(({ abbr, version }) => (watchlists?.includes(abbr) && version === null ? [abbr] : []))
  if (lacking.length === 0) return undefined
  const one = lacking.length === 1
  const isEach = lacking.length === watchlists?.length
  const so = isEach
    ? `nothing is screened until ${one ? 'it' : 'one of them'} is imported`
    : `new screenings leave ${one ? 'it out until it is' : 'them out until they are'} imported`
  return `not loaded: ${lacking.join(', ')}; ${so}`
}

type Rule = Account['two_person_rule']

const showRule = (rule: Rule, options: AccountOptions) =>
  show(
    [
      { act: 'approval', second_person: rule.approval ? `of ${rule.approval} risk or more` : 'no' },
      ...switchableActs.map((act) => ({ act, second_person: rule[act] ? 'yes' : 'no' })),
    ],
    ['act', 'second_person'],
    options,
  )

/** The written rule: acts with commas between, and approvals with the least risk. */
const ruleIn = (written: string): Rule => {
  const named = written === 'nothing' ? [] : written.split(',').map((each) => each.trim())
  const approval = riskTiers.find((tier) => named.includes(`approval=${tier}`)) ?? null
  const wrong = named.find((each) => each !== `approval=${approval}` && !switchableActs.some((act) => act === each))
  if (wrong !== undefined || written === '')
    throw new WrongUse(`${wrong ?? 'nothing'} is not known here: write approval=high,override or nothing`)
  const on = (act: string) => named.includes(act)
  return {
    approval,
    override: on('override'),
    dismissal: on('dismissal'),
    policy: on('policy'),
    erasure: on('erasure'),
    settings: on('settings'),
  }
}

/** @throws WrongUse */
const daysIn = (written: string): number => {
  const days = Number(written)
  if (!/^\d+$/.test(written) || days < 1 || days > longestSourceAge)
    throw new WrongUse(`DAYS must be a whole number from 1 to ${longestSourceAge.toLocaleString('en')}, but is "${written}"`)
  return days
}

/** null: all that are loaded. @throws WrongUse */
const listsIn = (written: string): readonly string[] | null => {
  if (written.toLowerCase() === 'all') return null
  const lists = written.split(',').map((list) => list.trim().toUpperCase())
  const unknown = lists.find((list) => !watchlists.some(({ abbr }) => abbr === list))
  if (unknown === undefined) return lists
  throw new WrongUse(`there is no list "${unknown}"; lists are ${watchlists.map(({ abbr }) => abbr).join(', ')}`)
}

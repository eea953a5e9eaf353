// npm run account: accounts, their features and API keys.
import { keyModes } from '../events/account.ts'
import { keyResources, keyScopes } from '../events/key-scopes.ts'
import { riskTiers } from '../events/risk.ts'
import { longestSourceAge, watchlists } from '../inner/account-settings.ts'
import { versions } from '../interface/versions.ts'
import { type Account, accountNamed, accounts } from './accounts.ts'
import { account, json, main, type Options, WrongUse } from './command-line.ts'
import { connectOperator, type Operator } from './connection.ts'
import { orNearest } from './nearest-word.ts'
import { show } from './output.ts'

const options = {
  account,
  json,
  mode: { type: 'string', value: 'MODE', about: 'what a new key works on: test or live; by default test' },
  scopes: {
    type: 'string',
    value: 'SCOPES',
    about: `what a new key may do, separated by commas: businesses:read,liens:write; by default everything. Each is RESOURCE:read or RESOURCE:write, of ${keyResources.join(', ')}`,
  },
  expires: {
    type: 'string',
    value: 'TIME',
    about: 'when a new key expires (ISO 8601): 2027-01-31 or 2027-01-31T12:00Z; by default never',
  },
  until: { type: 'string', value: 'TIME', about: 'until when the old key works after keys rotate; by default for one day' },
} as const
type AccountOptions = Options<typeof options>

/** Of the commands that show something of an account. */
const own = ['account', 'json'] as const

const switched =
  (on: boolean) =>
  async (operator: Operator, [feature]: readonly string[], options: AccountOptions) => {
    const { id } = await accountNamed(operator, options)
    const { slug, features } = (await operator.request('PUT', `/accounts/${id}/features/${feature}`, { on })) as Account
    console.log(`${slug}: ${features.join(', ') || 'no features'}`)
  }

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
  (await operator.request('GET', `/accounts/${id}/watchlists`)) as Watchlists

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
    const held = (await operator.request('GET', path)) as Defaults
    const { secured_parties, collateral } = change(held, args)
    const parties = secured_parties.map((party) => ({ ...party, addresses: party.addresses.map(({ full_address }) => ({ full_address })) }))
    showDefaults((await operator.request('PUT', path, { secured_parties: parties, collateral })) as Defaults, options)
  }

type Rule = Account['two_person_rule']

const switchable = ['override', 'dismissal', 'policy', 'erasure', 'settings'] as const

const showRule = (rule: Rule, options: AccountOptions) =>
  show(
    [
      { act: 'approval', second_person: rule.approval ? `of ${rule.approval} risk or more` : 'no' },
      ...switchable.map((act) => ({ act, second_person: rule[act] ? 'yes' : 'no' })),
    ],
    ['act', 'second_person'],
    options,
  )

/** The written rule: acts with commas between, and approvals with the least risk. */
const ruleIn = (written: string): Rule => {
  const named = written === 'nothing' ? [] : written.split(',').map((each) => each.trim())
  const approval = riskTiers.find((tier) => named.includes(`approval=${tier}`)) ?? null
  const wrong = named.find((each) => each !== `approval=${approval}` && !switchable.some((act) => act === each))
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

const showVersions = ({ interface_version: pinned }: Account, options: AccountOptions) =>
  show(
    versions.map(({ version, changes }) => ({
      version,
      state: version === pinned ? 'used' : '-',
      changes: changes.map(({ title }) => title),
    })),
    ['version', 'state', 'changes'],
    options,
  )

const keyColumns = ['id', 'name', 'mode', 'last_four', 'scopes', 'expires_at'] as const

/** A date is the beginning of its day in UTC. */
const timeIn = (given: string | undefined): string | undefined => {
  if (given === undefined) return undefined
  const time = new Date(given)
  if (Number.isNaN(time.getTime())) throw new WrongUse(`${given} is not a time: write 2027-01-31 or 2027-01-31T12:00Z`)
  return time.toISOString()
}

/** @throws WrongUse */
const modeIn = (mode = 'test'): string => {
  if (!keyModes.some((each) => each === mode)) throw new WrongUse(`--mode must be ${keyModes.join(' or ')}, but is "${mode}"`)
  return mode
}

/** @throws WrongUse */
const scopesIn = (written: string | undefined): readonly string[] | undefined => {
  const scopes = written?.split(',').map((scope) => scope.trim())
  const unknown = scopes?.find((scope) => !keyScopes.some((each) => each === scope))
  if (unknown === undefined) return scopes
  throw new WrongUse(`there is no scope "${unknown}"${orNearest(unknown, keyScopes) || `; scopes are ${keyScopes.join(', ')}`}`)
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

await main({
  name: 'account',
  about: 'Accounts of this Probity, their features and API keys.',
  options,
  open: () => connectOperator(),
  commands: [
    {
      usage: 'list',
      about: 'lists the accounts',
      options: ['json'],
      run: async (operator, _, options) => show((await accounts(operator)).data, ['id', 'slug', 'name', 'features'], options),
    },
    {
      usage: 'create NAME SLUG',
      about: 'creates an account',
      options: ['json'],
      examples: ['create "Second National Bank" second-national'],
      run: async (operator, [name, slug], options) =>
        show([(await operator.request('POST', '/accounts', { name, slug })) as object], ['id', 'slug', 'name'], options),
    },
    {
      usage: 'features',
      about: 'lists the features and whether they are on',
      options: own,
      run: async (operator, _, options) => {
        const { features } = await accounts(operator)
        const on = new Set((await accountNamed(operator, options)).features)
        const rows = features.map((feature) => ({ feature, state: on.has(feature) ? 'on' : 'off' }))
        show(rows, ['feature', 'state'], options)
      },
    },
    {
      usage: 'version',
      about: 'shows the version of the interface for requests that name none, and the others with what they change',
      options: own,
      run: async (operator, _, options) => showVersions(await accountNamed(operator, options), options),
    },
    {
      usage: 'version pin VERSION',
      about: 'sets the version of the interface for requests that name none',
      options: own,
      examples: [`version pin ${versions.at(-1)?.version} --account second-national`],
      run: async (operator, [version], options) => {
        const { id } = await accountNamed(operator, options)
        showVersions((await operator.request('PUT', `/accounts/${id}/interface_version`, { version })) as Account, options)
      },
    },
    { usage: 'features on FEATURE', about: 'switches a feature on', options: ['account'], run: switched(true) },
    {
      usage: 'features off FEATURE',
      about: 'switches a feature off',
      options: ['account'],
      examples: ['features off connections'],
      run: switched(false),
    },
    {
      usage: 'defaults',
      about: 'shows the default secured parties and collateral of liens',
      options: own,
      run: async (operator, _, options) => {
        const { id } = await accountNamed(operator, options)
        showDefaults((await operator.request('GET', `/accounts/${id}/defaults`)) as Defaults, options)
      },
    },
    {
      usage: 'defaults add-secured-party NAME ADDRESS',
      about: 'adds a default secured party',
      options: own,
      run: changingDefaults(({ secured_parties, collateral }, [organization_name = '', full_address = '']) => ({
        secured_parties: [...secured_parties, { organization_name, addresses: [{ full_address }] }],
        collateral,
      })),
    },
    {
      usage: 'defaults collateral TEXT',
      about: 'sets the default collateral',
      options: own,
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
        const { source_age_limit_days: limit } = (await operator.request('PUT', `/accounts/${id}/source_age`, { days: daysIn(days) })) as {
          readonly source_age_limit_days: number
        }
        console.log(`sources are old after ${limit} days`)
      },
    },
    {
      usage: 'monitors allow TYPES',
      about: 'sets the allowed monitor types, separated by commas: registration,tin',
      options: ['account'],
      run: async (operator, [types = ''], options) => {
        const { id } = await accountNamed(operator, options)
        const wanted = types.split(',').map((type) => type.trim())
        const { monitor_types } = (await operator.request('PUT', `/accounts/${id}/monitor_types`, { monitor_types: wanted })) as {
          readonly monitor_types: readonly string[]
        }
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
        const answer = (await operator.request('PUT', `/accounts/${id}/two_person_rule`, ruleIn(acts))) as Account
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
    {
      usage: 'keys',
      about: 'lists the API keys',
      options: own,
      run: async (operator, _, options) => {
        const { id } = await accountNamed(operator, options)
        const { data } = (await operator.request('GET', `/accounts/${id}/keys`)) as { readonly data: readonly object[] }
        show(data, [...keyColumns, 'last_used_at', 'created_at', 'revoked_at'], options)
      },
    },
    {
      usage: 'keys create NAME',
      about: 'creates an API key and shows it once',
      options: [...own, 'mode', 'scopes', 'expires'],
      examples: ['keys create "the website" --mode live', 'keys create reports --scopes businesses:read,orders:read --expires 2027-01-31'],
      run: async (operator, [name], options) => {
        const { id } = await accountNamed(operator, options)
        const wished = { name, mode: modeIn(options.mode), scopes: scopesIn(options.scopes), expires_at: timeIn(options.expires) }
        show([(await operator.request('POST', `/accounts/${id}/keys`, wished)) as object], ['key', ...keyColumns], options)
      },
    },
    {
      usage: 'keys rotate KEY_ID',
      about: 'creates a new key with the same rights; the old one works until a given time',
      options: [...own, 'until', 'expires'],
      examples: ['keys rotate 0198c0de-0000-7000-8000-000000000001 --until 2027-01-31T12:00Z'],
      run: async (operator, [keyId], options) => {
        const { id } = await accountNamed(operator, options)
        const wished = { old_key_until: timeIn(options.until), expires_at: timeIn(options.expires) }
        show([(await operator.request('POST', `/accounts/${id}/keys/${keyId}/rotate`, wished)) as object], ['key', ...keyColumns], options)
      },
    },
    {
      usage: 'keys revoke KEY_ID',
      about: 'revokes an API key at once',
      options: ['account'],
      run: async (operator, [keyId], options) => {
        const { id } = await accountNamed(operator, options)
        await operator.request('DELETE', `/accounts/${id}/keys/${keyId}`)
        console.log(`revoked ${keyId}`)
      },
    },
    {
      usage: 'users',
      about: 'lists the people who may sign in',
      options: own,
      run: async (operator, _, options) => {
        const { id } = await accountNamed(operator, options)
        const { data } = (await operator.request('GET', `/accounts/${id}/users`)) as { readonly data: readonly object[] }
        show(data, ['id', 'email', 'name', 'status', 'roles', 'signed_in_at'], options)
      },
    },
    {
      usage: 'users invite EMAIL NAME',
      about: 'invites an administrator and shows the invitation link once',
      options: own,
      run: async (operator, [email, name], options) => {
        const { id } = await accountNamed(operator, options)
        show([(await operator.request('POST', `/accounts/${id}/users`, { email, name })) as object], ['id', 'link', 'expires_at'], options)
      },
    },
  ],
})

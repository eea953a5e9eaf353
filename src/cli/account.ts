// npm run account: accounts, their features and settings, API keys and users.
import { versions } from '../interface/versions.ts'
import { keyCommands } from './account-keys.ts'
import { type AccountOptions, accountOptions, own } from './account-parts.ts'
import { settingCommands } from './account-settings.ts'
import { type Account, accountNamed, accounts } from './accounts.ts'
import { program } from './command-line.ts'
import { connectOperator, type Operator } from './connection.ts'
import { show } from './output.ts'
import { path } from './path.ts'

const switched =
  ({ on }: { readonly on: boolean }) =>
  async (operator: Operator, [feature]: readonly string[], options: AccountOptions) => {
    const { id } = await accountNamed(operator, options)
    const { slug, features } = await operator.request<Account>('PUT', path`/accounts/${id}/features/${feature}`, { on })
    console.log(`${slug}: ${features.join(', ') || 'no features'}`)
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

export const line = await program(import.meta, {
  name: 'account',
  about: 'Accounts of this Probity, their features and API keys.',
  options: accountOptions,
  open: connectOperator,
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
        show([await operator.request<object>('POST', '/accounts', { name, slug })], ['id', 'slug', 'name'], options),
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
        showVersions(await operator.request<Account>('PUT', `/accounts/${id}/interface_version`, { version }), options)
      },
    },
    {
      usage: 'features on FEATURE',
      about: 'switches a feature on',
      options: ['account'],
      examples: ['features on connections'],
      run: switched({ on: true }),
    },
    {
      usage: 'features off FEATURE',
      about: 'switches a feature off',
      options: ['account'],
      examples: ['features off connections'],
      run: switched({ on: false }),
    },
    ...settingCommands,
    ...keyCommands,
    {
      usage: 'users',
      about: 'lists the people who may sign in',
      options: own,
      run: async (operator, _, options) => {
        const { id } = await accountNamed(operator, options)
        const { data } = await operator.request<{ readonly data: readonly object[] }>('GET', `/accounts/${id}/users`)
        show(data, ['id', 'email', 'name', 'status', 'roles', 'signed_in_at'], options)
      },
    },
    {
      usage: 'users invite EMAIL NAME',
      about: 'invites an administrator and shows the invitation link once',
      options: own,
      examples: ['users invite ann@example.com "Ann Smith"'],
      run: async (operator, [email, name], options) => {
        const { id } = await accountNamed(operator, options)
        show([await operator.request<object>('POST', `/accounts/${id}/users`, { email, name })], ['id', 'link', 'expires_at'], options)
      },
    },
  ],
})

// npm run account: accounts, their features and API keys.
import { type Account, accountNamed, accounts } from './accounts.ts'
import { type Options, runCommandLine, show } from './command-line.ts'
import type { Operator } from './connection.ts'

const switched =
  (on: boolean) =>
  async (operator: Operator, [feature]: readonly string[], options: Options) => {
    const { id } = await accountNamed(operator, options)
    const { slug, features } = (await operator.request('PUT', `/accounts/${id}/features/${feature}`, { on })) as Account
    console.log(`${slug}: ${features.join(', ') || 'no features'}`)
  }

await runCommandLine({
  name: 'account',
  about: 'Accounts of this Probity, their features and API keys.',
  notes: 'Options: --account ID or slug (needed when there are several), --json, --mode test|live (for keys create; test when absent).',
  commands: [
    {
      usage: 'list',
      about: 'lists the accounts',
      run: async (operator, _, options) => show((await accounts(operator)).data, ['id', 'slug', 'name', 'features'], options),
    },
    {
      usage: 'create NAME SLUG',
      about: 'makes another account',
      run: async (operator, [name, slug], options) =>
        show([(await operator.request('POST', '/accounts', { name, slug })) as object], ['id', 'slug', 'name'], options),
    },
    {
      usage: 'features',
      about: 'lists what can be switched, and how it stands',
      run: async (operator, _, options) => {
        const { features } = await accounts(operator)
        const on = new Set((await accountNamed(operator, options)).features)
        const rows = features.map((feature) => ({ feature, state: on.has(feature) ? 'on' : 'off' }))
        show(rows, ['feature', 'state'], options)
      },
    },
    { usage: 'features on FEATURE', about: 'switches a feature on', run: switched(true) },
    { usage: 'features off FEATURE', about: 'switches a feature off', run: switched(false) },
    {
      usage: 'keys',
      about: 'lists the API keys',
      run: async (operator, _, options) => {
        const { id } = await accountNamed(operator, options)
        const { data } = (await operator.request('GET', `/accounts/${id}/keys`)) as { readonly data: readonly object[] }
        show(data, ['id', 'name', 'mode', 'last_four', 'created_at', 'revoked_at'], options)
      },
    },
    {
      usage: 'keys create NAME',
      about: 'makes an API key and shows it once',
      run: async (operator, [name], options) => {
        const { id } = await accountNamed(operator, options)
        show(
          [(await operator.request('POST', `/accounts/${id}/keys`, { name, mode: options.mode ?? 'test' })) as object],
          ['id', 'name', 'mode', 'key'],
          options,
        )
      },
    },
    {
      usage: 'keys revoke KEY_ID',
      about: 'revokes an API key at once',
      run: async (operator, [keyId], options) => {
        const { id } = await accountNamed(operator, options)
        await operator.request('DELETE', `/accounts/${id}/keys/${keyId}`)
        console.log(`revoked ${keyId}`)
      },
    },
  ],
})

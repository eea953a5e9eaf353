// Settings that have no effect as they stand: they go with another one that is not set, or the stores leave no process to do the rest.
import type { Config } from './config.ts'
import { type Environment, WrongSetting } from './setting-values.ts'

const companions = [
  {
    needed: 'OIDC_ISSUER',
    settings: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES', 'OIDC_ROLES_CLAIM', 'OIDC_SCOPE', 'OIDC_ACCOUNT'],
  },
  { needed: 'S3_URL', settings: ['S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] },
  { needed: 'AGENT_MODEL_URL', settings: ['AGENT_MODEL', 'AGENT_MODEL_KEY'] },
] as const

/**
 * @returns a line for each, to print
 * @example
 * idleSettings({ S3_REGION: 'eu-central-1' }, { eventStoreUrl: null, roles: ['api', 'worker'] }) // => ['S3_REGION has no effect without S3_URL']
 */
export const idleSettings = (
  environment: Environment,
  { eventStoreUrl, roles }: Pick<Config, 'eventStoreUrl' | 'roles'>,
): readonly string[] => [
  ...companions.flatMap(({ needed, settings }) =>
    environment[needed] ? [] : settings.filter((name) => environment[name]).map((name) => `${name} has no effect without ${needed}`),
  ),
  ...(eventStoreUrl === null && !roles.includes('api')
    ? [`one process owns the embedded stores, and ROLES is ${roles.join(',')}: no request is answered without the role api`]
    : []),
]

/** On the embedded stores no other process can do the work. @throws WrongSetting */
export const requireWorker = ({ eventStoreUrl, roles }: Pick<Config, 'eventStoreUrl' | 'roles'>): void => {
  if (eventStoreUrl === null && !roles.includes('worker'))
    throw new WrongSetting(
      'ROLES must hold worker on the embedded stores, which one process owns: without it nothing is verified, and no record can be read (unset ROLES, or set EVENT_STORE_URL and MONGODB_URL)',
    )
}

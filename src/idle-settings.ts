// Settings that have no effect as they stand: they go with another one that is not set, or the stores leave no process to do the rest.
import type { Config } from './config.ts'

type Environment = { readonly [name: string]: string | undefined }

const companions = [
  {
    needed: 'OIDC_ISSUER',
    settings: ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES', 'OIDC_ROLES_CLAIM', 'OIDC_SCOPE', 'OIDC_ACCOUNT'],
  },
  { needed: 'S3_URL', settings: ['S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] },
  { needed: 'AGENT_MODEL_URL', settings: ['AGENT_MODEL', 'AGENT_MODEL_KEY'] },
] as const

const withoutRole = {
  api: 'no request is answered without the role api',
  worker: 'nothing is verified, and no record can be read, without the role worker',
} as const

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
  ...(eventStoreUrl === null
    ? (['api', 'worker'] as const)
        .filter((role) => !roles.includes(role))
        .map((role) => `one process owns the embedded stores, and ROLES is ${roles.join(',')}: ${withoutRole[role]}`)
    : []),
]

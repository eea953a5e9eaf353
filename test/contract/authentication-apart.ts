// Events that bring every secret of signing in into the read models, so that tests can look where it stands.
import { randomUUID } from 'node:crypto'
import { projections } from '../../src/projections/all.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import type { Stores } from '../stores/log.ts'

const hash = (digit: string) => digit.repeat(64)

/** As they stand in the documents: each must be found where authentication is kept, and nowhere where analysts look. */
const secrets = {
  password_hash: '$scrypt$ln=16,r=8,p=2$c2FsdHNhbHQ$cGFzc3dvcmRoYXNo',
  totp_secret: 'JBSWY3DPEHPK3PXPQQ',
  invitation_hash: hash('1'),
  identity_hash: hash('2'),
  key_hash: hash('3'),
  secret_hash: hash('4'),
  token_hash: hash('5'),
} as const

/** What analysts may see, so that a search that finds nothing is known to have looked. */
export const plainName = 'Visible Account'

/** Appends the events. They are not folded yet. */
export const signInEvents = async ({ append }: Pick<Stores, 'append'>): Promise<void> => {
  const [account, one, two, three, client] = Array.from({ length: 5 }, () => randomUUID()) as [string, string, string, string, string]
  const roles = ['member' as const]
  await append(`account-${account}`, {
    type: 'AccountCreated',
    data: { account_id: account, name: plainName, slug: 'visible', features: [] },
  })
  await append(`account-${account}`, {
    type: 'ApiKeyCreated',
    data: { key_id: one, name: 'Key', mode: 'test', key_hash: secrets.key_hash, last_four: 'wxyz' },
  })
  await append(`account-${account}`, {
    type: 'OauthClientCreated',
    data: { client_id: client, name: 'App', redirect_uri: 'https://app.example/cb', mode: 'test', secret_hash: secrets.secret_hash },
  })
  await append(`oauth_token-${secrets.token_hash}`, {
    type: 'AccessTokenIssued',
    data: { client_id: client, user_id: one, mode: 'test', scopes: ['read_only'] },
  })
  await append(
    `user-${one}`,
    { type: 'UserRegistered', data: { user_id: one, email: 'ann@example.com', name: 'Ann', password_hash: secrets.password_hash, roles } },
    { type: 'UserSecondFactorEnabled', data: { totp_secret: secrets.totp_secret } },
  )
  await append(`user-${two}`, {
    type: 'UserInvited',
    data: {
      user_id: two,
      email: 'bob@example.com',
      name: 'Bob',
      roles,
      invitation_hash: secrets.invitation_hash,
      expires_at: '2026-12-01T00:00:00.000Z',
    },
  })
  await append(`user-${three}`, {
    type: 'UserAdmitted',
    data: { user_id: three, email: 'eve@example.com', name: 'Eve', roles, identity_hash: secrets.identity_hash },
  })
}

export const ofAuthentication = projections.filter(({ spec }) => spec.store === 'authentication')

/** The collections as an earlier release kept them: one version older, and among the analysts'. */
export const earlier = projections.map((each) => {
  const { store, ...spec } = each.spec
  return store === undefined ? each : { ...each, spec: { ...spec, version: spec.version - 1 } }
})

/** Which of the secrets are in the text. */
export const secretsIn = (text: string | Buffer): readonly string[] =>
  Object.entries(secrets).flatMap(([name, value]) => (text.includes(value) ? [name] : []))

export const everySecret: readonly string[] = Object.keys(secrets)

/** A user, a key and a token are found as ever. */
export const answers = async (documents: DocumentStore): Promise<readonly (string | undefined)[]> => {
  const key = await documents.get('api_keys', secrets.key_hash)
  const token = await documents.get('access_tokens', secrets.token_hash)
  const [user] = await documents.find('users', { where: { email: 'ann@example.com' } })
  return [key?.name, token?.token_hash, user?.totp_secret].map((value) => (value === undefined ? undefined : String(value)))
}

export const rightAnswers = ['Key', secrets.token_hash, secrets.totp_secret]

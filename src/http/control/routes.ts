// The operator's routes, for the command lines: accounts, features, API keys, and the work that processes gave up. They need the operator's token.
import { hash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseAuthorization } from '../../auth/credentials.ts'
import { account, features } from '../../commands/account.ts'
import { orderedId } from '../../events/ordered-id.ts'
import { switchFeature } from '../../inner/account-settings.ts'
import { apiKeyOf, createApiKey, everyApiKeyOf, revokeApiKey, rotateApiKey } from '../../inner/api-keys.ts'
import type { DocumentFiles } from '../../inner/evidence-documents.ts'
import { listWork, type RetryInboxKind, retryWork } from '../../inner/failed-work.ts'
import type { ProbityApp, ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { originOf } from '../../inner/framework/origin.ts'
import { accountOf, type Documents, type Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { invite } from '../../inner/invitations.ts'
import type { ListTrials } from '../../inner/list-trials.ts'
import type { LoadedLists } from '../../inner/loaded-data.ts'
import { type UserDocument, userRoles, usersOf } from '../../inner/users.ts'
import { NewApiKeyOfAccount, RotateApiKey } from '../../interface/api-keys.ts'
import { unauthorized } from '../../interface/errors.ts'
import { accounts } from '../../projections/accounts.ts'
import { eachFound } from '../../projections/read.ts'
import type { SetAside } from '../../stores/document-store.ts'
import { currentStateName, workStates } from '../../stores/process-work.ts'
import { body, query } from '../validation.ts'
import { accountSettings } from './account-settings.ts'
import { type AuditOperations, auditRoutes } from './audit.ts'
import { type BuildControls, buildDesk } from './build.ts'
import { operatorContext, operatorSender, sendAsOperator } from './desk.ts'
import { documentDesk } from './documents.ts'
import { lienDesk } from './liens.ts'
import { partnerDesk } from './partner-desk.ts'
import { policyDesk } from './policies.ts'

export type OperatorDependencies = Sending &
  Reads &
  Documents &
  DocumentFiles &
  ListTrials &
  LoadedLists & {
    readonly token: string
    /** The version of the interface that new accounts get. */
    readonly interfaceVersion: string
    readonly audit: AuditOperations
    /** The kinds of records that hold the retry inboxes, by process: one for each partition of the accounts. */
    readonly retryInboxes: readonly RetryInboxKind[]
    /** The technical records that cannot be opened. */
    readonly setAside: () => Promise<readonly SetAside[]>
    /** The build of new versions of read models; null where none was raised. */
    readonly build: BuildControls | null
  }

const NewAccount = z.object({
  name: z.string().trim().min(1).max(200),
  slug: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be lower-case letters, digits and hyphens'),
})
const NewUser = z.object({ email: z.string(), name: z.string(), roles: z.array(z.enum(userRoles)).default(['admin']) })
const Switch = z.object({ on: z.boolean() })
/** Pieces of work that a list shows. */
const shownWork = 1000

/** `parked` is the old name of a dead letter, which scripts may still use. */
const WorkQuery = z.object({ state: z.preprocess(currentStateName, z.enum(workStates)).optional() })

const Retry = z.object({ process: z.string(), key: z.string() })

export const operatorRoutes =
  (dependencies: OperatorDependencies): Routes =>
  (app) => {
    const routes = app.basePath('/operator')

    routes.use(async (c, next) => {
      const token = parseAuthorization(c.req.header('authorization'))?.secret ?? ''
      if (!timingSafeEqual(Buffer.from(hash('sha256', token)), Buffer.from(hash('sha256', dependencies.token))))
        throw unauthorized('the operator token is not valid')
      return next()
    })

    auditRoutes(dependencies.audit)(routes)
    accountRoutes(routes, dependencies)
    keyRoutes(routes, dependencies)
    userRoutes(routes, dependencies)
    workRoutes(routes, dependencies)
    policyDesk(routes, dependencies)
    accountSettings(routes, dependencies)
    buildDesk(routes, dependencies.build)
    lienDesk(routes, dependencies)
    documentDesk(routes, dependencies)
    partnerDesk(routes, dependencies)
  }

const accountIn = (dependencies: OperatorDependencies, c: ProbityContext) => accountOf(dependencies, c.req.param('id') ?? '')

const senderFor = async (dependencies: OperatorDependencies, c: ProbityContext) =>
  operatorSender(dependencies, c, (await accountIn(dependencies, c)).id)

const accountRoutes = (routes: ProbityApp, dependencies: OperatorDependencies) => {
  routes.get('/accounts', async (c) =>
    c.json({ data: await Array.fromAsync(eachFound(dependencies.read(accounts), { where: {}, by: 'slug' })), features }),
  )

  routes.post('/accounts', body(NewAccount), async (c) => {
    const id = orderedId()
    const body = c.req.valid('json')
    const command = {
      type: 'CreateAccount' as const,
      account: { account_id: id, ...body, features: [...features], interface_version: dependencies.interfaceVersion },
    }
    await sendAsOperator(dependencies, c, { accountId: id, aggregate: account, id, command })
    return c.json(await accountOf(dependencies, id), 201)
  })

  routes.put('/accounts/:id/features/:feature', body(Switch), async (c) => {
    const sender = await senderFor(dependencies, c)
    await switchFeature(sender, { feature: c.req.param('feature'), on: c.req.valid('json').on })
    return c.json(await accountIn(dependencies, c))
  })
}

const keyRoutes = (routes: ProbityApp, dependencies: OperatorDependencies) => {
  routes.get('/accounts/:id/keys', async (c) => {
    const { id } = await accountIn(dependencies, c)
    return c.json({ data: await everyApiKeyOf(dependencies, id) })
  })

  routes.post('/accounts/:id/keys', body(NewApiKeyOfAccount), async (c) => {
    const { name, mode, scopes, expires_at } = c.req.valid('json')
    return c.json(await createApiKey(dependencies, await senderFor(dependencies, c), { name, mode, scopes, expiresAt: expires_at }), 201)
  })

  routes.post('/accounts/:id/keys/:key_id/rotate', body(RotateApiKey, { optional: true }), async (c) => {
    const sender = await senderFor(dependencies, c)
    const old = await apiKeyOf(dependencies, { accountId: sender.accountId, keyId: c.req.param('key_id') })
    return c.json(await rotateApiKey(dependencies, sender, old, c.req.valid('json')), 201)
  })

  routes.delete('/accounts/:id/keys/:key_id', async (c) => {
    await revokeApiKey(await senderFor(dependencies, c), c.req.param('key_id'))
    return c.json({ id: c.req.param('key_id'), revoked: true })
  })
}

const userRoutes = (routes: ProbityApp, dependencies: OperatorDependencies) => {
  routes.get('/accounts/:id/users', async (c) => {
    const { id } = await accountIn(dependencies, c)
    const found = await usersOf(dependencies, id)
    const shown = ({ id, email, name, status, roles, signed_in_at }: UserDocument) => ({ id, email, name, status, roles, signed_in_at })
    return c.json({ data: found.map(shown) })
  })

  routes.post('/accounts/:id/users', body(NewUser), async (c) => {
    const { id: accountId } = await accountIn(dependencies, c)
    const id = orderedId()
    const { path, expires_at } = await invite(dependencies, { id, ...c.req.valid('json') }, operatorContext(dependencies, c, accountId))
    return c.json({ id, link: `${originOf(c)}${path}`, expires_at }, 201)
  })
}

const workRoutes = (routes: ProbityApp, dependencies: OperatorDependencies) => {
  routes.get('/work', query(WorkQuery), async (c) => {
    const { state } = c.req.valid('query')
    const work = await listWork(dependencies.documents, dependencies.retryInboxes, { states: state && [state] })
    return c.json({ data: work.slice(0, shownWork), total_count: work.length, set_aside: await dependencies.setAside() })
  })

  routes.post('/work/retry', body(Retry), async (c) => {
    const { process, key } = c.req.valid('json')
    await retryWork(dependencies, dependencies.retryInboxes, { process, key, by: (owner) => operatorContext(dependencies, c, owner) })
    return c.json({ process, key, retried: true })
  })
}

// What the operator of the service may do, for its command lines: accounts, features, API keys, and the work that processes have parked.
// Reached with a token that is derived from the master key, so whoever holds that key (and nobody else) is the operator.
import { hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { apiKeyHash, newApiKey } from '../../auth/api-keys.ts'
import { parseAuthorization } from '../../auth/credentials.ts'
import { account, features } from '../../commands/account.ts'
import type { Aggregate } from '../../commands/decider.ts'
import { refused } from '../../commands/refused.ts'
import { reservation, reservationId } from '../../commands/reservation.ts'
import { keyModes } from '../../events/account.ts'
import type { DomainEvent } from '../../events/catalogue.ts'
import { userRoles } from '../../events/user.ts'
import type { AccountDocument, ApiKeyDocument } from '../../projections/accounts.ts'
import type { UserDocument } from '../../projections/users.ts'
import type { WriteContext } from '../../stores/event-log.ts'
import { workStates } from '../../stores/process-work.ts'
import type { ProbityContext, Routes } from '../environment.ts'
import { unauthorized } from '../errors.ts'
import { invite } from '../invitations.ts'
import type { Service } from '../service.ts'
import { body, query } from '../validation.ts'
import { accountSettings } from './account-settings.ts'
import { type AuditTools, auditRoutes } from './audit.ts'
import { type BuildTools, buildDesk } from './build.ts'
import { documentDesk } from './documents.ts'
import { lienDesk } from './liens.ts'
import { partnerDesk } from './partner-desk.ts'
import { mountPolicies } from './policies.ts'
import { listWork, retryWork, type WorkbookKind } from './work.ts'

/** The bearer token of the operator's routes. */
export const operatorToken = (masterKey: Buffer): string =>
  `bvs_operator_${Buffer.from(hkdfSync('sha256', masterKey, '', 'operator', 32)).toString('base64url')}`

export type OperatorTools = Service & {
  readonly token: string
  readonly audit: AuditTools
  /** The kinds of records that hold the workbooks, by process: one for each partition of the accounts. */
  readonly workbooks: readonly WorkbookKind[]
  /** The build of new versions of read models; null where none was raised. */
  readonly build: BuildTools | null
}

const NewAccount = z.object({
  name: z.string().trim().min(1).max(200),
  slug: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be lower-case letters, digits and hyphens'),
})
const NewKey = z.object({ name: z.string().trim().min(1).max(100), mode: z.enum(keyModes) })
const NewUser = z.object({ email: z.string(), name: z.string(), roles: z.array(z.enum(userRoles)).default(['admin']) })
const Switch = z.object({ on: z.boolean() })
/** Pieces of work that a list shows. */
const shownWork = 1000

const Retry = z.object({ process: z.string(), key: z.string() })

export const operatorRoutes =
  (tools: OperatorTools): Routes =>
  (app) => {
    const { documents, handle, passed, now } = tools
    const routes = app.basePath('/operator')

    const writtenBy = (c: ProbityContext, accountId: string): WriteContext => ({
      accountId,
      actor: { type: 'operator', id: 'command_line' },
      commandId: uuidv7(),
      requestId: c.get('requestId'),
      at: now(),
    })

    const command = async <State, Command extends { readonly type: string }, Event extends DomainEvent>(
      c: ProbityContext,
      aggregate: Aggregate<State, Command, Event>,
      accountId: string,
      asked: Command,
    ) => {
      const { position } = await handle(aggregate, accountId, asked, writtenBy(c, accountId))
      if (position !== null) await passed(position, accountId)
    }

    const accountOf = async (id: string): Promise<AccountDocument> => {
      const found = (await documents.get('accounts', id)) as AccountDocument | undefined
      if (!found) throw refused('account_not_found')
      return found
    }

    routes.use(async (c, next) => {
      const given = parseAuthorization(c.req.header('authorization'))?.secret ?? ''
      if (!timingSafeEqual(Buffer.from(hash('sha256', given)), Buffer.from(hash('sha256', tools.token))))
        throw unauthorized('the operator token is not valid')
      return next()
    })

    auditRoutes(tools.audit)(routes)

    routes.get('/accounts', async (c) =>
      c.json({ data: await documents.find('accounts', { sort: [['slug', 'asc']], perPage: 1000 }), features }),
    )

    routes.post('/accounts', body(NewAccount), async (c) => {
      const id = uuidv7()
      const given = c.req.valid('json')
      const take = { type: 'Take' as const, kind: 'slug', owner: `${account.name}-${id}` }
      await handle(reservation, reservationId('', 'slug', given.slug), take, writtenBy(c, id))
      await command(c, account, id, { type: 'CreateAccount', account: { account_id: id, ...given, features: [...features] } })
      return c.json(await accountOf(id), 201)
    })

    routes.put('/accounts/:id/features/:feature', body(Switch), async (c) => {
      const { id } = await accountOf(c.req.param('id'))
      await command(c, account, id, { type: 'SwitchFeature', feature: c.req.param('feature'), on: c.req.valid('json').on })
      return c.json(await accountOf(id))
    })

    routes.get('/accounts/:id/keys', async (c) => {
      const { id } = await accountOf(c.req.param('id'))
      const keys = (await documents.find('api_keys', {
        where: { account_id: id },
        sort: [['created_at', 'asc']],
        perPage: 1000,
      })) as unknown as readonly ApiKeyDocument[]
      return c.json({ data: keys.map(({ key_hash: _, ...key }) => key) })
    })

    routes.post('/accounts/:id/keys', body(NewKey), async (c) => {
      const { id } = await accountOf(c.req.param('id'))
      const { name, mode } = c.req.valid('json')
      const key = newApiKey(mode)
      const keyId = uuidv7()
      await command(c, account, id, {
        type: 'CreateApiKey',
        key: { key_id: keyId, name, mode, key_hash: apiKeyHash(key), last_four: key.slice(-4) },
      })
      return c.json({ id: keyId, name, mode, key }, 201)
    })

    routes.delete('/accounts/:id/keys/:key_id', async (c) => {
      const { id } = await accountOf(c.req.param('id'))
      await command(c, account, id, { type: 'RevokeApiKey', keyId: c.req.param('key_id') })
      return c.json({ id: c.req.param('key_id'), revoked: true })
    })

    routes.get('/accounts/:id/users', async (c) => {
      const { id } = await accountOf(c.req.param('id'))
      const found = (await documents.find('users', { where: { account_id: id }, perPage: 1000 })) as unknown as readonly UserDocument[]
      const shown = ({ id, email, name, status, roles, signed_in_at }: UserDocument) => ({ id, email, name, status, roles, signed_in_at })
      return c.json({ data: found.map(shown) })
    })

    routes.post('/accounts/:id/users', body(NewUser), async (c) => {
      const { id: accountId } = await accountOf(c.req.param('id'))
      const id = uuidv7()
      const { path, expires_at } = await invite(tools, { id, ...c.req.valid('json') }, () => writtenBy(c, accountId))
      return c.json({ id, link: `${new URL(c.req.url).origin}${path}`, expires_at }, 201)
    })

    mountPolicies(routes, tools, { send: command, accountOf })

    routes.get('/work', query(z.object({ state: z.enum(workStates).optional() })), async (c) => {
      const work = await listWork(documents, tools.workbooks, c.req.valid('query'))
      return c.json({ data: work.slice(0, shownWork), total_count: work.length })
    })

    routes.post('/work/retry', body(Retry), async (c) => {
      const { process, key } = c.req.valid('json')
      const by = { actor: { type: 'operator' as const, id: 'command_line' }, requestId: c.get('requestId'), commandId: uuidv7() }
      await retryWork(tools, tools.workbooks, { process, key, ...by })
      return c.json({ process, key, retried: true })
    })

    accountSettings(routes, tools)
    buildDesk(routes, tools.build)
    lienDesk(routes, tools)
    documentDesk(routes, tools)
    partnerDesk(routes, tools)
  }

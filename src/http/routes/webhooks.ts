// Webhooks: register, change, delete, list deliveries and request one again (records.md, section 2).
import { z } from 'zod'
import { refused } from '../../commands/refused.ts'
import { type WebhookChanges, type WebhookState, webhook } from '../../commands/webhook.ts'
import type { Mode } from '../../events/modes.ts'
import type { ProbityApp, ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { newestFirst, ownPageOf } from '../../inner/framework/list-pages.ts'
import { type Documents, own, type Reads } from '../../inner/framework/reading.ts'
import { newId, type Sending, send } from '../../inner/framework/sending.ts'
import { ownWebhook } from '../../inner/own-webhook.ts'
import { deliveryPage, storedDelivery } from '../../inner/webhook-deliveries.ts'
import { requireEnabled } from '../../inner/webhook-replays.ts'
import { notFound } from '../../interface/errors.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { NewWebhook, Webhook, WebhookDelivery } from '../../interface/records/webhooks.ts'
import { CreateWebhook, newSecret, oidcFrom, readWebhook, UpdateWebhook } from '../../interface/requests/webhook.ts'
import { deliveryResource, webhookResource } from '../../interface/resources/webhook.ts'
import { serviceLimits } from '../../interface/service-limits.ts'
import { type WebhookDocument, webhooks } from '../../projections/webhooks.ts'
import { openWebhookDeliveries, type StoredDelivery } from '../../stores/webhook-deliveries.ts'
import { describe } from '../openapi/openapi.ts'
import { query, uncheckedBody } from '../validation.ts'

export type WebhookAddresses = {
  /** Webhooks created with live keys may also use addresses of the service's own machine. */
  readonly allowLoopback: boolean
}

const tag = 'Webhooks'

/** How long a replaced secret still signs, in addition to the new one. */
const formerSecretMs = 24 * 3_600_000

/** The webhook that the path names. */
const namedWebhook = (inner: Reads, c: ProbityContext): Promise<WebhookDocument> => ownWebhook(inner, c, c.req.param('id') ?? '')

/** The one in force: a request that a kill cut off and that is sent again has made another one, which counts for nothing. */
const secretOf = (state: WebhookState) => (state.status === 'none' ? {} : { secret: state.secret })

type WebhookDependencies = Sending & Reads & Documents & WebhookAddresses

export const webhookRoutes =
  (inner: WebhookDependencies): Routes =>
  (app) => {
    readAndCreate(app, inner)
    changeAndDelete(app, inner)
    deliveryLog(app, inner)
  }

const allowanceOf = (inner: WebhookDependencies, mode: Mode) => ({ mode, allowLoopback: inner.allowLoopback })

const readAndCreate = (app: ProbityApp, inner: WebhookDependencies) => {
  app.get(
    '/webhooks',
    describe({ summary: 'List webhooks', tag, responses: { 200: listOf(Webhook) } }),
    query(z.object(paging)),
    async (c) => {
      const { page, per_page: perPage } = c.req.valid('query')
      const { found, totalCount, hasMore } = await ownPageOf(
        inner,
        c,
        webhooks,
        { where: {}, sort: newestFirst, page, perPage },
        { deletable: { history: inner.history, aggregate: webhook } },
      )
      const items = found.map(webhookResource)
      return c.json(listEnvelope({ data: items, totalCount, hasMore, page, perPage, url: '/v1/webhooks' }))
    },
  )

  app.post(
    '/webhooks',
    describe({
      summary: 'Register a webhook',
      description:
        'Without a `secret` one is made, and shown in this answer only. Calls are signed after Standard Webhooks (`webhook-signature`), and with the plain signature in `X-Signature-256` or the header that the service is set up for.',
      tag,
      responses: { 201: NewWebhook },
    }),
    uncheckedBody(CreateWebhook),
    async (c) => {
      const {
        url,
        secret: given,
        event_types: enabled_events = ['*'],
        oidc,
      } = readWebhook(CreateWebhook, c.req.valid('json'), allowanceOf(inner, c.get('principal').mode))
      // Each event is kept once for every webhook that wants it.
      const { most } = serviceLimits.webhooks
      if ((await own(inner, c, webhooks).count({})) >= most) throw refused('webhooks_exhausted', undefined, { most })
      const id = newId(c, 'webhook')
      const secret = given ?? newSecret()
      const created = { webhook_id: id, mode: c.get('principal').mode, url, enabled_events, oidc: oidcFrom(oidc) ?? null, secret }
      const { state } = await send(inner, c, { aggregate: webhook, id, command: { type: 'CreateWebhook', webhook: created } })
      const document = await ownWebhook(inner, c, id)
      return c.json({ ...webhookResource(document), ...(given === undefined ? secretOf(state) : {}) }, 201)
    },
  )

  app.get('/webhooks/:id', describe({ summary: 'A webhook', tag, responses: { 200: Webhook }, errors: [404] }), async (c) =>
    c.json(webhookResource(await namedWebhook(inner, c))),
  )
}

const changeAndDelete = (app: ProbityApp, inner: WebhookDependencies) => {
  const change = (c: ProbityContext, id: string, changes: Parameters<typeof webhook.decide>[0] & { type: 'ChangeWebhook' }) =>
    send(inner, c, { aggregate: webhook, id, command: changes })

  const formerUntil = () => new Date(inner.now().getTime() + formerSecretMs).toISOString()

  const changed = async (c: ProbityContext, sent: { readonly [field: string]: unknown }, absent: Partial<WebhookChanges>) => {
    const { id, mode } = await namedWebhook(inner, c)
    const { oidc, disabled_at, secret, url, event_types: enabled_events } = readWebhook(UpdateWebhook, sent, allowanceOf(inner, mode))
    const changes = {
      ...absent,
      url,
      secret,
      ...(enabled_events === undefined ? {} : { enabled_events }),
      ...(oidc === undefined ? {} : { oidc: oidcFrom(oidc) ?? null }),
      ...(disabled_at === undefined ? {} : { disabled: disabled_at !== null }),
    }
    await change(c, id, { type: 'ChangeWebhook', changes, formerUntil: formerUntil() })
    return c.json(webhookResource(await namedWebhook(inner, c)))
  }

  app.patch(
    '/webhooks/:id',
    describe({
      summary: 'Change a webhook, replace its secret, disable or enable it',
      description: 'Members that are absent stay unchanged.',
      tag,
      responses: { 200: Webhook },
      errors: [404],
    }),
    uncheckedBody(UpdateWebhook),
    (c) => changed(c, c.req.valid('json'), {}),
  )

  app.put(
    '/webhooks/:id',
    describe({
      summary: 'Replace a webhook’s settings',
      description:
        'Members that are absent get the value that they have at creation: all events, no OAuth credentials, enabled. `url` and `secret` have none and stay.',
      tag,
      responses: { 200: Webhook },
      errors: [404],
    }),
    uncheckedBody(UpdateWebhook),
    (c) => changed(c, c.req.valid('json'), { enabled_events: ['*'], oidc: null, disabled: false }),
  )

  app.delete('/webhooks/:id', describe({ summary: 'Delete a webhook', tag, responses: { 200: Webhook }, errors: [404] }), async (c) => {
    const document = await namedWebhook(inner, c)
    await send(inner, c, { aggregate: webhook, id: document.id, command: { type: 'DeleteWebhook' } })
    return c.json(webhookResource(document))
  })

  app.post(
    '/webhooks/:id/rotate_secret',
    describe({
      summary: 'Make a new secret; the old one also signs for a day',
      tag,
      responses: { 200: NewWebhook },
      errors: [404],
    }),
    async (c) => {
      const { id } = await namedWebhook(inner, c)
      const changes = { secret: newSecret() }
      const { state } = await change(c, id, { type: 'ChangeWebhook', changes, formerUntil: formerUntil() })
      return c.json({ ...webhookResource(await namedWebhook(inner, c)), ...secretOf(state) })
    },
  )
}

const deliveryLog = (app: ProbityApp, inner: WebhookDependencies) => {
  const deliveries = openWebhookDeliveries(inner.documents.records)

  app.get(
    '/webhooks/:id/deliveries',
    describe({
      summary: 'What was delivered, and what will be: the newest thousand',
      tag,
      responses: { 200: listOf(WebhookDelivery) },
      errors: [404],
    }),
    query(z.object(paging)),
    async (c) => {
      const { id } = await namedWebhook(inner, c)
      const { page, per_page: perPage } = c.req.valid('query')
      const { found, totalCount, hasMore } = await deliveryPage(inner, c, { webhookId: id, page, perPage })
      const data = found.map(deliveryResource)
      return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: `/v1/webhooks/${id}/deliveries` }))
    },
  )

  app.post(
    '/webhooks/:id/deliveries/:delivery_id/redeliver',
    describe({
      summary: 'Deliver it again',
      description:
        'At once, whether or not it has arrived before; the receiver knows it by its `webhook-id`. Refused with 409 while the webhook is disabled.',
      tag,
      responses: { 200: WebhookDelivery },
      errors: [404, 409],
    }),
    async (c) => {
      const webhook = await namedWebhook(inner, c)
      requireEnabled(webhook)
      let stored: StoredDelivery | undefined = await storedDelivery(inner, { webhookId: webhook.id, id: c.req.param('delivery_id') })
      while (stored) {
        const after = await deliveries.update(stored, { status: 'pending', next_attempt_at: inner.now().toISOString(), asked: true })
        if (after) return c.json(deliveryResource(after.delivery))
        stored = await deliveries.get(stored.delivery.key)
      }
      throw notFound('delivery')
    },
  )
}

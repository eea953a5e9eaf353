// Tests of a webhook, and replays of what it missed.
import { z } from 'zod'
import type { Routes } from '../../inner/framework/environment.ts'
import { pageWithin } from '../../inner/framework/list-pages.ts'
import type { Documents, Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { beginReplay, replayOf, replaysOf } from '../../inner/webhook-replays.ts'
import { type SendsWebhooks, testWebhook } from '../../inner/webhook-tests.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { WebhookReplay, WebhookTest } from '../../interface/records/webhooks.ts'
import { ReplayWebhook } from '../../interface/requests/webhook.ts'
import { replayResource } from '../../interface/resources/webhook.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const tag = 'Webhooks'

export const webhookReplayRoutes =
  (inner: Sending & Reads & Documents & SendsWebhooks): Routes =>
  (app) => {
    app.post(
      '/webhooks/:id/test',
      describe({
        summary: 'Send a test event',
        description:
          'Sends one signed event of the type `webhook.test` at once, also to a webhook that is disabled. It has `"test": true` and the webhook as its object. The answer says what came of it. It is not tried again, and is not among the deliveries.',
        tag,
        responses: { 200: WebhookTest },
        errors: [404],
      }),
      async (c) => c.json(await testWebhook(inner, c, c.req.param('id'))),
    )
    app.post(
      '/webhooks/:id/replays',
      describe({
        summary: 'Replay what a webhook missed',
        description:
          'Delivers what failed, and what happened while the webhook was disabled, from `since` or `since_event` on, in order for each object. What arrived is not sent again. A later replay of the webhook cancels one that has not ended.',
        tag,
        responses: { 201: WebhookReplay },
        errors: [404, 409],
      }),
      body(ReplayWebhook),
      async (c) => c.json(replayResource(await beginReplay(inner, c, { id: c.req.param('id'), from: c.req.valid('json') })), 201),
    )

    app.get(
      '/webhooks/:id/replays',
      describe({ summary: 'List the replays of a webhook', tag, responses: { 200: listOf(WebhookReplay) }, errors: [404] }),
      query(z.object(paging)),
      async (c) => {
        const id = c.req.param('id')
        const { page, per_page: perPage } = c.req.valid('query')
        const all = (await replaysOf(inner, c, id)).map(replayResource)
        const { found: data, totalCount, hasMore } = pageWithin(c, all, { page, perPage, idOf: (each) => each.id })
        return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: `/v1/webhooks/${id}/replays` }))
      },
    )

    app.get(
      '/webhooks/:id/replays/:replay_id',
      describe({ summary: 'A replay and its progress', tag, responses: { 200: WebhookReplay }, errors: [404] }),
      async (c) => c.json(replayResource(await replayOf(inner, c, { id: c.req.param('id'), replayId: c.req.param('replay_id') }))),
    )
  }

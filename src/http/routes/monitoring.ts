// Monitoring: the event types that a business is monitored for, and bulk disabling (specification 4.5; records.md, Monitors).
import { z } from 'zod'
import { bulkDisable, expanded, monitor, monitorNames } from '../../commands/monitor.ts'
import { monitorTypes } from '../../events/monitor.ts'
import type { Monitored } from '../../inner/business/related.ts'
import { ownBusiness } from '../../inner/businesses.ts'
import type { ProbityApp, ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { own, ownAccount, ownDocument, type Reads, requireFeature } from '../../inner/framework/reading.ts'
import { newId, type Sending, send } from '../../inner/framework/sending.ts'
import { unprocessable } from '../../interface/errors.ts'
import { memberLimits as limits } from '../../interface/limits.ts'
import { Monitor } from '../../interface/records/monitors.ts'
import { Email } from '../../interface/requests/email.ts'
import { monitorResource, subscribableTypes } from '../../interface/resources/monitors.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import { monitors } from '../../projections/monitors.ts'
import { describe } from '../openapi/openapi.ts'
import { body } from '../validation.ts'

const tag = 'Monitoring'

/** `*`, monitor types (which stand for their groups) or single event types. */
const EventTypes = z
  .object({
    event_types: z
      .array(z.string().refine((name) => monitorNames.has(name), { error: 'is not a known event type' }))
      .min(1)
      .max(limits.monitored.most)
      .meta({
        items: { type: 'string', enum: [...monitorNames] },
        description: '`*` is everything that the account is set up for; a monitor type stands for the event types of its group.',
      }),
  })
  .meta({
    id: 'MonitoringEventTypesParam',
    examples: [{ event_types: ['*'] }, { event_types: ['registration', 'watchlist_result.created'] }],
  })

const BulkDisable = z
  .object({
    monitor_types: z.array(z.enum(monitorTypes)).min(1).nullish().meta({ description: 'All that the account is set up for when absent.' }),

    notification_email: Email.nullish().meta({ description: 'Gets an e-mail when all is done.' }),
  })
  .meta({ id: 'BulkDisableMonitoringRequest', examples: [{ monitor_types: ['watchlist_result'], notification_email: 'ops@example.com' }] })

/** The progress so far. The response is sent when the work is accepted. */
const BulkDisableAccepted = z
  .object({
    object: z.literal('bulk_disable'),
    id: z.uuid(),
    status: z.enum(['running', 'completed']),
    monitor_types: z.array(z.enum(monitorTypes)),
    monitor_count: z.int().nonnegative(),
    completed_monitor_count: z.int().nonnegative(),
  })
  .meta({ id: 'BulkDisableMonitoringResponse' })

const Deleted = z.object({ object: z.literal('monitor'), id: z.uuid(), deleted: z.literal(true) }).meta({ id: 'DeletedMonitor' })

type MonitoringDependencies = Sending & Reads & Monitored

export const monitoringRoutes =
  (inner: MonitoringDependencies): Routes =>
  (app) => {
    monitorOfBusiness(app, inner)
    bulkDisabling(app, inner)
  }

const path = '/businesses/:business_id/monitor'

const monitorOfBusiness = (app: ProbityApp, inner: MonitoringDependencies) => {
  const answer = async (c: ProbityContext) => {
    const business = await ownBusiness(inner, c, c.req.param('business_id') ?? '')
    const subscribable = subscribableTypes(await ownAccount(inner, c))
    return monitorResource(await monitorOf(inner, c, business), business, { subscribable, monitorable: inner.monitorable })
  }

  app.get(path, describe({ summary: 'The monitor of a business', tag, responses: { 200: Monitor }, errors: [404] }), async (c) =>
    c.json(await answer(c)),
  )

  app.post(
    path,
    describe({ summary: 'Monitor a business, or replace what it is monitored for', tag, responses: { 201: Monitor }, errors: [404] }),
    body(EventTypes),
    async (c) => {
      await requireFeature(inner, c, 'monitoring')
      const { id, mode } = await ownBusiness(inner, c, c.req.param('business_id'))
      const event_types = [...(await wanted(inner, c, c.req.valid('json').event_types))]
      const enabled = { monitor_id: newId(c, 'monitor'), business_id: id, mode, event_types }
      await send(inner, c, { aggregate: monitor, id, command: { type: 'EnableMonitor', monitor: enabled } })
      return c.json(await answer(c), 201)
    },
  )

  app.put(
    path,
    describe({ summary: 'Replace what a business is monitored for', tag, responses: { 200: Monitor }, errors: [404] }),
    body(EventTypes),
    async (c) => {
      await requireFeature(inner, c, 'monitoring')
      const business = await ownBusiness(inner, c, c.req.param('business_id'))
      await monitorOf(inner, c, business)
      const eventTypes = await wanted(inner, c, c.req.valid('json').event_types)
      await send(inner, c, { aggregate: monitor, id: business.id, command: { type: 'ChangeMonitor', eventTypes } })
      return c.json(await answer(c))
    },
  )

  app.delete(
    path,
    describe({ summary: 'End the monitoring of a business', tag, responses: { 200: Deleted }, errors: [404] }),
    async (c) => {
      const business = await ownBusiness(inner, c, c.req.param('business_id'))
      const { id } = await monitorOf(inner, c, business)
      await send(inner, c, { aggregate: monitor, id: business.id, command: { type: 'DisableMonitor' } })
      return c.json({ object: 'monitor', id, deleted: true })
    },
  )
}

const bulkDisabling = (app: ProbityApp, inner: MonitoringDependencies) =>
  app.post(
    '/monitoring/bulk_disable',
    describe({
      summary: 'End monitors of all businesses of the account, in the background',
      tag,
      responses: { 200: BulkDisableAccepted },
    }),
    body(BulkDisable, { optional: true }),
    async (c) => {
      await requireFeature(inner, c, 'monitoring')
      const { monitor_types, notification_email } = c.req.valid('json')
      const { monitor_types: allowed } = await ownAccount(inner, c)
      const types = [...new Set(monitor_types ?? allowed)]
      const id = newId(c, 'bulk_disable')
      const count = await own(inner, c, monitors).count()
      const request = { bulk_disable_id: id, monitor_types: types, notification_email: notification_email ?? null, monitors: count }
      const { state } = await send(inner, c, { aggregate: bulkDisable, id, command: { type: 'RequestBulkDisable', request } })
      const done = state.status === 'none' ? 0 : state.done
      const status = state.status === 'completed' ? ('completed' as const) : ('running' as const)
      return c.json({
        object: 'bulk_disable',
        id,
        status,
        monitor_types: types,
        monitor_count: count,
        completed_monitor_count: done,
      })
    },
  )

const monitorOf = (inner: MonitoringDependencies, c: ProbityContext, { id }: BusinessDocument) =>
  ownDocument(inner, c, { projection: monitors, id, resource: 'monitor' })

/** The event types that the names stand for. @throws Refused 422 for types that the account may not use */
const wanted = async (inner: MonitoringDependencies, c: ProbityContext, names: readonly string[]) => {
  const { monitor_types: allowed } = await ownAccount(inner, c)
  const types = expanded(names, allowed)
  const permitted = new Set<string>(expanded(['*'], allowed))
  const refusedTypes = types.filter((type) => !permitted.has(type))
  if (refusedTypes.length > 0)
    throw unprocessable(`${refusedTypes.join(', ')} cannot be monitored: the account is not set up for it`, 'event_types')
  if (types.length === 0) throw unprocessable('the account is not set up for any monitor type', 'event_types')
  return types
}

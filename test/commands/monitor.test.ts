import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bulkDisable, expanded, monitor } from '../../src/commands/monitor.ts'
import {
  type BulkDisableEvent,
  type MonitorEvent,
  type MonitorEventType,
  monitorEventTypes,
  monitorTypes,
} from '../../src/events/monitor.ts'
import { given } from './given.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'
const enabled: Extract<MonitorEvent, { type: 'MonitorEnabled' }> = {
  type: 'MonitorEnabled',
  data: { monitor_id: id, business_id: other, mode: 'test', event_types: ['tin.retrieved', 'lien.found'] },
}

test('a second monitor of a business replaces what the first one watches for and keeps its id', () => {
  const monitorOf = { monitor_id: other, business_id: other, mode: 'test' as const, event_types: ['lien.found' as const] }
  given(monitor, [enabled])
    .when({ type: 'EnableMonitor', monitor: monitorOf })
    .then([{ type: 'MonitorChanged', data: { monitor_id: id, event_types: ['lien.found'] } }])
})

test('what is also to be watched for is added, once and in the order of the interface, and starts a monitor where there is none', () => {
  const also = (...event_types: MonitorEventType[]) => ({
    type: 'AlsoMonitor' as const,
    monitor: { ...enabled.data, monitor_id: other, event_types },
  })
  given(monitor, [enabled])
    .when(also('lien.found', 'registration.created'))
    .then([{ type: 'MonitorChanged', data: { monitor_id: id, event_types: ['registration.created', 'tin.retrieved', 'lien.found'] } }])
  given(monitor, [enabled]).when(also('tin.retrieved')).then([])
  given(monitor, [])
    .when(also('tin.retrieved'))
    .then([{ type: 'MonitorEnabled', data: also('tin.retrieved').monitor }])
})

test('a monitor is set up once, changed, asked for checks, and ended; another one has its own id', () => {
  const disabled: MonitorEvent = { type: 'MonitorDisabled', data: { monitor_id: id } }
  const requested: MonitorEvent = { type: 'MonitorCheckRequested', data: { monitor_id: id, data_set: 'or_sos', version: '2' } }
  const again = { ...enabled, data: { ...enabled.data, monitor_id: other } }
  const check = { monitor_id: id, cause: 'schedule' as const, differences: 2 }
  const on = given(monitor, [enabled])
  given(monitor, []).when({ type: 'EnableMonitor', monitor: enabled.data }).then([enabled])
  on.when({ type: 'EnableMonitor', monitor: again.data }).then([])
  on.when({ type: 'ChangeMonitor', eventTypes: ['lien.found'] }).then([
    { type: 'MonitorChanged', data: { monitor_id: id, event_types: ['lien.found'] } },
  ])
  on.when({ type: 'RequestCheck', dataSet: 'or_sos', version: '2' }).then([requested])
  on.when({ type: 'NoteCheck', check }).then([{ type: 'MonitoredBusinessChecked', data: check }])
  on.when({ type: 'DisableMonitor' }).then([disabled])
  const off = given(monitor, [enabled, disabled])
  off.when({ type: 'RequestCheck', dataSet: 'or_sos', version: '2' }).then([])
  off.when({ type: 'NoteCheck', check }).then([])
  off.when({ type: 'EnableMonitor', monitor: again.data }).then([again])
})

test('types are taken away, and with the last one the monitor', () => {
  given(monitor, [enabled])
    .when({ type: 'DisableMonitorTypes', monitorTypes: ['lien'] })
    .then([{ type: 'MonitorChanged', data: { monitor_id: id, event_types: ['tin.retrieved'] } }])
  given(monitor, [enabled])
    .when({ type: 'DisableMonitorTypes', monitorTypes: ['lien', 'tin'] })
    .then([{ type: 'MonitorDisabled', data: { monitor_id: id } }])
  given(monitor, [enabled])
    .when({ type: 'DisableMonitorTypes', monitorTypes: ['bankruptcy'] })
    .then([])
  given(monitor, [])
    .when({ type: 'DisableMonitorTypes', monitorTypes: ['lien'] })
    .then([])
})

test('there is nothing to change or end where there is no monitor', () => {
  given(monitor, [])
    .when({ type: 'ChangeMonitor', eventTypes: ['lien.found'] })
    .isRefused('monitor_not_found')
  given(monitor, []).when({ type: 'DisableMonitor' }).isRefused('monitor_not_found')
})

test('a check that ends after its monitor did is not noted', () => {
  const check = { monitor_id: other, cause: 'schedule' as const, differences: 0 }
  given(monitor, [enabled]).when({ type: 'NoteCheck', check }).then([])
})

test('a star stands for what the account may have, a monitor type for its group', () => {
  assert.equal(expanded(['*'], monitorTypes), monitorEventTypes)
  assert.equal(expanded(['*'], ['tin']), ['tin.retrieved'])
  assert.is(expanded(['registration'], monitorTypes).length, 8)
  assert.equal(expanded(['lien.found', 'lien'], monitorTypes), ['lien.found', 'lien.terminated'])
})

test('a stretch of a bulk disable that a kill made run twice counts once', () => {
  const requested: Extract<BulkDisableEvent, { type: 'BulkDisableRequested' }> = {
    type: 'BulkDisableRequested',
    data: { bulk_disable_id: id, monitor_types: ['lien'], notification_email: null, monitors: 5 },
  }
  const advanced: BulkDisableEvent = { type: 'BulkDisableAdvanced', data: { after: 'b', done: 2, changed: 1 } }
  given(bulkDisable, [requested, advanced]).when({ type: 'Advance', after: 'b', done: 2, changed: 1 }).then([])
  given(bulkDisable, [requested, advanced])
    .when({ type: 'Advance', after: 'c', done: 1, changed: 1 })
    .then([{ type: 'BulkDisableAdvanced', data: { after: 'c', done: 3, changed: 2 } }])
  given(bulkDisable, [requested, advanced])
    .when({ type: 'CompleteBulkDisable' })
    .then([{ type: 'BulkDisableCompleted', data: { done: 2, changed: 1 } }])
  given(bulkDisable, []).when({ type: 'RequestBulkDisable', request: requested.data }).then([requested])
  given(bulkDisable, [requested]).when({ type: 'RequestBulkDisable', request: requested.data }).then([])
  given(bulkDisable, [requested])
    .when({ type: 'Advance', after: 'a', done: 2, changed: 1 })
    .then([{ type: 'BulkDisableAdvanced', data: { after: 'a', done: 2, changed: 1 } }])
  const ended: BulkDisableEvent = { type: 'BulkDisableCompleted', data: { done: 2, changed: 1 } }
  for (const history of [[], [requested, advanced, ended]]) {
    given(bulkDisable, history).when({ type: 'CompleteBulkDisable' }).then([])
    given(bulkDisable, history).when({ type: 'Advance', after: 'z', done: 1, changed: 0 }).then([])
  }
})

test.run()

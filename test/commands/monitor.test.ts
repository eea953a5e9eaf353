import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bulkDisable, expanded, monitor } from '../../src/commands/monitor.ts'
import { type BulkDisableEvent, type MonitorEvent, monitorEventTypes, monitorTypes } from '../../src/events/monitor.ts'
import { given } from './given.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'
const enabled: MonitorEvent = {
  type: 'MonitorEnabled',
  data: { monitor_id: id, business_id: other, mode: 'test', event_types: ['tin.retrieved', 'lien.found'] },
}

test('a second monitor of a business replaces what the first one watches for and keeps its id', () => {
  const monitorOf = { monitor_id: other, business_id: other, mode: 'test' as const, event_types: ['lien.found' as const] }
  given(monitor, [enabled])
    .when({ type: 'EnableMonitor', monitor: monitorOf })
    .then([{ type: 'MonitorChanged', data: { monitor_id: id, event_types: ['lien.found'] } }])
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
  const requested: BulkDisableEvent = {
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
})

test.run()

// The monitor aggregate (one per business, under the business's id) and the bulk disable of an account's monitors.
import { isDeepStrictEqual } from 'node:util'
import { keysOf } from '../events/keys-of.ts'
import {
  type BulkDisableEvent,
  eventTypesOf,
  type MonitorEvent,
  type MonitorEventType,
  type MonitorType,
  monitorEventTypes,
  monitorTypes,
} from '../events/monitor.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type MonitorData<Type extends MonitorEvent['type']> = Extract<MonitorEvent, { type: Type }>['data']
type BulkData<Type extends BulkDisableEvent['type']> = Extract<BulkDisableEvent, { type: Type }>['data']

export type MonitorState =
  | { readonly status: 'none' }
  | {
      readonly status: 'enabled'
      readonly id: string
      readonly eventTypes: readonly MonitorEventType[]
    }

export type MonitorCommand =
  /** Enables, or replaces the set of one that is enabled. */
  | { readonly type: 'EnableMonitor'; readonly monitor: MonitorData<'MonitorEnabled'> }
  /** Enables, or adds to the set of one that is enabled. */
  | { readonly type: 'AlsoMonitor'; readonly monitor: MonitorData<'MonitorEnabled'> }
  | { readonly type: 'ChangeMonitor'; readonly eventTypes: readonly MonitorEventType[] }
  | { readonly type: 'DisableMonitor' }
  /** Removes the event types of these monitor types. With none left the monitor ends. */
  | { readonly type: 'DisableMonitorTypes'; readonly monitorTypes: readonly MonitorType[] }
  | { readonly type: 'RequestCheck'; readonly dataSet: string; readonly version: string }
  | { readonly type: 'NoteCheck'; readonly check: MonitorData<'MonitoredBusinessChecked'> }

export const monitor: Aggregate<MonitorState, MonitorCommand, MonitorEvent> = {
  name: 'monitor',

  initial: { status: 'none' },

  evolve: (state, event) => {
    switch (event.type) {
      case 'MonitorEnabled':
      case 'MonitorChanged':
        return { status: 'enabled', id: event.data.monitor_id, eventTypes: event.data.event_types }
      case 'MonitorDisabled':
        return { status: 'none' }
      case 'MonitorCheckRequested':
      case 'MonitoredBusinessChecked':
        return state
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    const isToStart = command.type === 'EnableMonitor' || command.type === 'AlsoMonitor'
    if (isToStart && state.status === 'none') return [{ type: 'MonitorEnabled', data: command.monitor }]
    if (command.type === 'NoteCheck')
      return state.status === 'enabled' && state.id === command.check.monitor_id
        ? [{ type: 'MonitoredBusinessChecked', data: command.check }]
        : []
    if (state.status === 'none') {
      if (command.type === 'DisableMonitorTypes' || command.type === 'RequestCheck') return []
      throw refused('monitor_not_found')
    }
    switch (command.type) {
      case 'EnableMonitor':
        return replaced(state, command.monitor.event_types)
      case 'AlsoMonitor': {
        const wanted = new Set([...state.eventTypes, ...command.monitor.event_types])
        return replaced(
          state,
          monitorEventTypes.filter((type) => wanted.has(type)),
        )
      }
      case 'ChangeMonitor':
        return replaced(state, command.eventTypes)
      case 'RequestCheck':
        return [{ type: 'MonitorCheckRequested', data: { monitor_id: state.id, data_set: command.dataSet, version: command.version } }]
      case 'DisableMonitor':
        return [{ type: 'MonitorDisabled', data: { monitor_id: state.id } }]
      case 'DisableMonitorTypes': {
        const gone = new Set<string>(command.monitorTypes.flatMap((type) => eventTypesOf[type]))
        const left = state.eventTypes.filter((type) => !gone.has(type))
        return left.length === 0 ? [{ type: 'MonitorDisabled', data: { monitor_id: state.id } }] : replaced(state, left)
      }
      default:
        return assertNever(command)
    }
  },
}

const replaced = (
  { id, eventTypes }: Extract<MonitorState, { status: 'enabled' }>,
  next: readonly MonitorEventType[],
): readonly MonitorEvent[] =>
  isDeepStrictEqual(eventTypes, next) ? [] : [{ type: 'MonitorChanged', data: { monitor_id: id, event_types: [...next] } }]

/** What may be named where something is to be monitored. */
export const monitorNames: ReadonlySet<string> = new Set(['*', ...monitorTypes, ...monitorEventTypes])

/** Replaces `*` and monitor types by their event types: each event type once, in the order of the interface. */
export const expanded = (names: readonly string[], allowed: readonly MonitorType[]): readonly MonitorEventType[] => {
  const groups: { readonly [name: string]: readonly string[] } = eventTypesOf
  const wanted = new Set(names.flatMap((name) => (name === '*' ? allowed.flatMap((type) => eventTypesOf[type]) : (groups[name] ?? [name]))))
  return monitorEventTypes.filter((type) => wanted.has(type))
}

export const monitorTypeOf = (eventType: MonitorEventType): MonitorType =>
  keysOf(eventTypesOf).find((type) => eventTypesOf[type].some((each) => each === eventType)) ?? 'registration'

export type BulkDisableState =
  | { readonly status: 'none' }
  | {
      readonly status: 'running' | 'completed'
      readonly request: BulkData<'BulkDisableRequested'>
      readonly done: number
      readonly changed: number
      readonly after: string | null
    }

export type BulkDisableCommand =
  | { readonly type: 'RequestBulkDisable'; readonly request: BulkData<'BulkDisableRequested'> }
  | { readonly type: 'Advance'; readonly after: string; readonly done: number; readonly changed: number }
  | { readonly type: 'CompleteBulkDisable' }

export const bulkDisable: Aggregate<BulkDisableState, BulkDisableCommand, BulkDisableEvent> = {
  name: 'bulk_disable',

  initial: { status: 'none' },

  evolve: (state, event) => {
    switch (event.type) {
      case 'BulkDisableRequested':
        return { status: 'running', request: event.data, done: 0, changed: 0, after: null }
      case 'BulkDisableAdvanced':
        return state.status === 'none' ? state : { ...state, ...event.data }
      case 'BulkDisableCompleted':
        return state.status === 'none' ? state : { ...state, status: 'completed' }
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type === 'RequestBulkDisable')
      return state.status === 'none' ? [{ type: 'BulkDisableRequested', data: command.request }] : []
    if (state.status !== 'running') return []
    switch (command.type) {
      case 'Advance': {
        // Two runs of the same stretch count once (the first was killed after its last command).
        if (state.after !== null && command.after <= state.after) return []
        const { after } = command
        return [{ type: 'BulkDisableAdvanced', data: { after, done: state.done + command.done, changed: state.changed + command.changed } }]
      }
      case 'CompleteBulkDisable':
        return [{ type: 'BulkDisableCompleted', data: { done: state.done, changed: state.changed } }]
      default:
        return assertNever(command)
    }
  },
}

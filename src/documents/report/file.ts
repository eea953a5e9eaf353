// What a compliance officer files with the report: notes, officers and agents, what policies decided, dismissals and overrides with their reasons, and the
// record that all of it can be checked against.
import type { z } from 'zod'
import type { Note } from '../../interface/notes.ts'
import type { Business } from '../../interface/records/business.ts'
import type { ReportContents } from '../../interface/resources/report.ts'
import type { Sheet } from './sheet.ts'
import { words } from './words.ts'

type Record_ = z.output<typeof Business>

/** Writes a time as the report does. */
type Moment = (iso: string | null | undefined) => string | null

export const notes = (sheet: Sheet, all: readonly z.output<typeof Note>[], moment: Moment) => {
  if (all.length === 0) return
  sheet.section('Notes')
  sheet.table({
    columns: [
      { title: 'When', share: 0.2 },
      { title: 'By', share: 0.2 },
      { title: 'Note', share: 0.6 },
    ],
    rows: all.map(({ created_at, author, text }) => [moment(created_at) ?? '', author.name ?? author.type, text]),
  })
}

export const policies = (sheet: Sheet, { policy_results: all }: Record_, moment: Moment) => {
  if (!all?.length) return
  sheet.section('Policies')
  sheet.table({
    columns: [
      { title: 'Policy', share: 0.28 },
      { title: 'Rule', share: 0.3 },
      { title: 'Result', share: 0.22 },
      { title: 'When', share: 0.2 },
    ],
    rows: all.map(({ name, matched, result, executed, created_at }) => [
      { text: name ?? '', weight: 'bold' },
      matched ?? '',
      `${words(result ?? '')}${executed ? ', carried out' : ''}`,
      moment(created_at) ?? '',
    ]),
  })
}

/** The people and agents that registries name, with their roles. */
export const officers = (sheet: Sheet, { registrations }: Record_) => {
  const named = (registrations ?? []).flatMap(({ state, file_number, officers: all, registered_agent: agent }) => [
    ...(all ?? []).map((officer) => ({ state, file_number, role: rolesOf(officer), party: officer })),
    ...(agent ? [{ state, file_number, role: 'Registered agent', party: agent }] : []),
  ])
  if (named.length === 0) return
  sheet.section('Officers and agents')
  sheet.table({
    columns: [
      { title: 'Name', share: 0.28 },
      { title: 'Role', share: 0.2 },
      { title: 'Address', share: 0.32 },
      { title: 'Registration', share: 0.2 },
    ],
    rows: named.map(({ state, file_number, role, party }) => [
      { text: textOf(party.name), weight: 'bold' },
      role,
      addressOf(party),
      `${state} ${file_number}`,
    ]),
  })
}

type Party = { readonly [field: string]: unknown }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const rolesOf = ({ roles, titles, title }: Party): string => {
  const listed = Array.isArray(titles) ? titles : Array.isArray(roles) ? roles : [title]
  const all = listed.map((each) => (typeof each === 'object' && each !== null && 'title' in each ? each.title : each))
  return all.filter((each) => typeof each === 'string' && each !== '').join(', ')
}

const addressOf = ({ address, addresses }: Party): string => {
  const [first] = Array.isArray(addresses) ? addresses : [address]
  return typeof first === 'object' && first !== null && 'full_address' in first ? textOf(first.full_address) : textOf(first)
}

/** Who dismissed which hit, when and why; also dismissals that ended. */
export const dismissals = (sheet: Sheet, { watchlist }: Record_, moment: Moment) => {
  const hits = (watchlist?.lists ?? []).flatMap(({ abbr, results }) => results.map((hit) => ({ abbr, hit })))
  const all = hits.flatMap(({ abbr, hit }) => [
    ...(hit.dismissal ? [{ abbr, hit, each: hit.dismissal, ended: '' }] : []),
    ...(hit.earlier_dismissals ?? []).map((each) => ({
      abbr,
      hit,
      each,
      ended: `\nEnded ${moment(each.ended_at)}: ${each.cause === 'entry_changed' ? 'the list changed' : 'the party changed'}`,
    })),
  ])
  if (all.length === 0) return
  sheet.section('Dismissed watchlist hits')
  sheet.table({
    columns: [
      { title: 'Hit', share: 0.27 },
      { title: 'Dismissed by', share: 0.18 },
      { title: 'When', share: 0.2 },
      { title: 'Reason', share: 0.35 },
    ],
    rows: all.map(({ abbr, hit, each, ended }) => [
      { text: `${hit.entity_name} (${abbr})`, weight: 'bold' },
      textOf((each.dismissed_by?.data as Party | undefined)?.name) || (each.dismissed_by ? words(each.dismissed_by.actor_type) : ''),
      moment(each.dismissed_at) ?? '',
      `${each.reason ?? 'Without a reason'}, for ${each.scope === 'hit' ? 'this hit' : 'the whole party'}${ended}`,
    ]),
  })
}

export const record = (sheet: Sheet, { stream, events, last_event_id, hash, proof }: ReportContents['record']) => {
  sheet.section('Record')
  sheet.paragraph(
    'This report is created from an append-only record. The hash of its last event covers all events before it. With the proof, anyone can check offline that nothing was changed.',
    { size: 8.5 },
  )
  sheet.space(4)
  sheet.facts([
    ['Stream', stream],
    ['Events', String(events)],
    ['Last event', last_event_id],
    ['Hash of the record', hash],
    ['Proof', `GET ${proof} (checked with npm run audit -- check, or examples/check_proof.py)`],
  ])
}

// A signal in responses: its reason codes, with the texts of the reason table.
import type { z } from 'zod'
import { shownTin } from '../../commands/shown-tin.ts'
import { type ReasonRule, reasonRules } from '../../evidence/signals/reasons.ts'
import type { SignalDocument } from '../../projections/signals.ts'
import type { Signal } from '../records/signals.ts'

export const signalResource = (signal: SignalDocument, names: ReadonlyMap<string, string>): z.output<typeof Signal> => ({
  object: 'signal',
  id: signal.id,
  name: signal.name,
  tin: shownTin(signal),
  external_id: signal.external_id,
  model_slug: signal.model_slug,
  score: signal.score,
  business_id: signal.business_id,
  batch_id: signal.batch_id,
  requester: { ...signal.requester, name: names.get(signal.requester.id) ?? '' },
  reasons: signal.reasons.flatMap(({ code, importance }) => {
    const rule: ReasonRule | undefined = reasonRules[code as keyof typeof reasonRules]
    return rule
      ? [{ category: rule.category, group: rule.group, description: rule.description, code: code as keyof typeof reasonRules, importance }]
      : []
  }),
  addresses: [...signal.addresses],
  // An erased value is a text, not a list.
  people: Array.isArray(signal.people) ? [...signal.people] : [],
  created_at: signal.created_at,
})

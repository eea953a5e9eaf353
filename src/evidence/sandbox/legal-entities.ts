// The sandbox's record of a submitted legal entity identifier: issued, of the business itself, without parents.
import type { LegalEntityFinding, Subject } from '../ports.ts'
import type { SandboxScenario } from './scenarios.ts'
import { source } from './source.ts'

/** Made up, with valid check digits. */
const successor = '529900SANDBOXTWO0093'

export const legalEntity = (
  { lei: submitted, names, addresses, registrations: held = [] }: Subject,
  { merged }: Pick<SandboxScenario, 'merged'>,
): LegalEntityFinding | null => {
  const lei = submitted && merged && held.length > 0 ? successor : submitted
  return lei
    ? {
        lei,
        name: names[0] ?? '',
        match: { score: 1, explanation: 'the same name' },
        matched_name: names[0] ?? '',
        other_names: [],
        addresses: addresses.slice(0, 1).map((address) => ({ ...address, labels: ['legal'] })),
        authority: null,
        state: null,
        number: null,
        jurisdiction: 'US',
        category: 'GENERAL',
        entity_type: null,
        status: 'active',
        registration_status: 'ISSUED',
        created_on: null,
        registered_on: '2020-01-01',
        renews_on: null,
        successor_lei: null,
        direct_parent: null,
        ultimate_parent: null,
        head_office: null,
        sources: [source(`lei/${lei}`)],
      }
    : null
}

import type { EvidenceSource } from '../ports.ts'
export const openSandbox = (): EvidenceSource => ({
  delay: () => 0,
  registrations: async () => [],
  addresses: async () => [],
  watchlists: async () => ({ lists: [], hits: [] }),
  tin: async () => ({ outcome: 'unknown', sources: [] }),
  taxExempt: async () => null,
  motorCarriers: async () => [],
  loans: async () => [],
  industry: async () => [],
  needsAudit: () => false,
  tinAvailable: async () => true,
})

import type { EvidenceSource } from '../ports.ts'
import { openSandbox } from '../sandbox/sandbox.ts'
export const openReferenceSource = async (_: { folder: string }): Promise<EvidenceSource & { close: () => Promise<void> }> => ({
  ...openSandbox(),
  close: async () => undefined,
})

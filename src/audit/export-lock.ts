// Two exports to one place at once would both continue behind its last event, and write each one twice.
import { type Lock, takeLock } from '../stores/lock-file.ts'
import { OtherExport } from './export.ts'

/** @throws OtherExport while another export to this place runs */
export const lockExport = (lock: string, place: string): Lock => {
  const taken = takeLock(lock, 0)
  if (!taken) throw new OtherExport(`another export to ${place} is under way: wait for its end, or choose another place`)
  return taken
}

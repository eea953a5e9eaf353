// npm run audit: replays, proves, exports and erases. Everything but `seal`, `erase` and `repeat-erasures` only reads.
import { auditOptions, openAuditing } from './audit/auditing.ts'
import { backtestCommand } from './audit/backtest.ts'
import { eraseCommand } from './audit/erase.ts'
import { exportCommand } from './audit/export.ts'
import { integrityCommands } from './audit/integrity.ts'
import { recordCommands } from './audit/records.ts'
import { repeatErasuresCommand } from './audit/repeat-erasures.ts'
import { screeningCommand } from './audit/screening.ts'
import { program } from './command-line.ts'

export const line = await program(import.meta, {
  name: 'audit',
  about: 'Replays, proves, exports and erases the record in DATA_DIR, or at EVENT_STORE_URL and MONGODB_URL.',
  notes: [
    { text: 'ID is the id of a business, lien, run, account, user, webhook, ...', of: ['history', 'as-of', 'diff', 'access', 'prove'] },
    { text: 'An export goes on in the file of --out where there is one. With --format parquet, --out is a folder.', of: ['export'] },
    { text: 'All commands except seal, erase and repeat-erasures only read, and may run beside the service.' },
  ],
  options: auditOptions,
  open: openAuditing,
  commands: [
    ...recordCommands,
    ...integrityCommands,
    screeningCommand,
    exportCommand,
    backtestCommand,
    eraseCommand,
    repeatErasuresCommand,
  ],
})

// npm run jurisdictions: imports published lists of local jurisdictions, and tells which are in use.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { importList, listIndex, publishedLists, Unreadable } from '../evidence/registrations/published-lists.ts'

const usage = `Imports published lists of jurisdictions that tax wages.

  npm run jurisdictions -- import KIND FILE    imports a file as the version in use of KIND
  npm run jurisdictions -- list                the versions in use

The data goes to DATA_DIR/jurisdictions (DATA_DIR is ./data unless set). Running instances take a new version up by themselves.

Kinds:
${Object.entries(publishedLists)
  .map(([kind, { title }]) => `  ${kind.padEnd(10)} ${title}`)
  .join('\n')}`

const folder = join(process.env.DATA_DIR || './data', 'jurisdictions')
const [command, kind, file] = process.argv.slice(2)

if (command === 'list') console.log(JSON.stringify(listIndex(folder), null, 2))
else if (command === 'import' && kind && file) {
  try {
    const text = readFileSync(file, 'utf8')
    const { jurisdictions, rejected, isNew } = importList(folder, { kind, source: basename(file), text, now: new Date() })
    for (const { line, reason } of rejected) console.error(`${basename(file)}:${line} ${reason}`)
    console.log(`${isNew ? 'imported' : 'unchanged:'} ${jurisdictions.length} jurisdictions, ${rejected.length} rows rejected`)
  } catch (error) {
    const isExpected = error instanceof Unreadable || (error instanceof Error && 'code' in error)
    console.error(`jurisdictions: ${isExpected ? (error as Error).message : error instanceof Error ? error.stack : error}`)
    process.exitCode = 1
  }
} else {
  console.log(usage)
  process.exitCode = command === undefined || command === '--help' ? 0 : 2
}

// npm run jurisdictions: imports published lists of local jurisdictions, and shows which are in use.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dataDirIn } from '../config.ts'
import { importList, listIndex, publishedLists } from '../evidence/registrations/published-lists.ts'
import { nothing, program, WrongUse } from './command-line.ts'
import { orNearest } from './nearest-word.ts'
import { printJson } from './output.ts'

const folder = () => join(dataDirIn(process.env), 'jurisdictions')

export const line = await program(import.meta, {
  name: 'jurisdictions',
  about: 'Imports published lists of jurisdictions that tax wages.',
  notes: [
    {
      text: 'The data goes to DATA_DIR/jurisdictions (DATA_DIR is ./data unless set). Running instances notice a new version and use it.',
      of: ['import'],
    },
    {
      text: ['Kinds:', ...Object.entries(publishedLists).map(([kind, { title }]) => `  ${kind.padEnd(10)} ${title}`)].join('\n'),
      of: ['KIND'],
    },
  ],
  options: {},
  open: nothing,
  commands: [
    {
      usage: 'import KIND FILE',
      reads: ['FILE'],
      about: 'imports a file as the version in use of KIND',
      options: [],
      examples: ['import oh_rita rita-rates.txt'],
      run: async (_, [kind = '', file = '']) => {
        const kinds = Object.keys(publishedLists)
        if (!kinds.includes(kind))
          throw new WrongUse(`there is no list of kind "${kind}"; kinds are ${kinds.join(', ')}${orNearest(kind, kinds)}`)
        const text = readFileSync(file, 'utf8')
        const { jurisdictions, rejected, isNew } = importList(folder(), { kind, source: basename(file), text, now: new Date() })
        for (const { line, reason } of rejected) console.error(`${basename(file)}:${line} ${reason}`)
        console.log(`${isNew ? 'imported' : 'unchanged:'} ${jurisdictions.length} jurisdictions, ${rejected.length} rows rejected`)
      },
    },
    { usage: 'list', about: 'the versions in use, as JSON', options: [], run: async () => printJson(listIndex(folder())) },
  ],
})

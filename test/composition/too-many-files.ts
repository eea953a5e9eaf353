// A program that can open no file for a while (sources.test.ts). It prints what came of each piece of work meanwhile, and afterwards.
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { openSources, readConfiguredSources } from '../../src/composition/sources.ts'
import { readConfig } from '../../src/config.ts'
import { openMailer } from '../../src/processes/mail.ts'
import { folderFiles } from '../../src/stores/files.ts'

const [folder = ''] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: folder })
const sources = await openSources(config, await readConfiguredSources(config), {
  now: () => new Date(),
  log: pino({ level: 'silent' }),
  load: async ({ initial }) => initial,
})
const mailer = openMailer({ smtpUrl: null, from: 'probity@example.com', folder: join(folder, 'mail') })
const files = folderFiles(join(folder, 'documents'))
const kept = await files.write(Buffer.from('kept'))

const work: Readonly<Record<string, () => Promise<unknown>>> = {
  'a website': () => sources.siteProbes.live('http://127.0.0.1:9/', AbortSignal.timeout(10_000)),
  'a mail': () => mailer.send({ id: 'one', to: 'ann@example.com', subject: 'One', text: 'One' }),
  'a new document': () => files.write(Buffer.from('new')),
  'a document': () => files.read(kept),
}
const outcomes = async () => {
  const all: Record<string, string> = {}
  for (const [what, act] of Object.entries(work))
    all[what] = await act().then(
      () => 'done',
      (error: Error) => error.name,
    )
  return all
}

const held: number[] = []
try {
  for (;;) held.push(openSync('/dev/null', 'r'))
} catch {
  // That was the last one.
}
const meanwhile = await outcomes()
for (const each of held) closeSync(each)
console.log(JSON.stringify({ meanwhile, afterwards: await outcomes() }))
process.exit()

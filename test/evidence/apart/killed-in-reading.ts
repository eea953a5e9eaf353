// A program that is to be killed while its reader is in an endless loop. It prints the id of the reader's process.
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const endless = `data:text/javascript,${encodeURIComponent("process.prependListener('message', () => { process.kill(process.ppid, 'SIGUSR2'); for (;;); })")}`

const { fork } = childProcess
childProcess.fork = ((module: string | URL, args: readonly string[], options: childProcess.ForkOptions) => {
  const execArgv = [...(options.execArgv ?? []), '--import', endless]
  const child = fork(module, args, { ...options, execArgv })
  process.once('SIGUSR2', () => process.stdout.write(`${child.pid}\n`))
  return child
}) as typeof fork
syncBuiltinESMExports()

const { readersApart } = await import('../../../src/evidence/apart/apart.ts')
await readersApart({ ms: 600_000 }).page({ url: 'https://example.com/', html: '<title>Acme</title>', isHome: true })

// Starts a server that speaks the MongoDB protocol, for tests: mongod where one is installed, or else FerretDB over SQLite, built with Go
// from ./mongodb. It can be killed, brought back and frozen, as servers are.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const sources = join(import.meta.dirname, 'mongodb')

export type MongoServer = {
  readonly url: string
  /** Kills the process: what was not durable is lost. */
  readonly kill: () => Promise<void>
  /** Brings it back, on the same port and with the same files. */
  readonly restart: () => Promise<void>
  /** Keeps the connections open and answers nothing, until thawed. */
  readonly freeze: () => Promise<void>
  readonly thaw: () => void
  /** Ends it and removes its files. */
  readonly stop: () => Promise<void>
}

type Command = {
  readonly file: string
  readonly arguments: (port: number, state: string) => readonly string[]
  readonly environment?: NodeJS.ProcessEnv
}

/** What a server asks of its clients: TLS with this certificate and key (files), and this user of the database `admin`. */
export type Security = { readonly certificate: string; readonly key: string; readonly user: string; readonly password: string }

/** @throws Error where there is neither mongod (on the PATH, or named by MONGOD) nor Go */
export async function startMongoServer(security?: Security): Promise<MongoServer> {
  const command = security ? secured(await ferretDB(), security) : ((await installedMongod()) ?? (await ferretDB()))
  const state = await mkdtemp(join(tmpdir(), 'probity-mongodb-'))
  const port = await freePort()
  let child = await start(command, port, state)

  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url: `mongodb://127.0.0.1:${port}/`,
    kill,
    restart: async () => {
      await kill()
      child = await start(command, port, state)
    },
    freeze: async () => {
      child.kill('SIGSTOP')
      while (!(await run('ps', ['-o', 'stat=', '-p', String(child.pid)])).stdout.startsWith('T'));
    },
    thaw: () => {
      child.kill('SIGCONT')
    },
    stop: async () => {
      await kill()
      await rm(state, { recursive: true, force: true })
    },
  }
}

async function installedMongod(): Promise<Command | undefined> {
  const file = process.env.MONGOD ?? 'mongod'
  const found = await run(file, ['--version']).then(
    () => true,
    () => false,
  )
  if (!found) return undefined
  return { file, arguments: (port, state) => ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', state, '--quiet'] }
}

const secured = ({ file, arguments: given }: Command, { certificate, key, user, password }: Security): Command => ({
  file,
  arguments: (port, state) => [...given(port, state), '-certificate', certificate, '-key', key],
  environment: { SETUP_DATABASE: 'admin', SETUP_USERNAME: user, SETUP_PASSWORD: password },
})

/** Built once per state of its sources, into the folder for temporary files. */
async function ferretDB(): Promise<Command> {
  const digest = createHash('sha256')
  for (const name of ['main.go', 'go.mod', 'go.sum']) digest.update(await readFile(join(sources, name)))
  digest.update(JSON.stringify(changes))
  const folder = join(tmpdir(), 'probity-test-servers')
  const file = join(folder, `mongodb-${digest.digest('hex').slice(0, 16)}`)
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true })
    const unfinished = `${file}.${process.pid}`
    await build(unfinished).catch((error: unknown) => {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!missing) throw error
      throw new Error('no MongoDB server to test against: set MONGODB_URL, or install mongod, or Go 1.22 or later', { cause: error })
    })
    await rename(unfinished, file)
  }
  return { file, arguments: (port, state) => ['-listen', `127.0.0.1:${port}`, '-state', state] }
}

type SourceChange = {
  readonly file: string
  readonly replacements: readonly (readonly [wanted: string, instead: string])[]
  readonly addition?: string
}

/** Of a query for certain keys FerretDB looks at every document unless it asks for one key and nothing else; too slow with thousands of documents. */
const keyedQueries: SourceChange = {
  file: 'internal/backends/sqlite/collection.go',
  replacements: [
    [
      `if params.Filter.Len() == 1 {
		v, _ := params.Filter.Get("_id")
		switch v.(type) {`,
      `if params.Filter.Len() > 0 {
		v, _ := params.Filter.Get("_id")
		switch v := v.(type) {
		case *types.Document:
			whereClause, args = whereKeys(v)`,
    ],
  ],
  addition: `
// whereKeys preselects by lists of keys and by ranges; what it lets through is filtered again.
func whereKeys(condition *types.Document) (string, []any) {
	var args []any
	var marks string
	encoded := func(v any) (string, bool) {
		key, ok := v.(string)
		if !ok {
			return "", false
		}
		return string(must.NotFail(sjson.MarshalSingleValue(key))), true
	}
	in, _ := condition.Get("$in")
	if array, ok := in.(*types.Array); ok && condition.Len() == 1 {
		for i := 0; i < array.Len(); i++ {
			key, ok := encoded(must.NotFail(array.Get(i)))
			if !ok {
				return "", nil
			}
			if i > 0 {
				marks += ", "
			}
			marks += "?"
			args = append(args, key)
		}
		return fmt.Sprintf(" WHERE %s IN (%s)", metadata.IDColumn, marks), args
	}
	from, _ := condition.Get("$gte")
	to, _ := condition.Get("$lt")
	low, hasLow := encoded(from)
	high, hasHigh := encoded(to)
	if condition.Len() != 2 || !hasLow || !hasHigh {
		return "", nil
	}
	return fmt.Sprintf(" WHERE %[1]s >= ? AND %[1]s <= ?", metadata.IDColumn), []any{low[:len(low)-1], high[:len(high)-1]}
}
`,
}

/** The embeddable package knows no users; the server that it stands for does. */
const users: SourceChange = {
  file: 'ferretdb/ferretdb.go',
  replacements: [
    ['import (', 'import (\n\t"os"\n\t"github.com/FerretDB/FerretDB/internal/util/password"'],
    [
      '\t\tSQLiteURL: config.SQLiteURL,\n',
      `		SQLiteURL: config.SQLiteURL,

		SetupDatabase: os.Getenv("SETUP_DATABASE"),
		SetupUsername: os.Getenv("SETUP_USERNAME"),
		SetupPassword: password.WrapPassword(os.Getenv("SETUP_PASSWORD")),
`,
    ],
    ['CappedCleanupPercentage: 10,', 'CappedCleanupPercentage: 10,\n\t\t\tEnableNewAuth: os.Getenv("SETUP_DATABASE") != "",'],
  ],
}

const changes = [keyedQueries, users]

/** From a copy of FerretDB's sources with these changes. */
async function build(output: string): Promise<void> {
  const { stdout } = await run('go', ['mod', 'download', '-json', 'github.com/FerretDB/FerretDB'], { cwd: sources })
  const { Dir: original } = JSON.parse(stdout) as { readonly Dir: string }
  const scratch = await mkdtemp(join(tmpdir(), 'probity-ferretdb-'))
  try {
    const copy = join(scratch, 'ferretdb')
    await cp(original, copy, { recursive: true })
    await run('chmod', ['-R', 'u+w', copy])
    for (const { file, replacements, addition = '' } of changes) {
      let text = await readFile(join(copy, file), 'utf8')
      for (const [wanted, instead] of replacements) {
        if (!text.includes(wanted)) throw new Error(`${file} is not as expected`)
        text = text.replace(wanted, () => instead)
      }
      await writeFile(join(copy, file), text + addition)
    }
    const modules = join(scratch, 'changed.mod')
    await writeFile(modules, `${await readFile(join(sources, 'go.mod'), 'utf8')}\nreplace github.com/FerretDB/FerretDB => ${copy}\n`)
    await cp(join(sources, 'go.sum'), join(scratch, 'changed.sum'))
    await run('go', ['build', '-modfile', modules, '-o', output, '.'], { cwd: sources })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function start(command: Command, port: number, state: string): Promise<ChildProcess> {
  const env = { ...process.env, ...command.environment }
  const child = spawn(command.file, command.arguments(port, state), { stdio: ['ignore', 'ignore', 'pipe'], env })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2000)
  })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${command.file} ended with ${child.exitCode}: ${complaints}`)
  }
  return child
}

/** Whether a connection opens; a refusal is told a little later, so that asking again is no busy loop. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(() => resolve(false), 20))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

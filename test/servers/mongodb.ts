// Starts a server that speaks the MongoDB protocol, for tests: mongod where one is installed or named by MONGOD, the image of docker-compose.yml where a
// Docker engine answers, or else FerretDB over SQLite, built with Go from ./mongodb.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { composeImage, dockerVersion } from './docker.ts'
import { orEndFile, type Program, run, runContainer, runProgram, type Supervised } from './supervised.ts'

const sources = join(import.meta.dirname, 'mongodb')

export type MongoServer = Supervised & { readonly url: string }

const name = 'MongoDB'

/** What a server asks of its clients: TLS with this certificate and key (files), and this user of the database `admin`. */
export type Security = { readonly certificate: string; readonly key: string; readonly user: string; readonly password: string }

/** A file whose server cannot be started ends with one line. */
export const startMongoServer = (security?: Security): Promise<MongoServer> => orEndFile(started(security))

/** @throws Error of one line */
const started = async (security: Security | undefined): Promise<MongoServer> => {
  const installed = security ? undefined : await installedMongod()
  const supervised =
    !security && !installed && (await dockerVersion())
      ? await runContainer({ name, image: composeImage('mongo'), port: 27017, arguments: ['mongod', '--bind_ip_all'], serves })
      : await runProgram(security ? secured(await ferretDB(), security) : (installed ?? (await ferretDB())))
  return { ...supervised, url: urlAt(supervised.port) }
}

/** Which one it is, with its version. */
export const mongoEngine = async (): Promise<string> => {
  const file = mongod()
  const version = await versionOf(file)
  const docker = await dockerVersion()
  const ferret = /FerretDB\/FerretDB (\S+)/.exec(await readFile(join(sources, 'go.mod'), 'utf8'))?.[1]
  const own = version
    ? `${file} (${version})`
    : process.env.MONGOD
      ? `${file}, which cannot be started`
      : docker
        ? `${composeImage('mongo')} (Docker ${docker})`
        : `FerretDB ${ferret} over SQLite, which stands in for it`
  return process.env.MONGODB_URL ? `the one at MONGODB_URL where a test shares it, and ${own}` : own
}

const mongod = () => process.env.MONGOD ?? 'mongod'

const versionOf = (file: string): Promise<string | undefined> =>
  run(file, ['--version'], { timeout: 60_000 }).then(
    ({ stdout }) => stdout.split('\n')[0]?.trim(),
    () => undefined,
  )

const urlAt = (port: number) => `mongodb://127.0.0.1:${port}/`

const serves = async (port: number): Promise<boolean> => {
  const client = new MongoClient(urlAt(port), { serverSelectionTimeoutMS: 1_000 })
  return client
    .db('admin')
    .command({ ping: 1 })
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.close())
}

const installedMongod = async (): Promise<Program | undefined> => {
  const file = mongod()
  const isNamed = process.env.MONGOD !== undefined
  if (!isNamed && (await versionOf(file)) === undefined) return undefined
  return {
    name,
    file,
    serves,
    arguments: (port, state) => ['--port', String(port), '--bind_ip', '127.0.0.1', '--dbpath', state, '--quiet'],
  }
}

const secured = ({ file, arguments: given }: Program, { certificate, key, user, password }: Security): Program => ({
  name,
  file,
  arguments: (port, state) => [...given(port, state), '-certificate', certificate, '-key', key],
  environment: { SETUP_DATABASE: 'admin', SETUP_USERNAME: user, SETUP_PASSWORD: password },
})

/** Built once per state of its sources, into the folder for temporary files. */
async function ferretDB(): Promise<Program> {
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
  return { name, file, arguments: (port, state) => ['-listen', `127.0.0.1:${port}`, '-state', state] }
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

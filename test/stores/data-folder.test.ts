// The data folder: one process owns it, a second one gets an error that names the first, and a dead owner leaves no lock behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DataFolderInUse, openDataFolder, readOwner } from '../../src/stores/embedded/folder.ts'
import { inTime } from '../eventually.ts'

const test = suite('data folder')
let parent = ''
let path = ''
const children: ChildProcess[] = []

test.before.each(() => {
  parent = mkdtempSync(join(tmpdir(), 'probity-folder-'))
  path = join(parent, 'data')
})
test.after.each(async () => {
  for (const child of children.splice(0)) await kill(child)
  rmSync(parent, { recursive: true, force: true })
})

test('a missing folder is created for its user alone, with those above it', async () => {
  path = join(parent, 'var', 'data')
  const folder = await openDataFolder(path)
  assert.is(folder.path, path)
  assert.is(statSync(path).mode & 0o777, 0o700)
  await folder.close()
})

test('what others had a right to is for its user alone from then on, and a link leads nowhere', async () => {
  const outside = join(parent, 'outside')
  mkdirSync(join(path, 'documents'), { recursive: true })
  for (const file of [outside, join(path, 'documents', 'old')]) writeFileSync(file, 'x')
  symlinkSync(outside, join(path, 'documents', 'link'))
  const rights = () => [path, join(path, 'documents'), join(path, 'documents', 'old'), outside].map((each) => statSync(each).mode & 0o777)
  for (const each of [path, join(path, 'documents')]) chmodSync(each, 0o755)
  for (const each of [join(path, 'documents', 'old'), outside]) chmodSync(each, 0o644)
  const folder = await openDataFolder(path)
  assert.equal(rights(), [0o700, 0o700, 0o600, 0o644])
  await folder.close()
})

test('a second opening is refused in one line that names the folder and its owner', async () => {
  const folder = await openDataFolder(path)
  assert.is((await refusal(path)).message, `data folder ${path} is in use by process ${process.pid}`)

  await folder.announce({ address: 'http://127.0.0.1:8080' })
  const error = await refusal(path)
  assert.instance(error, DataFolderInUse)
  assert.is(error.message, `data folder ${path} is in use by process ${process.pid}, listening on http://127.0.0.1:8080`)
  assert.equal(await readOwner(path), { pid: process.pid, address: 'http://127.0.0.1:8080' })
  await folder.close()
  assert.is(new DataFolderInUse('/data', undefined).message, 'data folder /data is in use by another process')
})

test('a folder that was given up can be opened again', async () => {
  const first = await openDataFolder(path)
  await first.close()
  await first.close()
  assert.is(await readOwner(path), undefined)
  const second = await openDataFolder(path)
  assert.equal(await readOwner(path), { pid: process.pid })
  await second.close()
})

test('another process is refused while the owner lives, and not once it was killed', async () => {
  const owner = start(path)
  assert.is(await answer(owner), 'owner')
  const error = await refusal(path)
  assert.is(error.message, `data folder ${path} is in use by process ${owner.pid}`)

  await kill(owner)
  assert.ok(existsSync(join(path, 'owner.json')), 'the dead owner left its note')
  const folder = await openDataFolder(path)
  assert.equal(await readOwner(path), { pid: process.pid })
  await folder.close()
})

test('of several processes that start at once exactly one owns the folder', async () => {
  const starting = Array.from({ length: 4 }, () => start(path))
  const answers = await Promise.all(starting.map(answer))
  const owner = starting[answers.indexOf('owner')]
  assert.is(answers.filter((line) => line === 'owner').length, 1)
  assert.is(answers.filter((line) => line === `data folder ${path} is in use by process ${owner?.pid}`).length, 3)
})

test('a path that cannot be a folder is refused by name', async () => {
  writeFileSync(path, 'a file')
  assert.match((await refusal(path)).message, `data folder ${path} cannot be used: `)
  const below = join(path, 'below')
  assert.match((await refusal(below)).message, `data folder ${below} cannot be used: `)
})

test('a folder that the system does not let anyone make is refused by name, and one whose parents are missing is made', async () => {
  if (process.platform === 'linux')
    assert.match((await refusal('/proc/probity/data')).message, /^data folder \/proc\/probity\/data cannot be used: ENOENT/)
  const deep = join(path, 'of', 'the', 'service')
  await (await openDataFolder(deep)).close()
  assert.is(statSync(join(path, 'of')).mode & 0o777, 0o700)
})

test('a lock file that is something else is refused by name', async () => {
  const folder = await openDataFolder(path)
  await folder.close()
  writeFileSync(join(path, 'lock.sqlite'), 'not a lock '.repeat(100))
  assert.match((await refusal(path)).message, `${join(path, 'lock.sqlite')} is damaged: delete it, it holds nothing`)
})

test('a lock file that cannot be written is refused by its name and with the cause', async () => {
  const lock = join(path, 'lock.sqlite')
  mkdirSync(lock, { recursive: true })
  assert.is((await refusal(path)).message, `data folder ${path} cannot be used: EISDIR: illegal operation on a directory, open '${lock}'`)
})

const refusal = async (folder: string): Promise<Error> => {
  const opened = await openDataFolder(folder).catch((error) => error)
  if (opened instanceof Error) return opened
  await opened.close()
  throw new Error('the folder was opened')
}

const start = (folder: string) => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', opener, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

const answer = async (child: ReturnType<typeof start>): Promise<string> => {
  const [line] = await inTime('the child has answered', once(child.stdout, 'data'))
  return String(line).trim()
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await inTime('the child is dead', exit)
}

const opener = `
  import { openDataFolder } from '${new URL('../../src/stores/embedded/folder.ts', import.meta.url)}'
  try {
    await openDataFolder(process.argv.at(-1))
    console.log('owner')
  } catch (error) {
    console.log(error.message)
  }
  setInterval(() => {}, 1_000)
`

test.run()

// What is done to many businesses at once, while the disk takes no more in the middle: the page says what was done and what is left, and nothing is
// done twice.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { eventually, until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { hiddenFields, visitor } from '../pages/browser.ts'
import { environment, startProgram } from './program.ts'
import { type Body, testKey } from './service.ts'

const admin = { email: 'admin@example.com', password: 'a password that nobody guesses' }
const businesses = 60
const canLimit = spawnSync('prlimit', ['--version']).status === 0

const onLinux = canLimit ? test : test.skip
onLinux('a disk that is full in the middle of a bulk action: the rest is asked for again, and each is done once', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-bulk-'))
  const program = await startProgram({ ...environment(dataDir), BOOTSTRAP_EMAIL: admin.email, BOOTSTRAP_PASSWORD: admin.password })
  const limitFiles = (bytes: number | 'unlimited') => spawnSync('prlimit', ['--pid', String(program.child.pid), `--fsize=${bytes}:`])
  /** How many businesses the log says were given the tag, and how often. */
  const tagged = () => {
    const file = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
    const row = file
      .prepare("select count(*) as events, count(distinct stream) as streams from events where type = 'BusinessUpdated'")
      .get()
    file.close()
    return { events: Number(row?.events), streams: Number(row?.streams) }
  }
  const ask = async (method: string, path: string, body?: object): Promise<Body> => {
    const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
    return (await fetch(`${program.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json()
  }
  try {
    const ids: string[] = []
    for (let n = 0; n < businesses; n++)
      ids.push(
        (await ask('POST', '/v1/businesses', { name: `Many ${n} LLC`, addresses: [{ full_address: '1 Main St, Portland, OR' }] })).id,
      )
    const ann = visitor(program.url)
    await ann.signIn(admin)
    const page = await ann.get('/businesses')
    const fields = (hidden: Readonly<Record<string, string>>, chosen: readonly string[]) => {
      const { id: _, seen: __, ...plain } = hidden
      return new URLSearchParams([...Object.entries({ ...plain, do: 'tag', tag: 'seasonal' }), ...chosen.map((id) => ['id', id])])
    }
    const question = await ann.post('/businesses/bulk', fields(hiddenFields(page.text, '/businesses/bulk'), ids))
    const before = tagged().events
    const answering = ann.post('/businesses/bulk/confirmed', fields(hiddenFields(question.text, '/businesses/bulk/confirmed'), ids))
    await eventually('some are tagged', () => tagged().events > before)
    limitFiles(1)
    const answer = await answering
    assert.is(answer.status, 503, answer.text)
    assert.ok(Number(answer.headers.get('Retry-After')) > 0)
    const done = Number(/Tagged: (\d+) of 60\./.exec(answer.text)?.[1])
    assert.ok(done > 0 && done < businesses, answer.text)
    const left = [...answer.text.matchAll(/name="id" value="([^"]*)"/g)].map(([, id = '']) => id)
    assert.equal(left, ids.slice(done))
    assert.match(answer.text, 'value="seasonal"')

    const refused = await ann.post('/businesses/bulk/confirmed', fields(hiddenFields(answer.text, '/businesses/bulk/confirmed'), left))
    assert.is(refused.status, 503)
    limitFiles('unlimited')
    const again = fields(hiddenFields(answer.text, '/businesses/bulk/confirmed'), left)
    let last = refused
    await until('the rest is done', async () => {
      last = await ann.post('/businesses/bulk/confirmed', again)
      return last.status === 303
    })
    assert.match((await ann.get(last.location)).text, `Tagged: ${left.length} of ${left.length}.`)
    const { events, streams } = tagged()
    assert.equal([events - before, streams], [businesses, businesses])
    const tags: Body[] = (await ask('GET', '/v1/businesses?per_page=100')).data.map((each: Body) => each.tags)
    for (const each of filled(tags)) assert.equal(each, ['seasonal'])
  } finally {
    await program.end('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()

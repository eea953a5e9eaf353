import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readersApart, readingFor } from '../../../src/evidence/apart/apart.ts'
import { eventually, until } from '../../eventually.ts'

const url = 'https://example.com/'
const page = (html: string) => ({ url, html, isHome: true })
const small = page('<title>Acme Widgets</title><a href="/about">About</a>')

test('a page and a sitemap are read apart as they would be read here', async () => {
  const apart = readersApart()
  const read = await apart.page(small)
  assert.ok('value' in read)
  assert.is(read.value.title, 'Acme Widgets')
  assert.equal(read.value.links, [{ url: 'https://example.com/about', text: 'About' }])
  assert.equal(await apart.sitemap('<urlset><url><loc>https://example.com/a</loc></url></urlset>'), {
    value: { sitemaps: [], pages: ['https://example.com/a'] },
  })
})

test('a reader that takes too long is ended, and the next file is read', async () => {
  const apart = readersApart({ ms: 20, atOnce: 1 })
  assert.equal(await apart.page(page('<i>a</i>'.repeat(200_000))), { problem: 'time' })
  const patient = readersApart({ atOnce: 1 })
  assert.ok('value' in (await patient.page(small)))
})

test('a reader that takes too much heap is ended, and the next file is read', async () => {
  const apart = readersApart({ heapMegabytes: 48, ms: 60_000, atOnce: 1 })
  assert.equal(await apart.page(page('<i>a</i>'.repeat(400_000))), { problem: 'memory' })
  assert.ok('value' in (await apart.page(small)))
})

test('a reader that takes too much memory outside of its heap is ended', async () => {
  const apart = readersApart({ megabytes: 20, ms: 60_000, atOnce: 1 })
  assert.equal(await apart.page(page('<i>a</i>'.repeat(200_000))), { problem: 'memory' })
})

test('a reader that dies while it rests is replaced for the next file', async () => {
  if (!existsSync('/proc/self/task')) return
  const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const others = children()
  const apart = readersApart({ atOnce: 1 })
  assert.ok('value' in (await apart.page(small)))
  const [resting = ''] = children().filter((pid) => !others.includes(pid))
  process.kill(Number(resting), 'SIGKILL')
  await eventually('the reader is gone', () => !children().includes(resting))
  assert.ok('value' in (await apart.page(small)))
})

test('a reader in an endless loop ends when its service is killed', async () => {
  const service = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'killed-in-reading.ts')])
  const [told] = await once(service.stdout, 'data')
  const reader = Number(told)
  assert.ok(isThere(reader))
  service.kill('SIGKILL')
  try {
    await until('the reader is gone', async () => !isThere(reader), 30_000)
  } finally {
    if (isThere(reader)) process.kill(reader, 'SIGKILL')
  }
})

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('what is more than may come out of a file does not, and what just fits does', async () => {
  const text = page(`<p>${'a'.repeat(10_000)}</p>`)
  assert.equal(await readersApart({ outputBytes: 9_000 }).page(text), { problem: 'output' })
  assert.ok('value' in (await readersApart({ outputBytes: 12_000 }).page(text)))
})

test('a file that waits too long for a reader is told so', async () => {
  const apart = readersApart({ atOnce: 1, waitMs: 1, ms: 60_000 })
  const [first, second] = await Promise.all([apart.page(page('<i>a</i>'.repeat(50_000))), apart.page(small)])
  assert.ok('value' in first)
  assert.equal(second, { problem: 'busy' })
  assert.ok('value' in (await apart.page(small)))
})

test('accounts take turns: twenty files of one do not hold up another’s first', async () => {
  const apart = readersApart({ atOnce: 1, ms: 60_000, waitMs: 120_000 })
  const done: string[] = []
  const reading = (account: string) =>
    readingFor(account, async () => {
      assert.ok('value' in (await apart.page(page('<i>a</i>'.repeat(2_000)))))
      done.push(account)
    })
  const greedy = Array.from({ length: 20 }, () => reading('greedy'))
  const other = [reading('other'), reading('other')]
  await Promise.all([...greedy, ...other])
  // The file that was being read comes first; then each account has its turn.
  assert.equal(done.slice(0, 5), ['greedy', 'other', 'greedy', 'other', 'greedy'])
})

test('a PDF that is none could not be read', async () => {
  assert.equal(await readersApart().pdf(Buffer.from('%PDF-1.7 and then nothing')), { problem: 'form' })
})

test.run()

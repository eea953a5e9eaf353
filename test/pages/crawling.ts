// Opens every page that links lead to, as a person with a browser could.
import { type CheerioAPI, load } from 'cheerio'
import * as assert from 'uvu/assert'
import type { Visitor } from './browser.ts'

/** What differs by ids and numbers alone is one kind of page, of which a few are opened. */
export const kindOf = (path: string): string =>
  path
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
    .replaceAll(/=[^&]*/g, '=')
    .replace(/^(\/guest\/)[^?]+/, '$1:token')
const ofEachKind = 3

type Crawl = {
  readonly user: Visitor
  readonly starts: readonly string[]
  /** The mode to look at a page in. */
  readonly modeOf: (path: string) => 'test' | 'live'
  /** The statuses that a linked page may have; 200 unless given. */
  readonly statuses?: readonly number[]
}

/** Pages that were opened, by path. */
export const crawl = async ({ user, starts, modeOf, statuses = [200] }: Crawl): Promise<Map<string, CheerioAPI>> => {
  const pages = new Map<string, CheerioAPI>()
  const kinds = new Map<string, number>()
  const queue = [...starts]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const kind = kindOf(path)
    const seen = kinds.get(kind) ?? 0
    if (pages.has(path) || seen >= ofEachKind) continue
    kinds.set(kind, seen + 1)
    user.cookies.set('probity_mode', modeOf(path))
    const { status, headers, text, location } = await user.get(path)
    if (status === 303) {
      if (location.startsWith('/')) queue.push(location)
      continue
    }
    assert.ok(statuses.includes(status), `${path} is linked and answers ${status}`)
    if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) continue
    const page = load(text)
    pages.set(path, page)
    for (const link of page('a[href^="/"]').toArray()) queue.push((page(link).attr('href') ?? '').replace(/#.*/, ''))
  }
  return pages
}

// Probes a website: reads only its first page, for the names on it. A prefill starts from these names, and they show whether a candidate
// website belongs to the business.
import { type GuardedAgents, publicOnlyAgents } from './addresses.ts'
import { contactsOn } from './contacts.ts'
import { fetchPage } from './fetch-page.ts'
import type { SiteProbe } from './finding.ts'
import { pagesApart } from './pages-apart.ts'
import { isParked } from './platforms.ts'
import { userAgent } from './user-agent.ts'

type Settings = { readonly allowLoopback: boolean; readonly agents?: GuardedAgents; readonly totalMs?: number }

export const openSiteProbe =
  ({ allowLoopback, agents = publicOnlyAgents({ allowLoopback }), totalMs = 6_000 }: Settings): SiteProbe =>
  async (url, signal) => {
    const fetched = await fetchPage(url, {
      agents,
      userAgent,
      anyPort: allowLoopback,
      certificate: 'reported',
      maxBytes: 500_000,
      totalMs,
      ...(signal ? { signal } : {}),
    })
    if (fetched.outcome !== 'answered' || fetched.status >= 400 || fetched.text === '') return null
    const read = await pagesApart.page({ url: fetched.url, html: fetched.text, isHome: true })
    if (!('value' in read)) return null
    const page = read.value
    if (isParked(page, fetched.url)) return null
    const { names, addresses } = contactsOn(page)
    return { url: fetched.url, title: page.title, text: page.text.slice(0, 50_000), names: names.map((name) => ({ name })), addresses }
  }

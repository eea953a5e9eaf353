// Reads robots.txt by RFC 9309: which paths of a site a crawler may fetch.

export type RobotRules = { readonly allows: (url: URL) => boolean; readonly sitemaps: readonly string[] }

type Rule = { readonly allow: boolean; readonly path: string }

export const everythingAllowed: RobotRules = { allows: () => true, sitemaps: [] }
/** The rules when robots.txt is unavailable because of a server error (RFC 9309, 2.3.1.4): nothing is allowed. */
export const nothingAllowed: RobotRules = { allows: () => false, sitemaps: [] }

/** RFC 9309, 2.5: the minimum that a crawler must read, and all that this one reads. */
export const robotsLimit = 512_000

/** @param robot the product token, in lower case */
export const readRobots = (text: string, robot: string): RobotRules => {
  const groups: { agents: string[]; rules: Rule[] }[] = []
  const sitemaps: string[] = []
  let naming = false
  for (const line of text.slice(0, robotsLimit).split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const field = key.toLowerCase()
    if (field === 'user-agent') {
      if (!naming) groups.push({ agents: [], rules: [] })
      naming = true
      groups.at(-1)?.agents.push(value.trim().toLowerCase())
    } else if (field === 'allow' || field === 'disallow') {
      naming = false
      if (value.trim() !== '') groups.at(-1)?.rules.push({ allow: field === 'allow', path: value.trim() })
    } else if (field === 'sitemap') sitemaps.push(value.trim())
  }
  const named = groups.filter(({ agents }) => agents.some((agent) => agent.split('/')[0] === robot))
  const ours = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  const rules = ours.flatMap((group) => group.rules).slice(0, 1_000)
  return { sitemaps, allows: (url) => url.pathname === '/robots.txt' || allowed(rules, `${url.pathname}${url.search}`) }
}

/** The longest matching rule decides; of two equally long ones, the one that allows. */
const allowed = (rules: readonly Rule[], path: string): boolean => {
  const best = rules
    .filter((rule) => fits(rule.path, path))
    .toSorted((a, b) => b.path.length - a.path.length || Number(b.allow) - Number(a.allow))[0]
  return best?.allow ?? true
}

/** `*` matches anything and a final `$` the end. Not turned into a regular expression, because a site must not choose the code we run. */
const fits = (pattern: string, path: string): boolean => {
  const anchored = pattern.endsWith('$')
  const parts = (anchored ? pattern.slice(0, -1) : pattern).split('*')
  const first = parts[0] ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of parts.slice(1).entries()) {
    const isLast = index === parts.length - 2
    const found = isLast && anchored ? path.length - part.length : path.indexOf(part, at)
    if (found < at || !path.startsWith(part, found)) return false
    at = found + part.length
  }
  return !anchored || at === path.length
}

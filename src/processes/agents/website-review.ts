// The agent for the website: what the analysis on file shows, and whether the site still shows it now.
import type { Business } from '../../commands/business-state.ts'
import { nameOnSite } from '../../evidence/website/name-on-site.ts'
import { soughtOnSite } from '../findings/website.ts'
import type { AgentDeclaration, SiteNow, StepInput, StepOutcome } from './agent.ts'
import { reconcile } from './contradictions.ts'
import { lacking, listed, shown } from './evidence.ts'
import { machineInstructionsIn } from './machine-instructions.ts'
import type { Statement } from './statements.ts'

const fileOnSite = ({ business }: StepInput): StepOutcome => {
  const { website } = business.file
  if (!website) {
    const text = business.submitted.website
      ? 'A website was submitted, but has not been analysed: order the product website, then run this review again.'
      : 'No website was submitted. Ask for one, or for proof of trading that needs none.'
    return { drafts: [{ type: 'website_review', title: 'What the website shows', confidence: 'low', statements: [lacking(text)] }] }
  }
  const say = (text: string): Statement => shown(text, [website])
  const matches = (found: number, all: number, noun: string) =>
    all === 0 ? [] : [say(`It carries ${found} of the ${all} submitted ${noun}.`)]
  const { domain } = website
  const rated = (rating: 'positive' | 'negative') => website.indicators.filter((indicator) => indicator.rating === rating)
  const statements: Statement[] = [
    say(
      website.status === 'online'
        ? `The website is online${website.parked ? ', but parked: it shows no trading' : ''}.`
        : `The website is ${website.status}${website.error ? `: ${website.error}` : ''}.`,
    ),
    ...(website.status === 'online'
      ? [
          say(
            website.name_match
              ? `It names the business as "${website.name_match.name}": ${website.name_match.explanation}.`
              : 'It does not name the business: ask who runs it.',
          ),
          ...matches(website.address_matches.length, business.submitted.addresses.length, 'addresses'),
          ...matches(website.person_matches.length, business.submitted.people.length, 'people'),
        ]
      : []),
    ...(domain?.creation_date ? [say(`Its domain ${domain.domain} was registered on ${domain.creation_date.slice(0, 10)}.`)] : []),
    ...(domain?.redirected ? [say(`The address leads to another domain${domain.resolved_url ? `, ${domain.resolved_url}` : ''}.`)] : []),
    ...(website.risky_keywords.length > 0
      ? [say(`It uses words of risky lines of business: ${listed(website.risky_keywords)}. Hold them against the policy.`)]
      : []),
    ...rated('negative').map(({ name, value, explanation }) => say(`Against it, ${name}: ${value}. ${explanation}`)),
    ...rated('positive').map(({ name, value }) => say(`For it, ${name}: ${value}.`)),
  ]
  const confidence = website.status === 'online' && !website.parked ? 'high' : 'medium'
  return { drafts: [{ type: 'website_review', title: 'What the website shows', confidence, statements }] }
}

const lookAgain = async ({ business, tools }: StepInput): Promise<StepOutcome> => {
  const site = await tools.readSite()
  if (!site) return { resolution: 'skip' }
  const say = (text: string): Statement => shown(text, [site])
  const before = business.file.website
  const tried = machineInstructionsIn(site.text)
  const statements: Statement[] = [
    say(site.status === 'online' ? 'The website answers now.' : `The website is ${site.status} now${site.error ? `: ${site.error}` : ''}.`),
    ...(before && before.status !== site.status ? [say(`That has changed: it was ${before.status} when it was analysed.`)] : []),
    ...(site.status === 'online' ? changesOf(business, site).map(say) : []),
    ...(tried.length > 0
      ? [
          say(
            `Warning: the site’s text is written to steer programs that read it; it ${listed(tried)}. None of it was followed. Take it as a sign of bad faith and have a person look at the site.`,
          ),
        ]
      : []),
  ]
  return {
    sources: site.sources,
    drafts: [
      {
        type: 'website_now',
        title: tried.length > 0 ? 'The website now: it tries to instruct its readers' : 'The website now',
        confidence: site.status === 'online' ? 'high' : 'medium',
        statements,
      },
    ],
  }
}

const changesOf = (business: Business, site: SiteNow): readonly string[] => {
  const before = business.file.website
  const namesIt = nameOnSite(soughtOnSite(business).names, site) !== null
  const changes: readonly (readonly [boolean, string])[] = [
    [site.parked === true && before?.parked !== true, 'It is parked now.'],
    [before?.name_match != null && !namesIt, 'It does not name the business any more.'],
    [before?.name_match === null && namesIt, 'It names the business now; it did not when it was analysed.'],
    [
      before?.domain != null && site.domain != null && before.domain.domain !== site.domain.domain,
      `It stands on another domain now: ${site.domain?.domain}.`,
    ],
  ]
  const found = changes.flatMap(([holds, text]) => (holds ? [text] : []))
  return before && found.length === 0 ? ['What the analysis on file says of its name, domain and parking still holds.'] : found
}

export const websiteReview: AgentDeclaration = {
  type: 'website_review',
  name: 'Website review',
  description:
    'Says what the analysed website shows of the business, looks at the site again, and names what has changed or speaks against it.',
  steps: [
    { name: 'read_site', label: 'Reading the website analysis', type: 'output', work: fileOnSite },
    { name: 'look_again', label: 'Looking at the website now', type: 'output', work: lookAgain },
    reconcile('website'),
  ],
}

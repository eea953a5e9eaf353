// The seventeen quality indicators of a website: their names and meanings.
import type { IndicatorType } from './finding.ts'

export const indicatorNames: { readonly [Type in IndicatorType]: string } = {
  domain_age: 'Domain age',
  top_level_domain: 'Top-level domain',
  content_diversity: 'Content diversity',
  contact_info: 'Contact information',
  compliance_info: 'Compliance information',
  page_count: 'Page count',
  broken_links: 'Broken links',
  domain_consistency: 'Domain consistency',
  update_frequency: 'Update frequency',
  filler_text: 'Filler text',
  image_quality: 'Image quality',
  last_updated: 'Last updated',
  third_party_profile_links: 'Third-party profile links',
  us_business_presence: 'US business presence',
  spelling_and_grammar: 'Spelling and grammar',
  https: 'HTTPS',
  domain_ownership: 'Domain ownership',
}

export const indicatorDescriptions: { readonly [Type in IndicatorType]: string } = {
  domain_age: 'How long ago the domain was registered.',
  top_level_domain: 'Whether the ending of the domain is one that businesses use, or one known for abuse.',
  content_diversity: 'How many kinds of pages the site has.',
  contact_info: 'Whether the site tells how to reach the business.',
  compliance_info: 'Whether the site has the legal pages that visitors expect.',
  page_count: 'How many pages were found on the site.',
  broken_links: "How many of the site's own links lead nowhere.",
  domain_consistency: 'Whether e-mail addresses and redirects stay on the domain of the site.',
  update_frequency: 'How often dated content appears.',
  filler_text: 'Whether the site carries placeholder text.',
  image_quality: 'Whether pages carry images, described and with their sizes.',
  last_updated: 'When the site last showed a sign of work on it.',
  third_party_profile_links: 'How many profiles on other platforms the site links to.',
  us_business_presence: 'Whether the site tells a US address or phone number.',
  spelling_and_grammar: 'How many common mistakes the text has.',
  https: 'Whether the site is served with a valid certificate.',
  domain_ownership: 'Whether the registered holder of the domain is the business.',
}

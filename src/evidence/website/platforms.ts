// Recognises what a site is built with, and whether it is only a placeholder, by the traces that platforms and parking services leave.
import type { FetchedPage } from './fetch-page.ts'
import type { PageContent } from './page.ts'

type Marks = { readonly generator?: RegExp; readonly resource?: RegExp; readonly header?: readonly [name: string, value: RegExp] }

const platforms: readonly (readonly [platform: string, marks: Marks])[] = [
  ['WordPress', { generator: /wordpress|woocommerce|elementor/i, resource: /\/wp-(content|includes)\// }],
  ['Shopify', { generator: /shopify/i, resource: /cdn\.shopify\.com|\.myshopify\.com/, header: ['x-shopid', /./] }],
  ['Wix', { generator: /wix\.com/i, resource: /static\.(wixstatic|parastorage)\.com/, header: ['x-wix-request-id', /./] }],
  ['Squarespace', { generator: /squarespace/i, resource: /(static1|assets)\.squarespace\.com/, header: ['server', /squarespace/i] }],
  ['Webflow', { generator: /webflow/i, resource: /assets(-global)?\.website-files\.com|\.webflow\.io/ }],
  ['GoDaddy Website Builder', { generator: /go daddy|godaddy|starfield/i, resource: /img1\.wsimg\.com/ }],
  ['Weebly', { generator: /weebly/i, resource: /editmysite\.com/ }],
  ['Duda', { resource: /(irp|lirp)\.cdn-website\.com|multiscreensite\.com/ }],
  ['BigCommerce', { generator: /bigcommerce/i, resource: /cdn\d*\.bigcommerce\.com/ }],
  ['Magento', { generator: /magento/i, resource: /\/static\/version\d+\/frontend\// }],
  ['PrestaShop', { generator: /prestashop/i }],
  ['Drupal', { generator: /drupal/i, header: ['x-generator', /drupal/i], resource: /\/sites\/(default|all)\/(files|modules)\// }],
  ['Joomla', { generator: /joomla/i, resource: /\/media\/(jui|system)\/js\// }],
  ['HubSpot', { generator: /hubspot/i, resource: /\.hs-sites\.com|hs-scripts\.com\/\d+\.js.*cms/ }],
  ['Ghost', { generator: /ghost/i }],
  ['Framer', { generator: /framer/i, resource: /framerusercontent\.com/ }],
  ['Google Sites', { resource: /sites\.google\.com/ }],
  ['Blogger', { generator: /blogger/i }],
  ['Next.js', { resource: /\/_next\/static\//, header: ['x-powered-by', /next\.js/i] }],
  ['Gatsby', { generator: /gatsby/i }],
  ['Hugo', { generator: /hugo/i }],
]

export const platformOf = (page: PageContent, headers: FetchedPage['headers']): string | null =>
  platforms.find(
    ([, { generator, resource, header }]) =>
      (generator && page.generator && generator.test(page.generator)) ||
      header?.[1].test(headers[header[0]] ?? '') ||
      (resource && page.resources.some((each) => resource.test(each))),
  )?.[0] ?? null

const parkingHosts =
  /(^|\.)(sedoparking\.com|sedo\.com|bodis\.com|parkingcrew\.net|hugedomains\.com|afternic\.com|dan\.com|undeveloped\.com|above\.com|domainmarket\.com|parklogic\.com|cashparking\.com|uniregistry\.com|buydomains\.com|namebright\.com|voodoo\.com|skenzo\.com|parked\.com|fabulous\.com|smartname\.com|domainnameshop\.com)$/

const parkingWords =
  /\b(this )?domain( name)? (is|may be|could be|has been) (for sale|parked|available for purchase|listed for sale)|buy this domain|make an offer on this domain|inquire about this domain|is for sale[!.]?$|domain (is )?parked|parked (free|domain|page)|courtesy of godaddy|this (web ?site|web ?page|site) is parked|future home of|related searches:|the owner of .{3,80} is offering it for sale/im

const placeholderWords =
  /welcome to nginx|apache2 (ubuntu |debian )?default page|it works!|iis windows server|default web ?site page|index of \/$|web server's default page|site (is )?under construction|coming soon|launching soon|account (has been )?suspended|test page for the (apache|nginx|http)/im

const short = 3_000

/** Whether the page is a placeholder for an unused domain: from a parking service, or a server's default page. */
export const isParked = (page: PageContent, finalUrl: string): boolean => {
  const host = new URL(finalUrl).hostname
  if (parkingHosts.test(host)) return true
  if (page.resources.some((each) => parkingHosts.test(new URL(each).hostname)) && page.text.length < short) return true
  const said = `${page.title ?? ''}\n${page.description ?? ''}\n${page.text}`
  if (page.text.length < short && parkingWords.test(said)) return true
  return page.text.length < 600 && placeholderWords.test(said)
}

const shorteners = new Set(
  'bit.ly t.co tinyurl.com goo.gl ow.ly is.gd buff.ly rebrand.ly rb.gy cutt.ly shorturl.at lnkd.in t.ly v.gd tiny.cc bl.ink short.io soo.gd s.id x.co trib.al dlvr.it adf.ly shorte.st wp.me fb.me youtu.be amzn.to qr.ae u.to clck.ru'.split(
    ' ',
  ),
)

export const isShortener = (hostname: string): boolean => shorteners.has(hostname.replace(/^www\./, ''))

/** The kind of site. */
export const kindOf = (pages: readonly PageContent[], platform: string | null): string => {
  const structured = pages.flatMap((page) => page.structured.map((item) => String(item['@type'])))
  const text = pages.map(({ text: each }) => each.slice(0, 20_000)).join('\n')
  if (structured.some((type) => /^(Product|Offer|OnlineStore)/.test(type)) || /add to (cart|bag|basket)|your cart|checkout/i.test(text))
    return 'e-commerce'
  if (platform !== null && ['Shopify', 'BigCommerce', 'Magento', 'PrestaShop'].includes(platform)) return 'e-commerce'
  if (structured.some((type) => /Restaurant|FoodEstablishment/.test(type))) return 'restaurant'
  if (structured.some((type) => /NGO|NonProfit/.test(type)) || /donate now|501\(c\)\(3\)/i.test(text)) return 'nonprofit'
  if (pages.filter(({ category }) => category === 'blog').length > pages.length / 2) return 'blog'
  return 'business'
}

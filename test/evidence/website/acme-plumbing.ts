// An invented small company's website, as such sites are: its pages by path.
const frame = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="Licensed plumbing and heating in Albany, New York.">
<meta name="generator" content="WordPress 6.5"><meta property="og:site_name" content="Acme Plumbing">
<link rel="stylesheet" href="/wp-content/themes/x/style.css"></head>
<body><nav><a href="/">Home</a> <a href="/about/">About us</a> <a href="/services/">Services</a> <a href="/contact">Contact</a> <a href="/blog/">Blog</a>
<a href="#top">Top</a> <a href="/brochure.pdf">Brochure</a> <a href="mailto:info@acme-plumbing.test">Write to us</a></nav>
${body}
<footer><a href="/privacy-policy">Privacy Policy</a> <a href="/terms">Terms of Service</a>
<a href="https://www.facebook.com/acmeplumbing?ref=page">f</a> <a href="https://twitter.com/acmeplumbing">t</a>
<a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a> <a href="https://www.yelp.com/biz/acme-plumbing-albany?osq=plumber">y</a>
<p>© 2026 Acme Plumbing LLC. All rights reserved.</p></footer></body></html>`

export const acmePlumbing: { readonly [path: string]: string } = {
  '/': frame(
    'Acme Plumbing | Albany NY plumbers',
    `<h1>Your plumber in Albany</h1><p>Plumbing, drain cleaning, furnace and heating repair since 1998.</p>
<img src="van.jpg" alt="Our van" width="400"><img src="team.jpg" alt="The team">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Plumber","@id":"#b"},{"@type":"LocalBusiness","name":"Acme Plumbing","legalName":"Acme Plumbing LLC",
"telephone":"(518) 555-0142","sameAs":["https://www.instagram.com/AcmePlumbing/"],"address":{"@type":"PostalAddress","streetAddress":"12 State Street, Suite 4","addressLocality":"Albany","addressRegion":"NY","postalCode":"12207"},
"aggregateRating":{"@type":"AggregateRating","ratingValue":"4.7","reviewCount":"31"}}]}</script>`,
  ),
  '/about/': frame(
    'About | Acme Plumbing',
    `<h2>Our team</h2><div class="card"><h3>Maria Lopez</h3><p>Owner and master plumber</p></div><div class="card"><h3>John Q. Smith</h3><p>General Manager</p></div><h3>Quality Service</h3><p>We care.</p>`,
  ),
  '/services/': frame('Services', '<p>Plumbing, water heaters, boilers, furnace service, air conditioning.</p>'),
  '/contact': frame(
    'Contact',
    '<address>Acme Plumbing LLC<br>12 State St Ste 4<br>Albany, NY 12207</address><p>Phone: 518-555-0142<br>Fax: (518) 555-0199</p><p>billing@acme-plumbing.test</p><p>Order 12345 of 20 items</p>',
  ),
  '/blog/': frame(
    'Blog',
    '<article><time datetime="2026-10-02">Oct 2</time><p>Winter is coming.</p></article><article><time datetime="2026-08-14">Aug 14</time></article><a href="/blog/winter">More</a>',
  ),
  '/blog/winter': frame('Winter', '<p>Insulate your pipes.</p>'),
  '/privacy-policy': frame('Privacy', '<p>We keep your data safe.</p>'),
  '/terms': frame('Terms', '<p>These are the terms.</p>'),
}

export const acmeRegistration = JSON.stringify({
  objectClassName: 'domain',
  handle: 'D-ACME-1',
  events: [
    { eventAction: 'registration', eventDate: '1998-05-06T00:00:00Z' },
    { eventAction: 'expiration', eventDate: '2030-05-06T00:00:00Z' },
  ],
  entities: [
    {
      roles: ['registrar'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', 'Example Registrar, LLC'],
          ['url', {}, 'uri', 'https://registrar.example/'],
        ],
      ],
    },
    {
      roles: ['registrant'],
      vcardArray: [
        'vcard',
        [
          ['fn', {}, 'text', ''],
          ['org', {}, 'text', 'Acme Plumbing LLC'],
        ],
      ],
    },
  ],
})

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Contacts, contactsOn } from '../../../src/evidence/website/contacts.ts'
import { readRdap } from '../../../src/evidence/website/domain.ts'
import { readPage } from '../../../src/evidence/website/page.ts'

const contacts = (html: string, path = '/about'): Contacts => contactsOn(readPage(`https://site.example${path}`, html, { isHome: false }))

test('phone numbers are found in every way of writing, and other numbers are none', () => {
  for (const text of ['(518) 555-0142', '518-555-0142', '518.555.0142', '+1 518 555 0142', '1-518-555-0142', 'Call 518 555 0142 now'])
    assert.equal(contacts(`<p>${text}</p>`).phones, [{ number: '+15185550142', contact_type: null }], text)
  assert.equal(contacts('<a href="tel:+15185550142">call</a>').phones, [{ number: '+15185550142', contact_type: null }])
  assert.equal(contacts('<p>Fax: 518-555-0142</p>').phones, [{ number: '+15185550142', contact_type: 'fax' }])
  for (const text of ['Order 5185550142998', '123-45-6789', '2024-05-01', '555-0142', '(000) 000-0000', '12-3456789', '192.168.100.100'])
    assert.equal(contacts(`<p>${text}</p>`).phones, [], text)
})

test('e-mail addresses are found, hidden ones too, and what only looks like one is not', () => {
  assert.equal(contacts('<a href="mailto:Info@Acme.com?subject=x">m</a><p>sales@acme.com.</p>').emails, ['info@acme.com', 'sales@acme.com'])
  // "a@nc.co" under the key 0x42
  assert.equal(contacts('<a class="__cf_email__" data-cfemail="4223022c216c212d">x</a>').emails, ['a@nc.co'])
  for (const text of ['logo@2x.png', 'you@example.com', 'a@b', '@acme', 'user@localhost', 'x@1.2', 'yourname@acme.com'])
    assert.equal(contacts(`<p>${text}</p>`).emails, [], text)
  for (const text of ['your@acme.com', 'youremail@acme.com', 'name@acme.com', 'first.last@acme.com', 'me@domain.com', 'a1b2@sentry.io'])
    assert.equal(contacts(`<p>Write to ${text}</p>`).emails, [], text)
  assert.equal(contacts('<p>Write to yourstruly@acme.com</p>').emails, ['yourstruly@acme.com'])
})

test('postal addresses are found in structured data, address blocks and running text', () => {
  const found = (html: string) => contacts(html).addresses.map(({ full_address }) => full_address)
  assert.equal(found('<address>12 State St<br>Suite 400<br>Albany, NY 12207</address>'), ['12 State St, Ste 400, Albany, NY 12207'])
  assert.equal(found('<p>Visit us at 1600 Pennsylvania Avenue NW, Washington, DC 20500 any day.</p>').length, 1)
  assert.equal(found('<div>Headquarters</div><div>500 West 2nd Street</div><div>Austin, Texas 78701</div>').length, 1)
  assert.equal(found('<p>P.O. Box 120, Salem, OR 97301</p>').length, 1)
  assert.equal(
    found(
      '<script type="application/ld+json">{"@type":"PostalAddress","streetAddress":"12 State St","addressLocality":"Albany","addressRegion":"New York","postalCode":"12207"}</script>',
    ),
    ['12 State St, Albany, NY 12207'],
  )
  const offices = ['12 State St, Albany, NY 12207', '500 W 2nd St, Austin, TX 78701', '1600 Pennsylvania Ave NW, Washington, DC 20500']
  assert.equal(found(offices.map((each) => `<p>${each}</p>`).join('')), offices, 'each office alone')
  assert.equal(found(`<p>Offices: ${offices[0]} and ${offices[1]}.</p>`), offices.slice(0, 2))
  assert.equal(found(`<p>${'word '.repeat(10_000)}</p><p>${offices[0]}</p>`), offices.slice(0, 1), 'at the foot of a long page')
  for (const text of ['In 2024 we sold 500 units to NY 12345', 'Founded 1998 in Albany NY', 'We serve ZIP 12207'])
    assert.equal(found(`<p>${text}</p>`), [], text)
})

test('people are found with what they are, and headings are no people', () => {
  const found = (html: string) => contacts(html).people.map(({ name, titles }) => [name, ...titles].join(', '))
  assert.equal(found('<h3>Maria Lopez</h3><p>Founder</p><h3>Our Services</h3><p>General manager</p>'), ['Maria Lopez, Founder'])
  assert.equal(found('<p>Jane O’Brien, CEO</p><p>President: John Q. Smith</p>'), ['Jane O’Brien, CEO', 'John Q. Smith, President'])
  assert.equal(found('<script type="application/ld+json">{"@type":"Person","name":"Ana García","jobTitle":"Owner"}</script>'), [
    'Ana García, Owner',
  ])
  for (const line of ['Mary-Jane Poe, CEO', 'Mary-Jane Poe - CEO', 'Mary-Jane Poe – CEO', 'Mary-Jane Poe | CEO', 'CEO: Mary-Jane Poe'])
    assert.equal(found(`<p>${line}</p>`), ['Mary-Jane Poe, CEO'], line)
  assert.equal(found('<h3>Privacy Policy</h3><p>Our owner respects it</p><p>Call the Manager, Today</p>'), [])
})

test('of a page that names hundreds, the first 30 people, 20 e-mail addresses and 20 addresses are taken', () => {
  const word = (n: number) => `${String.fromCharCode(65 + (n % 26))}${'abcdefghij'[Math.floor(n / 26)]}n`
  const lines = (line: (n: number) => string) => Array.from({ length: 100 }, (_, n) => `<p>${line(n)}</p>`).join('')
  const { people } = contacts(lines((n) => `${word(n)} Poe, CEO`))
  assert.equal([people.length, people[0]?.name, people[29]?.name], [30, `${word(0)} Poe`, `${word(29)} Poe`])
  const { emails } = contacts(lines((n) => `a${n}@acme.com`))
  assert.equal([emails.length, emails[0], emails[19]], [20, 'a0@acme.com', 'a19@acme.com'])
  const { addresses } = contacts(lines((n) => `${n + 1} State St, Albany, NY 12207`))
  assert.equal([addresses.length, addresses[19]?.address_line1], [20, '20 State St'])
})

test('a page says what it is in its description, and only without one in what it says to social networks', () => {
  const page = (html: string) => readPage('https://site.example/', html, { isHome: true })
  const social = '<meta property="og:description" content="Join us">'
  assert.is(page(`${social}<meta name="Description" content="Licensed plumbers">`).description, 'Licensed plumbers')
  assert.is(page(social).description, 'Join us')
  assert.is(page('<meta name="generator" content="WordPress 6.5">').generator, 'WordPress 6.5')
})

test('the site names its owner in structured data, its site name and its copyright line', () => {
  const names = (html: string) => contacts(html).names
  assert.equal(names('<p>© 2024 Acme Tools LLC. All rights reserved.</p>'), ['Acme Tools LLC'])
  assert.equal(names('<p>Copyright © 2019-2024 by Acme, Inc. All Rights Reserved</p>'), ['Acme, Inc.'])
  assert.equal(names('<p>© 2024</p>'), [])
  assert.equal(names('<meta property="og:site_name" content="Acme Tools">'), ['Acme Tools'])
  assert.equal(
    names('<script type="application/ld+json">{"@type":["Organization","Brand"],"name":"Acme","legalName":"Acme Tools LLC"}</script>'),
    ['Acme Tools LLC', 'Acme'],
  )
  assert.equal(names('<script type="application/ld+json">{"@type":"Organization","name":</script>'), [])
})

test('what a registry answers is read, withheld holders are none, and nonsense is nothing', () => {
  const answer = (registrant: string) =>
    JSON.stringify({
      handle: 'D1',
      events: [
        { eventAction: 'registration', eventDate: '2012-03-14T10:00:00+02:00' },
        { eventAction: 'expiration', eventDate: 'soon' },
      ],
      entities: [{ roles: ['registrant'], vcardArray: ['vcard', [['fn', {}, 'text', registrant]]] }, { roles: 'broken' }],
    })
  assert.equal(readRdap(answer('Acme LLC')), {
    domain_id: 'D1',
    creation_date: '2012-03-14T08:00:00.000Z',
    expiration_date: null,
    registrar: null,
    registrant: 'Acme LLC',
  })
  assert.is(readRdap(answer('REDACTED FOR PRIVACY'))?.registrant, null)
  assert.is(readRdap('<html>'), null)
  assert.is(readRdap('[]'), null)
})

test.run()

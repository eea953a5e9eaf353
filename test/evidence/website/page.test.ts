// What is read from the HTML of a page, beside the ways to contact the business (contacts.test.ts).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { categoryOf, readPage } from '../../../src/evidence/website/page.ts'

const read = (html: string) => readPage('https://site.example/', html, { isHome: true })

test('days of publication and change are found in the text, the head and structured data, and what is no day is none', () => {
  const dates = (html: string) => read(html).dates
  assert.equal(dates('<time datetime="2026-03-04T10:00:00Z">4 March</time><time>2026-01-01</time><time datetime="soon">x</time>'), [
    '2026-03-04',
  ])
  const head =
    '<meta property="article:published_time" content="2025-01-02"><meta property="og:updated_time" content="2025-03-04T05:06:07Z">'
  assert.equal(dates(`${head}<meta property="article:modified_time" content=" 2025-02-03 ">`), ['2025-01-02', '2025-02-03', '2025-03-04'])
  const article =
    '{"@type":"Article","datePublished":"2024-05-06","dateModified":"2024-07-08T00:00:00Z","image":{"@type":"X","datePublished":7}}'
  assert.equal(dates(`<script type="application/ld+json; charset=utf-8">${article}</script>`), ['2024-05-06', '2024-07-08'])
  for (const text of ['2024', '05/06/2024', '1024-05-06', '2024-55-06', '2024-05-66', ''])
    assert.equal(dates(`<time datetime="${text}">x</time>`), [], text)
})

test('a page is of the kind that its path tells, else its title', () => {
  const kinds: readonly (readonly [path: string, title: string, category: string])[] = [
    ['/legal/privacy-policy', 'Acme', 'privacy'],
    ['/x', 'Terms and Conditions', 'terms'],
    ['/contact', 'About us', 'contact'],
    ['/our-team', '', 'team'],
    ['/steamboats', '', 'other'],
    ['/job', '', 'careers'],
    ['/jobless', '', 'other'],
    ['/x', `${'long '.repeat(20)}about`, 'other'],
  ]
  for (const [path, title, category] of kinds) assert.is(categoryOf(`https://site.example${path}`, title), category, path + title)
  assert.is(readPage('https://site.example/privacy', '', { isHome: true }).category, 'home')
})

test.run()

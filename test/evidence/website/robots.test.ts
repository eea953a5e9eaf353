import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readRobots } from '../../../src/evidence/website/robots.ts'

const allows = (text: string, path: string): boolean => readRobots(text, 'probity').allows(new URL(path, 'https://site.example'))

test('the group that names the crawler goes before the one for all', () => {
  const text = 'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: Probity\nDisallow: /private\n'
  assert.is(allows(text, '/public'), true)
  assert.is(allows(text, '/private/x'), false)
  assert.is(allows('User-agent: *\nDisallow: /a', '/a/b'), false)
  assert.is(allows('User-agent: probityfoo\nDisallow: /', '/a'), true)
})

test('groups for the same crawler are one, and records elsewhere are passed over', () => {
  const text = 'Disallow: /early\nUser-agent: probity\nDisallow: /a\nSitemap: https://x.example/s.xml\nUser-agent: probity\nDisallow: /b'
  assert.is(allows(text, '/a'), false)
  assert.is(allows(text, '/b'), false)
  assert.is(allows(text, '/early'), true)
  assert.equal(readRobots(text, 'probity').sitemaps, ['https://x.example/s.xml'])
})

test('the longest rule that fits decides, and of two as long the one that allows', () => {
  const text = 'User-agent: *\nDisallow: /shop\nAllow: /shop/open\nDisallow: /page\nAllow: /page'
  assert.is(allows(text, '/shop/open/1'), true)
  assert.is(allows(text, '/shop/closed'), false)
  assert.is(allows(text, '/page'), true)
})

test('stars stand for anything and a dollar for the end', () => {
  const text = 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /*?session=\nDisallow: /a*b*c\nDisallow: /end$'
  for (const path of ['/x.pdf', '/dir/y.pdf', '/p?session=1', '/a1b2c3', '/abc', '/end']) assert.is(allows(text, path), false, path)
  for (const path of ['/x.pdf.html', '/p?s=1', '/acb', '/ending', '/']) assert.is(allows(text, path), true, path)
})

test('an empty rule forbids nothing, comments and odd line ends are no matter', () => {
  assert.is(allows('User-agent: *\rDisallow:\r', '/a'), true)
  assert.is(allows('\ufeffUser-agent: * # all\r\nDisallow: /a # not this\r\n', '/a'), false)
  assert.is(allows('', '/a'), true)
  assert.is(allows('<html>nonsense', '/a'), true)
})

// One that tries every way to match would not end within the test's time.
test('a rule of very many stars is read', () => {
  assert.is(allows(`User-agent: *\nDisallow: /${'*a'.repeat(20_000)}b`, `/${'a'.repeat(2_000)}`), true)
})

test.run()

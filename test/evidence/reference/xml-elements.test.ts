// Published XML as a stranger's file: what it holds, and what is refused.
import { Readable } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { textIn, within, XmlProblem, xmlElements } from '../../../src/evidence/reference/xml-elements.ts'
import { rejectionOf } from './published-files.ts'

/** The elements named `entry`, read in pieces of three bytes, so that every tag is cut somewhere. */
const entriesIn = async (xml: string | Buffer, limits?: { depth: number; characters: number }) => {
  const bytes = Buffer.from(xml)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 3) }, (_, at) => bytes.subarray(at * 3, at * 3 + 3))
  const whole = bytes.length > 10_000 ? [bytes] : pieces
  const found = []
  for await (const each of xmlElements(Readable.from(whole), new Set(['entry']), limits)) found.push(each)
  return found
}
const problemOf = async (xml: string | Buffer, limits?: { depth: number; characters: number }) => {
  const problem = await rejectionOf(entriesIn(xml, limits))
  assert.instance(problem, XmlProblem)
  return problem.message
}

test('elements come with their line, attributes, text and the attributes of the outermost element', async () => {
  const [first, second] = await entriesIn(
    '<?xml version="1.0"?>\n<x:list xmlns:x="urn:x" date="2026-01-02">\n  <x:entry id="1"><name>A &amp; &#66;</name><name><![CDATA[<C>]]></name></x:entry>\n  <group>\n<entry/></group></x:list>\n',
  )
  assert.equal([first?.line, first?.element.attributes.id, first?.root.attributes.date], [3, '1', '2026-01-02'])
  assert.is(first && textIn(first.element, 'name'), 'A & B')
  assert.equal(first && within(first.element, 'name').map(({ text }) => text), ['A & B', '<C>'])
  assert.equal([second?.line, second?.element.children.length], [5, 0])
})

test('text is read in the encoding that the file names', async () => {
  const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><l><entry>B\u00e9larus</entry></l>', 'latin1')
  assert.is((await entriesIn(latin))[0]?.element.text, 'B\u00e9larus')
  assert.match(await problemOf(Buffer.from('<l><entry>B\u00e9larus</entry></l>', 'latin1')), 'encoding')
})

test('entities that the file declares itself are refused, however few', async () => {
  const bomb = `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}">]><l><entry>&b;</entry></l>`
  assert.match(await problemOf(bomb), 'declares entities of its own')
  assert.is((await entriesIn('<!DOCTYPE l><l><entry>x</entry></l>'))[0]?.element.text, 'x', 'a plain document type is nothing')
})

test('elements nested as deep as the limit are read, and one deeper are refused', async () => {
  const nested = (depth: number) => `<l><entry>${'<a>'.repeat(depth - 2)}${'</a>'.repeat(depth - 2)}</entry></l>`
  assert.is((await entriesIn(nested(10), { depth: 10, characters: 1_000 })).length, 1)
  assert.match(await problemOf(nested(11), { depth: 10, characters: 1_000 }), 'nested more than 10 deep')
})

test('an element, a tag and a comment larger than the limit are refused', async () => {
  const limits = { depth: 10, characters: 500 }
  assert.is((await entriesIn(`<l><entry>${'x'.repeat(490)}</entry></l>`, limits)).length, 1)
  assert.match(await problemOf(`<l><entry>${'x'.repeat(501)}</entry></l>`, limits), 'more than 500 characters')
  assert.match(await problemOf(`<l><entry a="${'x'.repeat(1_200)}"/></l>`, limits), 'more than 500 characters')
  assert.match(await problemOf(`<l><!--${'x'.repeat(1_200)}`, limits), 'more than 500 characters')
})

test('a file that is cut off or not well-formed is refused, with the line', async () => {
  assert.match(await problemOf('<l>\n<entry><name>A'), 'ends inside <name>: it was cut off')
  assert.match(await problemOf('<l>\n<entry/>\n'), 'ends inside <l>: it was cut off')
  assert.match(await problemOf('<l>\n<entry><name></entry></l>'), 'line 2: <name> is not closed')
  assert.match(await problemOf('<l></l><l></l>'), 'a second element follows')
  assert.match(await problemOf('nothing'), 'holds no element')
})

test.run()

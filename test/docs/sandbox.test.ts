// That docs/sandbox.md lists every scenario of the sandbox, and none that is not there.
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { companyScenario, sandboxScenario } from '../../src/evidence/sandbox/scenarios.ts'
import { filled } from '../filled.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/sandbox.md')
const namesUnder = (title: string): readonly string[] => {
  const [, section = ''] = page.split(`## ${title}\n`)
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''))
}
const asked = (name: string, person: string) =>
  sandboxScenario({ names: [name], addresses: [], people: [{ id: 'p', name: person }], tin: null })
const ordinary = asked('Ordinary Company', 'Ann Smith')

test('every name on the page asks for something', () => {
  for (const name of filled(namesUnder('Names of businesses'))) assert.not.ok(isDeepStrictEqual(asked(name, 'Ann Smith'), ordinary), name)
  for (const name of filled(namesUnder('Names of people')))
    assert.not.ok(isDeepStrictEqual(asked('Ordinary Company', name), ordinary), name)
  for (const name of filled(namesUnder('Names of companies of partners')))
    assert.not.ok(isDeepStrictEqual(companyScenario(name), companyScenario('Ordinary Company')), name)
})

test('every name that asks for something is on the page', () => {
  const listed = [...namesUnder('Names of businesses'), ...namesUnder('Names of companies of partners'), ...namesUnder('Names of people')]
  const quoted = [
    ...read('src/evidence/sandbox/scenarios.ts').matchAll(/^ {2}(?:'([^']+ [^']+)'|(Corporation|LLC|Partnership|Trust)): \{/gm),
  ]
  const known = quoted.map(([, name, word]) => name ?? word)
  assert.ok(known.length > 20)
  assert.equal(
    known.filter((name) => !listed.includes(name ?? '')),
    [],
  )
})

test.run()

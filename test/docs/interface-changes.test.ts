// The page of interface changes says what the table of versions says.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { versionChanges, versionNames } from '../../src/interface/versions.ts'

const page = readFileSync(new URL('../../docs/interface-changes.md', import.meta.url), 'utf8')

test('docs/interface-changes.md has the changes of each version, the newest first, and nothing else', () => {
  const sections = versionNames.toReversed().map((name) => {
    const titles = versionChanges.filter(({ version }) => version === name).map(({ title }) => `- ${title}`)
    return `## ${name}\n\n${titles.join('\n')}\n`
  })
  assert.is(page.slice(page.indexOf('## ')), sections.join('\n'))
})

test.run()

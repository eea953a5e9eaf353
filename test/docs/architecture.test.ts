// What the documents say of the code is true: every path and command that they name exists, and the table of rooms is that of the import rules.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'

const root = join(import.meta.dirname, '../..')
const text = (name: string) => readFileSync(join(root, name), 'utf8')

/** The changelog is left out: it may name what is gone. */
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: root })]

const sources = globSync('{src,test,bench,scripts}/**/*.{ts,mjs,js}', { cwd: root })
const names = new Set(sources.map((path) => path.slice(path.lastIndexOf('/') + 1)))
const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

const { scripts } = JSON.parse(text('package.json')) as { readonly scripts: object }

const inCode = (document: string) => [...text(document).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

/** A file of the code, named from the root, from `src`, or by itself. `NAME` in capitals stands for any name. */
const isPath = (code: string) =>
  /^[\w.-]+(\/[\w.-]+)*\.(ts|mjs|cjs)$|^(src|test|bench|scripts|sample|deploy|docs)(\/[\w.-]+)+\/?$/.test(code)
const isFound = (path: string) =>
  existsSync(join(root, path)) || existsSync(join(root, 'src', path)) || names.has(path) || /\b[A-Z]{2,}\b/.test(path)

for (const document of documents) {
  test(`${document} names only files that exist`, () => {
    const missing = inCode(document).filter((code) => isPath(code) && !isFound(code))
    assert.equal(missing, [])
  })

  test(`${document} links only to files and headings that exist`, () => {
    const links = [...text(document).matchAll(/\]\(([^)\s]*)\)/g)].map(([, link = '']) => link).filter((link) => !link.includes('://'))
    const broken = links.filter((link) => {
      const [path = '', heading] = link.split('#')
      const target = path === '' ? document : join(dirname(document), path)
      return !existsSync(join(root, target)) || (heading !== undefined && !headingsOf(target).has(heading))
    })
    assert.equal(broken, [])
  })

  test(`${document} tells of no command that there is not`, () => {
    const told = [...text(document).matchAll(/npm\s+run (?:--silent )?([a-z][\w:]*)/g)].map(([, name = '']) => name)
    assert.equal(
      told.filter((name) => !(name in scripts)),
      [],
    )
  })

  test(`${document} holds nothing that a merge left behind`, () => {
    assert.not.match(text(document), /^(<{7}|={7}|>{7})( |$)/m)
  })

  test(`${document} finds each name in the file that it gives for it`, () => {
    const pairs = [...text(document).matchAll(/`(\w+)` (?:in |\()`(src\/[^`]+\.ts)`/g)]
    assert.equal(
      pairs.filter(([, name = '', path = '']) => !new RegExp(`\\b${name}\\b`).test(text(path))).map(([pair]) => pair),
      [],
    )
  })
}

for (const [index, pages] of [
  ['README.md', 'docs/*.md'],
  ['docs/operating.md', 'docs/operating/*.md'],
] as const)
  test(`${index} leads to every page of ${pages}`, () => {
    const linked = new Set([...text(index).matchAll(/\]\(([^)\s#]+)/g)].map(([, path = '']) => join(dirname(index), path)))
    assert.equal(
      filled(globSync(pages, { cwd: root })).filter((page) => !linked.has(page)),
      [],
    )
  })

test('comments name only files that exist', () => {
  const missing = sources.flatMap((source) =>
    [...commentsOf(source).matchAll(/(?<![\w./-])(?:src|test|docs|bench)\/[\w./-]+\.(?:ts|md)\b/g)]
      .filter(([path]) => !isFound(path))
      .map(([path]) => `${source}: ${path}`),
  )
  assert.equal(missing, [])
})

const commentsOf = (source: string) => [...text(source).matchAll(/^ *(?:\/\/|\/\*\*|\*).*$/gm)].join('\n')

/** The anchors that a page's headings get. */
const headingsOf = (document: string): ReadonlySet<string> =>
  new Set(
    [...text(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )

type Rule = { readonly name: string; readonly to: { readonly pathNot?: readonly string[] } }
const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as { readonly forbidden: readonly Rule[] }

/** What a room may import beside itself, by the rule about it; undefined: there is none. */
const ruleOf = (room: string): readonly string[] | undefined =>
  forbidden
    .find(({ name }) => name === `${room}-imports`)
    ?.to.pathNot?.map((pattern) => pattern.replace(/^\^src\//, '').replace(/\/$/, ''))
    .filter((place) => place !== room)
    .toSorted()

const architecture = text('docs/architecture.md')
const rows = [...architecture.matchAll(/^\| `src\/(\w+)` \| .+ \| (.+) \|$/gm)].map(([, room = '', may = '']) => ({ room, may }))
const parts = [.../The parts of evidence are those that look nothing up: (.+)\.$/m.exec(architecture)![1]!.matchAll(/`src\/([^`]+)`/g)].map(
  ([, part = '']) => part,
)

const allowedBy = (may: string): readonly string[] | undefined => {
  if (may === 'everything') return undefined
  if (may === 'nothing of ours') return []
  return may
    .split(', ')
    .flatMap((place) => (place === 'parts of evidence' ? parts : [place]))
    .toSorted()
}

test('the table of rooms has every folder of src, and no other', () => {
  assert.equal(rows.map(({ room }) => room).toSorted(), folders.toSorted())
})

for (const { room, may } of filled(rows))
  test(`src/${room} may import what the table says`, () => {
    assert.equal(allowedBy(may), ruleOf(room))
  })

test('what the table knows as a room or a part of one is one', () => {
  for (const place of filled(rows.flatMap(({ may }) => allowedBy(may) ?? [])))
    assert.ok(existsSync(join(root, 'src', place)), `${place} exists`)
})

test('the index of decisions lists each by its title', () => {
  const listed = [...text('docs/decisions/README.md').matchAll(/^\| \[(\d{4})\]\((.+)\) \| (.+) \|$/gm)].map(([, , file, title]) => [
    file,
    title,
  ])
  const pages = globSync('docs/decisions/[0-9]*.md', { cwd: root }).toSorted()
  assert.equal(
    listed,
    pages.map((page) => [page.slice('docs/decisions/'.length), /^# (.+)$/m.exec(text(page))?.[1]]),
  )
})

test.run()

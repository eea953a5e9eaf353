// What the compiler takes and refuses where read models are declared and read: each case is a file of its own, compiled with the project's settings.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('read types')
const root = join(import.meta.dirname, '../..')

type Case = {
  readonly says: string
  readonly code: string /** What the compiler says; absent where it has nothing to say. */
  readonly refusal?: RegExp
}

const cases: readonly Case[] = [
  { says: 'a declared filter with a value of its field compiles', code: "read(businesses).find({ where: { status: 'in_review' } })" },
  {
    says: 'members of a list, words of a text, ranges and null compile',
    code: "read(businesses).find({ where: { 'tags[]': 'new', name: { contains: 'acme' }, created_at: { gte: '2026-01-01' }, external_id: null } })",
  },
  { says: 'one of several values compiles', code: "read(businesses).count({ status: { in: ['open', 'pending'] } })" },
  {
    says: 'a filter that is spread in on a condition compiles',
    code: "read(businesses).find({ where: { account_id: 'a', ...(yes ? { status: 'open' as const } : {}) } })",
  },
  {
    says: 'a filter that is built beforehand compiles',
    code: "const where: WhereOf<typeof businesses> = { mode: 'test' }; read(businesses).find({ where })",
  },
  { says: 'a declared sort compiles', code: "read(businesses).find({ sort: [['created_at', 'desc']], page: 2, perPage: 20 })" },
  {
    says: 'what is read has the type of its documents',
    code: "const name: Promise<string | undefined> = read(businesses).get('b').then((found) => found?.name)",
  },
  {
    says: 'a declaration of fields of its document compiles',
    code: "projection<Doc>()({ ...begun, indexes: [['id', 'at.city'], 'tags[]'], filters: ['count'] })",
  },

  { says: 'a misspelt collection is refused', code: 'read(bussinesses).find()', refusal: /Cannot find name 'bussinesses'/ },
  {
    says: 'the name of a collection as text is refused',
    code: "read('businesses').find()",
    refusal: /not assignable to parameter of type 'Projection/,
  },
  {
    says: 'a filter that is no field is refused',
    code: "read(businesses).find({ where: { stat: 'open' } })",
    refusal: /'stat' does not exist/,
  },
  {
    says: 'a filter that is a field but not declared is refused',
    code: "read(businesses).find({ where: { decided_by: 'u' } })",
    refusal: /'decided_by' does not exist/,
  },
  {
    says: 'an undeclared filter is refused where only a count is asked for',
    code: "read(businesses).count({ decided_by: 'u' })",
    refusal: /'decided_by' does not exist/,
  },
  {
    says: 'an undeclared filter in a variable is refused',
    code: "const where = { account_id: 'a', decided_by: 'u' }; read(businesses).find({ where })",
    refusal: /decided_by: string; }' is not assignable/,
  },
  {
    says: 'an undeclared filter in a spread is refused',
    code: "read(businesses).find({ where: { account_id: 'a', ...(yes ? { decided_by: 'u' } : {}) } })",
    refusal: /decided_by\?: string.*is not assignable/,
  },
  {
    says: 'a value of another type is refused',
    code: 'read(businesses).find({ where: { name: 3 } })',
    refusal: /'number' is not assignable/,
  },
  {
    says: 'a word outside the closed list is refused',
    code: "read(businesses).find({ where: { status: 'in_revew' } })",
    refusal: /'"in_revew"' is not assignable/,
  },
  {
    says: 'a word outside the closed list is refused among several',
    code: "read(businesses).find({ where: { status: { in: ['in_revew'] } } })",
    refusal: /'"in_revew"' is not assignable/,
  },
  {
    says: 'null for a field that always has a value is refused',
    code: 'read(businesses).find({ where: { account_id: null } })',
    refusal: /'null' is not assignable/,
  },
  {
    says: 'a value that may be undefined is refused',
    code: 'read(businesses).find({ where: { account_id: perhaps } })',
    refusal: /'string \| undefined' is not assignable/,
  },
  {
    says: 'words in a closed list are refused',
    code: "read(businesses).find({ where: { status: { contains: 'open' } } })",
    refusal: /'contains' does not exist/,
  },
  {
    says: 'a sort that is not declared is refused',
    code: "read(businesses).find({ sort: [['decided_by', 'asc']] })",
    refusal: /'"decided_by"' is not assignable/,
  },
  {
    says: 'a sort on the members of a list is refused',
    code: "read(businesses).find({ sort: [['tags[]', 'asc']] })",
    refusal: /'"tags\[\]"' is not assignable/,
  },
  {
    says: 'an index on what is no field of the document is refused',
    code: "projection<Doc>()({ ...begun, indexes: ['idd'] })",
    refusal: /'"idd"' is not assignable/,
  },
  {
    says: 'an index on a whole list is refused',
    code: "projection<Doc>()({ ...begun, indexes: ['tags'] })",
    refusal: /'"tags"' is not assignable/,
  },
  {
    says: 'a filter on what is no field of the document is refused',
    code: "projection<Doc>()({ ...begun, indexes: ['id'], filters: ['at.town'] })",
    refusal: /'"at.town"' is not assignable/,
  },
]

const preamble = `import { businesses } from 'ROOT/src/projections/businesses.ts'
import { projection } from 'ROOT/src/projections/projection.ts'
import type { Read, WhereOf } from 'ROOT/src/projections/read.ts'
declare const read: Read
declare const yes: boolean
declare const perhaps: string | undefined
type Doc = { readonly id: string; readonly count: number; readonly tags: readonly string[]; readonly at: { readonly city: string } }
const begun = { collection: 'some', version: 1, starts: {} }
export type Used = [Read, WhereOf<typeof businesses>, typeof projection, typeof yes, typeof perhaps, Doc, typeof begun, typeof read]
`.replaceAll('ROOT', root)

const folder = mkdtempSync(join(tmpdir(), 'read-types-'))
const fileOf = (index: number) => `case-${index}.ts`
let said: readonly string[] = []

test.before(() => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['*.ts'] }))
  for (const [index, { code }] of cases.entries()) writeFileSync(join(folder, fileOf(index)), `${preamble}${code}\n`)
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' })
  // What is indented goes on with the line before it.
  said = stdout.split(/\n(?! )/).filter((line) => line !== '')
})
test.after(() => rmSync(folder, { recursive: true }))

for (const [index, { says, refusal }] of cases.entries())
  test(says, () => {
    const own = said.filter((problem) => problem.startsWith(`${fileOf(index)}(`))
    if (refusal === undefined) return assert.equal(own, [])
    assert.is(own.length, 1, own.join('\n'))
    assert.match(own[0] ?? '', refusal)
  })

test('nothing but these cases is refused', () => {
  assert.equal(
    said.filter((problem) => !problem.startsWith('case-')),
    [],
  )
})

test.run()

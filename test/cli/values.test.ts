// Members of records as words on the command line: what they become, and which are refused.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { WrongUse } from '../../src/cli/command-line.ts'
import { bodyIn, withValues } from '../../src/cli/values.ts'

const refusal = (work: () => unknown): string => {
  try {
    return JSON.stringify(work())
  } catch (error) {
    assert.instance(error, WrongUse)
    return (error as Error).message
  }
}

for (const [values, expected] of [
  [['name=Acme'], { name: 'Acme' }],
  [['name='], { name: '' }],
  [['name=a=b'], { name: 'a=b' }],
  [['name=two\nlines'], { name: 'two\nlines' }],
  [['name=1', 'is=true', 'tags=["a"]'], { name: 1, is: true, tags: ['a'] }],
  [['name="1"'], { name: '1' }],
  [['a.0.b=c', 'a.0.d=e', 'a.1.b=f'], { a: [{ b: 'c', d: 'e' }, { b: 'f' }] }],
  [['a.b.c=d', 'a.b.e=f'], { a: { b: { c: 'd', e: 'f' } } }],
  [['name=first', 'name=second'], { name: 'second' }],
] as const)
  test(`${JSON.stringify(values)} become ${JSON.stringify(expected)}`, () => assert.equal(withValues({}, values), expected))

test('values are put over what there is, which stays as it is', () => {
  const start = { name: 'Acme', address: { city: 'Salem', state: 'OR' } }
  assert.equal(withValues(start, ['address.city=Bend']), { name: 'Acme', address: { city: 'Bend', state: 'OR' } })
  assert.is(start.address.city, 'Salem')
})

for (const [value, message] of [
  ['name', '"name" is no NAME=VALUE'],
  ['=Acme', '"=Acme" is no NAME=VALUE'],
  ['name.first=Ann', '"name.first" names a member of what has no members'],
  ['__proto__.admin=true', '"__proto__.admin" is no name of a member'],
  ['constructor.prototype.admin=true', '"constructor.prototype.admin" names a member of what has no members'],
] as const)
  test(`"${value}" is refused`, () => {
    assert.is(
      refusal(() => withValues({ name: 'Acme' }, [value])),
      message,
    )
    assert.not.ok('admin' in {})
  })

test('a body is JSON, or a file of it, and nothing but an object', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-values-'))
  try {
    const file = join(folder, 'body.json')
    writeFileSync(file, '{ "name": "Acme" }')
    assert.equal([bodyIn(undefined), bodyIn('{"a":1}'), bodyIn(`@${file}`)], [{}, { a: 1 }, { name: 'Acme' }])
    writeFileSync(file, '\ufeff{ "name": "Café" }\r\n')
    assert.equal(bodyIn(`@${file}`), { name: 'Café' }, 'as programs of Windows write it')
    writeFileSync(file, Buffer.from('{ "name": "Café" }', 'latin1'))
    assert.match(
      refusal(() => bodyIn(`@${file}`)),
      /body\.json is not text in UTF-8; save it as UTF-8$/,
    )
    for (const data of ['1', 'null', 'text', '"text"', '{'])
      assert.is(
        refusal(() => bodyIn(data)),
        '--data is a JSON object, or @FILE',
        data,
      )
    assert.match(
      refusal(() => bodyIn(`@${folder}/none`)),
      /none does not exist$/,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.run()

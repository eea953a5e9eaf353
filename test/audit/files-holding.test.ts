// What was erased is sought in every file, whatever happens to the files meanwhile.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filesHolding } from '../../src/audit/files-holding.ts'

const test = suite('files holding')
let folder: string
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'probity-holding-'))
})
test.after.each(() => rmSync(folder, { recursive: true }))

test('what was erased is found in whatever file it stands, wherever in it', async () => {
  mkdirSync(join(folder, 'deep'))
  const chunk = 1 << 20
  const kept = {
    'first.txt': 'Wranitzky',
    'last.txt': `${'.'.repeat(3 * chunk)}Wranitzky`,
    'across.txt': `${'.'.repeat(chunk - 1)}Wranitzky${'.'.repeat(chunk)}`,
    'deep/small.txt': '-wranitzky-',
    'umlaut.txt': `${'.'.repeat(chunk - 3)}Grünwald Straße`,
    'both.txt': 'Wranitzky, Grünwald Straße',
    'other.txt': 'Wranitzk WRANITZKY Ann',
    'empty.txt': '',
  }
  for (const [name, text] of Object.entries(kept)) writeFileSync(join(folder, name), text)
  const values = new Map([
    ['Wranitzky', 'name'],
    ['Grünwald Straße', 'street'],
    ['Ann', 'first name'],
  ])
  const found = (await filesHolding(folder, values)).map(({ file, fields }) => `${file.slice(folder.length + 1)}: ${fields}`)
  assert.equal(found.toSorted(), [
    'across.txt: name',
    'both.txt: name,street',
    'deep/small.txt: name',
    'first.txt: name',
    'last.txt: name',
    'umlaut.txt: street',
  ])
  assert.equal(await filesHolding(folder, new Map()), [])
})

test('files that go while others are searched hold nothing, and stop nothing', async () => {
  const files = Array.from({ length: 200 }, (_, n) => join(folder, `file-${n}`))
  const write = () => Promise.all(files.map((file) => writeFile(file, 'Ann Dorothea Example')))
  await write()
  let isDone = false
  const searching = filesHolding(folder, new Map([['Ann Dorothea Example', 'name']])).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await Promise.all(files.toReversed().map((file) => rm(file)))
    await write()
  }
  const fields = new Set(['name', ...(await searching).flatMap((each) => each.fields)])
  assert.equal([...fields], ['name'])
})

test('a folder that cannot be read is an error, and not a folder without the values', async () => {
  const missing = join(folder, 'missing')
  const error = await filesHolding(missing, new Map([['Ann Dorothea Example', 'name']])).catch((thrown) => thrown)
  assert.instance(error, Error)
  assert.match(error.message, `no such file or directory, scandir '${missing}'`)
})

test.run()

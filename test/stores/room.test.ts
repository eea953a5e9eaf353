// Which errors say that a disk takes no more, and so that trying again may succeed.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { asUnavailable, hasRoom, takesNoMore } from '../../src/stores/embedded/room.ts'
import { StoreUnavailable } from '../../src/stores/event-store.ts'

const failed = (members: object) => Object.assign(new Error('it failed'), members)

/** SQLite's codes with their extensions in the higher bytes, and those of the operating system. */
const errors: readonly (readonly [what: string, error: unknown, passes: boolean])[] = [
  ['full', failed({ errcode: 13 }), true],
  ['an I/O error', failed({ errcode: 10 }), true],
  ['an I/O error on reading', failed({ errcode: 10 | (1 << 8) }), true],
  ['a file that cannot be opened', failed({ errcode: 14 }), true],
  ['busy', failed({ errcode: 5 }), true],
  ['a constraint', failed({ errcode: 19 }), false],
  ['a damaged file', failed({ errcode: 11 }), false],
  ['no space', failed({ code: 'ENOSPC' }), true],
  ['over quota', failed({ code: 'EDQUOT' }), true],
  ['a file too large', failed({ code: 'EFBIG' }), true],
  ['an I/O error of the system', failed({ code: 'EIO' }), true],
  ['too many open files', failed({ code: 'EMFILE' }), true],
  ['too many open files of all programs', failed({ code: 'ENFILE' }), true],
  ['no such file', failed({ code: 'ENOENT' }), false],
  ['a code that is no text', failed({ code: 13 }), false],
  ['another error', new Error('it failed'), false],
  ['what is no error', { errcode: 13 }, false],
]
for (const [what, error, passes] of errors)
  test(`${what} ${passes ? 'may pass' : 'does not pass'}`, () => {
    assert.is(takesNoMore(error), passes)
    const told = asUnavailable('/data/events.sqlite', error)
    if (!passes) return assert.is(told, error)
    assert.ok(told instanceof StoreUnavailable)
    assert.equal([told.message, told.cause], ['/data/events.sqlite cannot be read or written: it failed', error])
    assert.is(asUnavailable('/data/other', told), told, 'it is told once')
  })

test('a folder has room where a file can be written, of which nothing stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-room-'))
  assert.is(await hasRoom(folder), true)
  assert.equal(readdirSync(folder), [])
  rmSync(folder, { recursive: true })
  const error = await hasRoom(folder).catch((reason: unknown) => reason)
  assert.match(String(error), 'ENOENT', 'a folder that is gone is another matter')
})

test.run()

// The pages in which the embedded log is read end with their slice of time, on a clock that only the reading moves.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openEventsFile } from '../../src/stores/embedded/events-file.ts'

test('a page ends when its slice is used up, and the next one goes on behind it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-events-'))
  let time = 0
  const slice = { budgetMs: () => 3, now: () => time++ }
  const file = openEventsFile(join(folder, 'events.sqlite'), { slice })
  try {
    file.transaction(() => {
      for (let n = 0; n < 10; n++) file.insert([n + 1, 'stream-a', n, `id-${n}`, 'Happened', '{}', '{}'])
    })
    const page = (after: number) => file.readLog({ direction: 'forwards', after, until: 10, limit: 100, filter: {} })
    const first = page(0)
    assert.equal([first.events.length, first.position], [3, 3])
    const second = page(first.position)
    assert.equal([second.events[0]?.revision, second.events.length, second.position], [3, 3, 6])
    assert.equal(
      file.readStream({ stream: 'stream-a', direction: 'backwards', from: 9, limit: 100 }).map(({ revision }) => revision),
      [9, 8, 7],
    )
    assert.equal([page(9).events.length, page(9).position], [1, 10])
  } finally {
    file.close()
    rmSync(folder, { recursive: true })
  }
})

test.run()

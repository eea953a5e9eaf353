// Orders to erase that end together share a scrub, and one scrub does not follow the other at once.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sharedScrub } from '../../src/composition/shared-scrub.ts'
import { settled } from '../eventually.ts'

/** Scrubs and rests that take until they are told to end. */
const openScrubs = () => {
  const scrubs: PromiseWithResolvers<void>[] = []
  const rests: PromiseWithResolvers<void>[] = []
  const begun = (all: PromiseWithResolvers<void>[]) => () => {
    const running = Promise.withResolvers<void>()
    all.push(running)
    return running.promise
  }
  return { scrubs, rests, scrub: sharedScrub(begun(scrubs), begun(rests)) }
}

test('those who ask before a scrub begins share it, and who asks later gets the next one', async () => {
  const { scrubs, rests, scrub } = openScrubs()
  const ended: string[] = []
  const ask = (name: string) => scrub().then(() => ended.push(name))
  ask('one')
  ask('two')
  await settled()
  assert.is(scrubs.length, 1)
  ask('three')
  ask('four')
  await settled()
  assert.is(scrubs.length, 1, 'no two at a time')
  scrubs[0]?.resolve()
  await settled()
  assert.equal(ended, ['one', 'two'])
  assert.is(scrubs.length, 1, 'the next one rests')
  rests[0]?.resolve()
  await settled()
  assert.is(scrubs.length, 2)
  scrubs[1]?.resolve()
  await settled()
  assert.equal(ended, ['one', 'two', 'three', 'four'])
})

test('a scrub that fails is told to those who asked, and the next one is tried', async () => {
  const { scrubs, rests, scrub } = openScrubs()
  const failing = scrub().catch(({ message }) => message)
  await settled()
  scrubs[0]?.reject(new Error('the disk is full'))
  assert.is(await failing, 'the disk is full')
  const next = scrub()
  await settled()
  rests[0]?.resolve()
  await settled()
  scrubs[1]?.resolve()
  await next
})

test.run()

// What is read of the stream of a business with a long history: what the answer shows, and no more.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../../filled.ts'
import { made, openScene, reviewed, type Scene } from '../scene.ts'

let scene: Scene
test.before(async () => {
  scene = await openScene()
})
test.after(() => scene.close())

test('the screenings, their certificates, the ownership and the decision read their own events of a long history', async () => {
  const read = { events: 0 }
  const counted = scene.over({
    history: async (...asked) => {
      const found = await scene.inner.history(...asked)
      read.events += found.length
      return found
    },
  })
  const { id } = await reviewed(scene.test)
  const path = `/v1/businesses/${id}`
  const reading = async (part: string) => {
    read.events = 0
    const body = await made(counted.get(`${path}/${part}`))
    return { body, events: read.events }
  }
  const answers = async () => {
    const screenings = await reading('screenings')
    const [{ id: screening }] = screenings.body.data
    const certificates = [await reading('screenings/latest/certificate'), await reading(`screenings/${screening}/certificate`)]
    return { screenings, certificates, ownership: await reading('ownership'), decision: await reading('decision') }
  }
  const ownership = [{ person: { name: 'Ada Quill' }, percentage: 100 }]
  await made(scene.test.put(`${path}/ownership`, { ownership }))
  await made(scene.test.post(`${path}/ownership/certifications`, { name: 'Ada Quill', wording: 'It is so.' }))

  await made(scene.test.patch(path, { status: 'rejected', status_reason: 'Not ours' }))

  const before = await answers()
  for (let n = 0; n < 120; n++) await made(scene.test.patch(path, { tags: [`tag ${n}`] }))
  const after = await answers()
  const whole = (await scene.inner.history(`business-${id}`)).length
  assert.ok(whole > 120)
  const issued = ({ body: { issued_at: _, signature: __, ...rest } }: (typeof before.certificates)[number]) => rest
  assert.equal(after.screenings, before.screenings)
  assert.equal(after.ownership, before.ownership)
  assert.equal(after.decision, before.decision)
  assert.equal(after.certificates.map(issued), before.certificates.map(issued))
  assert.equal([after.screenings.events, after.ownership.events, after.decision.events], [after.screenings.body.data.length, 1, 1])
  // The screening, and the business up to it from the snapshot before it.
  for (const { events } of filled(after.certificates))
    assert.ok(events > 1 && events < whole - 120, `${events} of ${whole} events were read`)
})

test.run()

// What an upload of a guest leaves behind: a file and an event, or neither.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { documentsPerQuestion, registrationRequest } from '../../src/commands/registration-request.ts'
import type { RegistrationRequestEvent } from '../../src/events/partner.ts'
import { stateQuestions } from '../../src/evidence/registrations/questions.ts'
import { uploadDocument } from '../../src/inner/guest-dashboard.ts'
import { partnerSamples } from '../events/samples-of-partner.ts'

const created = {
  type: 'RegistrationRequestCreated',
  data: partnerSamples.RegistrationRequestCreated[0]?.data,
} as RegistrationRequestEvent
const submitted: RegistrationRequestEvent = { type: 'RegistrationRequestSubmitted', data: {} }
const [question] = stateQuestions('TX', ['state_unemployment_insurance']).filter(({ type }) => type === 'document')

/** A request with the events so far. */
const opened = (...before: readonly RegistrationRequestEvent[]) => {
  const events = [created, ...before]
  const files: string[] = []
  const state = () => events.reduce(registrationRequest.evolve, registrationRequest.initial)
  const inner = {
    load: async () => state(),
    sealedDocuments: { write: async (_subject: string, id: string) => void files.push(id) },
  } as unknown as Parameters<typeof uploadDocument>[0]
  const sender = {
    send: async ({ command }: { command: Parameters<typeof registrationRequest.decide>[0] }) => {
      events.push(...registrationRequest.decide(command, state()))
    },
  } as unknown as Parameters<typeof uploadDocument>[1]
  const upload = async (text: string, filename = 'notice.txt') => {
    assert.ok(question)
    const bytes = Buffer.from(text)
    return uploadDocument(inner, sender, { id: '0198c0de-0000-7000-8000-000000000001', question, filename, bytes }).catch(String)
  }
  return { upload, kept: () => [files.length, events.length - before.length - 1] }
}

test('a document is kept once, under whatever name it comes again', async () => {
  const { upload, kept } = opened()
  assert.equal(
    [await upload('one'), await upload('one'), await upload('one', 'copy.txt')],
    [null, null, 'This file was uploaded before, as “notice.txt”.'],
  )
  assert.equal(kept(), [1, 1])
  await upload('two')
  assert.equal(kept(), [2, 2])
})

test('a document beyond the limit leaves no file, nor does one after the submission', async () => {
  const { upload, kept } = opened()
  for (let n = 0; n < documentsPerQuestion; n++) assert.is(await upload(`${n}`), null)
  assert.is(await upload('one more'), 'Refused: question_documents_exhausted')
  assert.is(await upload('0'), null, 'what is there already is no mistake')
  assert.equal(kept(), [documentsPerQuestion, documentsPerQuestion])

  const late = opened(submitted)
  assert.is(await late.upload('late'), 'Refused: registration_request_submitted')
  assert.equal(late.kept(), [0, 0])
})

test.run()

// An erasure takes everybody along who is added while it runs, at whatever moment, and one that breaks off is carried out to its end.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import { erasureOrderIn } from '../../src/commands/erasure-order.ts'
import type { Handle } from '../../src/commands/handler.ts'
import { note } from '../../src/commands/note.ts'
import { auditOperations, carryOutErasure } from '../../src/composition/audit-operations.ts'
import { type Kernel, openKernel } from '../../src/composition/kernel.ts'
import { readConfig } from '../../src/config.ts'
import type { DomainEvent, EventType } from '../../src/events/catalogue.ts'
import type { Actor } from '../../src/events/define.ts'
import { liens } from '../../src/projections/liens.ts'
import { runs } from '../../src/projections/runs.ts'
import { openBatchRows } from '../../src/stores/batch-rows.ts'
import type { KeyRing } from '../../src/stores/key-ring.ts'
import { submitted } from '../commands/businesses.ts'
import { samples } from '../events/samples.ts'
import { filled } from '../filled.ts'
import { accountId, appendTo, context, masterKey } from '../stores/log.ts'

const test = suite('erasures')
const dataDir = mkdtempSync(join(tmpdir(), 'probity-erasing-'))
const kernel = await openKernel(readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64') }), {})
await kernel.stores.documents.define([liens.spec, runs.spec])
test.after(async () => {
  await kernel.stores.close()
  rmSync(dataDir, { recursive: true })
})
const append = appendTo(kernel.log, context)

const person = (name: string) => ({ id: randomUUID(), name, title: null, email: `${name}@example.com`, phone: null, dob: null, ssn: null })
const newBusiness = async (): Promise<string> => {
  const business_id = randomUUID()
  await append(`business-${business_id}`, { type: 'BusinessCreated', data: { ...submitted, business_id, people: [person('Ann')] } })
  return business_id
}
/** The data of a sample, with this change. */
const event = (type: EventType, change: object): DomainEvent =>
  ({ type, data: { ...(samples[type][0]?.data as object), ...change } }) as never

/** As a client adds a person. */
const addTo = (id: string, name: string) =>
  kernel.handle(business, id, { type: 'UpdateBusiness', changes: { people: [person(name)] }, status: null }, context())

const auditing = (over: Partial<Kernel> = {}) => {
  const { records } = kernel.stores.documents
  const work = { passed: async () => true, batchRows: openBatchRows({ records, keyRing: kernel.keyRing }) }
  return { kernel: { ...kernel, ...over }, work, dataDir: null, now: () => new Date() }
}
const why = { person_id: null, reason: 'asked', requested_by: 'officer' }
const erase = (business_id: string, over: Partial<Kernel> = {}) =>
  auditOperations(auditing(over)).erase({ business_id, ...why, dry_run: false })

const eventsOf = (stream: string, type: EventType) =>
  Array.fromAsync(kernel.log.store.readAll({ streamPrefixes: [stream] })).then((all) => all.filter((each) => each.type === type))
const textOf = async (stream: string) => JSON.stringify((await kernel.log.read(stream)).map(({ data }) => data))
const openOrders = async (of: string, id: string) => (await kernel.load(erasureOrderIn(of), id)).open

/** What is sent to the log, with something done before and behind it. */
const around =
  (before: (type: string) => Promise<unknown>, behind: (type: string) => Promise<unknown> = async () => undefined): Handle =>
  async (aggregate, id, command, written) => {
    const { type } = command as { readonly type: string }
    await before(type)
    const handled = await kernel.handle(aggregate, id, command, written)
    await behind(type)
    return handled
  }
const only = (wanted: string, work: () => Promise<unknown>) => {
  let isDone = false
  return async (type: string) => {
    if (type !== wanted || isDone) return
    isDone = true
    await work()
  }
}
const nothing = async () => undefined
const destroying = (work: () => Promise<unknown>): Pick<Kernel, 'keyRing'> => {
  const { keyRing } = kernel
  const destroy: KeyRing['destroy'] = async (subject) => {
    const existed = await keyRing.destroy(subject)
    await work()
    return existed
  }
  return { keyRing: { ...keyRing, destroy } }
}

for (const [moment, over] of Object.entries({
  'before it is ordered': (add) => ({ handle: around(only('OrderErasure', add)) }),
  'before it begins': (add) => ({ handle: around(only('BeginErasure', add)) }),
  'when it has begun': (add) => ({ handle: around(nothing, only('BeginErasure', add)) }),
  'while the keys are destroyed': (add) => {
    const once = only('', add)
    return destroying(() => once(''))
  },
  'before it is recorded': (add) => ({ handle: around(only('RecordErasure', add)) }),
} satisfies Record<string, (add: () => Promise<unknown>) => Partial<Kernel>>))
  test(`a person who is added ${moment} is erased with the business`, async () => {
    const id = await newBusiness()
    const report = await erase(
      id,
      over(() => addTo(id, 'Zoe')),
    )
    assert.is(report?.erased, true)
    assert.not.match(await textOf(`business-${id}`), /Ann|Zoe/)
    const [noted, ...more] = await eventsOf(`business-${id}`, 'PersonalDataErased')
    assert.equal([noted?.data.subjects, more], [report?.subjects, []])
    assert.is(report?.subjects.length, 3)
    assert.equal(await openOrders('business', id), [])
  })

test('a person who is added when the erasure is recorded stays', async () => {
  const id = await newBusiness()
  const report = await erase(id, {
    handle: around(
      nothing,
      only('RecordErasure', () => addTo(id, 'Zoe')),
    ),
  })
  assert.is(report?.subjects.length, 2)
  assert.match(await textOf(`business-${id}`), /Zoe/)
})

test('a person who is added behind a broken-off erasure is erased when it is carried out to its end', async () => {
  const id = await newBusiness()
  const broken = around(
    only('RecordErasure', async () => {
      throw new Error('killed')
    }),
  )
  assert.is(await erase(id, { handle: broken }).catch(({ message }) => message), 'killed')
  await addTo(id, 'Zoe')
  const [order] = await openOrders('business', id)
  await carryOutErasure(auditing())(id, order!)
  assert.not.match(await textOf(`business-${id}`), /Ann|Zoe/)
  assert.equal(await openOrders('business', id), [])
  await carryOutErasure(auditing())(id, order!)
  assert.is((await eventsOf(`business-${id}`, 'PersonalDataErased')).length, 1)
})

test('two erasures of one business at once are both recorded, and neither leaves who is added meanwhile', async () => {
  const id = await newBusiness()
  const add = only('RecordErasure', () => addTo(id, 'Zoe'))
  const reports = await Promise.all([erase(id, { handle: around(add) }), erase(id, { handle: around(add) })])
  assert.ok(filled(reports).every((each) => each?.erased))
  assert.not.match(await textOf(`business-${id}`), /Ann|Zoe/)
  const notes = await eventsOf(`business-${id}`, 'PersonalDataErased')
  assert.equal(
    notes.map(({ metadata }) => metadata.account_id),
    [accountId, accountId],
    'in the history of the account',
  )
  assert.equal(await openOrders('business', id), [])
})

const noteOn = (id: string, text: string, actor: Actor = context().actor) =>
  kernel.handle(note, id, { type: 'AddNote', note: { id: randomUUID(), text } }, { ...context(), actor })
const file = Buffer.from('a returned filing')
const attach = (id: string, documentId: string) => kernel.sealedDocuments.write(id, documentId, file)
const attached = async (documentId: string) => (await kernel.sealedDocuments.read(documentId))?.toString()

test('what is added to a business that was erased stays, until it is erased again', async () => {
  const id = await newBusiness()
  const documentId = randomUUID()
  await noteOn(id, 'Told before')
  await attach(id, documentId)
  for (const [before, after] of [
    ['before', 'once'],
    ['once', 'twice'],
    ['twice', 'never'],
  ]) {
    assert.is((await erase(id))?.erased, true)
    assert.not.match(await textOf(`business-${id}`), `Told ${before}`)
    assert.is(await attached(documentId), undefined)
    await noteOn(id, `Told ${after}`)
    await attach(id, documentId)
    assert.match(await textOf(`business-${id}`), `Told ${after}`)
    assert.is(await attached(documentId), file.toString(), 'the same document')
    const stored = JSON.stringify((await kernel.log.store.read(`business-${id}`)).map(({ data }) => data))
    assert.not.match(stored, 'Told', 'in the log it is sealed')
  }
})

test('what the service itself still writes of a business that was erased is left out', async () => {
  const id = await newBusiness()
  await erase(id)
  for (const type of ['process', 'run'] as const) await noteOn(id, `By a ${type}`, { type, id: randomUUID() })
  await noteOn(id, 'By a user', { type: 'user', id: randomUUID() })
  const text = await textOf(`business-${id}`)
  assert.not.match(text, /By a (process|run)/)
  assert.match(text, 'By a user')
})

test('a note that is added while the keys are destroyed is erased with the business', async () => {
  const id = await newBusiness()
  const once = only('', () => noteOn(id, 'In between'))
  assert.is(
    (
      await erase(
        id,
        destroying(() => once('')),
      )
    )?.erased,
    true,
  )
  assert.not.match(await textOf(`business-${id}`), 'In between')
})

const newCompany = async (): Promise<string> => {
  const company_id = randomUUID()
  await append(`partner_company-${company_id}`, event('PartnerCompanyCreated', { company_id, contact_name: 'Ann' }))
  await addLetter(company_id, 'Bob')
  await addLetter(company_id, 'Cat')
  return company_id
}
const addLetter = async (company_id: string, recipient_name: string) => {
  const mail_id = randomUUID()
  await append(`partner_mail-${mail_id}`, event('PartnerMailRecorded', { mail_id, company_id, recipient_name }))
}
/** Who can be read in the letters to a company and in its own stream. */
const readableOf = async (company_id: string): Promise<readonly string[]> => {
  const stored = await Array.fromAsync(kernel.log.store.readAll({ streamPrefixes: ['partner_'] }))
  const opened = await kernel.log.open(stored.filter(({ data }) => data.company_id === company_id))
  const text = JSON.stringify(opened.map(({ data }) => data))
  return ['Ann', 'Bob', 'Cat', 'Zoe'].filter((name) => text.includes(`"${name}"`))
}

for (const moment of ['BeginErasure', 'RecordErasure'])
  test(`a letter to a company that arrives before ${moment} is erased with it`, async () => {
    const id = await newCompany()
    assert.equal(await readableOf(id), ['Ann', 'Bob', 'Cat'])
    const report = await erase(id, { handle: around(only(moment, () => addLetter(id, 'Zoe'))) })
    assert.equal([report?.erased, report?.subjects.length, await readableOf(id)], [true, 4, []])
    assert.equal([await openOrders('partner_company', id), await erase(id)], [[], null])
  })

test('the erasure of a company is carried out to its end, wherever it broke off', async () => {
  for (const [last, left] of [
    [1, 2],
    [2, 1],
    [3, 0],
  ] as const) {
    const id = await newCompany()
    let count = 0
    const broken = around(async (type) => {
      if (type === 'RecordErasure' && ++count === last) throw new Error('killed')
    })
    assert.is(await erase(id, { handle: broken }).catch(({ message }) => message), 'killed')
    assert.is((await readableOf(id)).length, left)
    const [order] = await openOrders('partner_company', id)
    assert.ok(order, `at ${last}`)
    await carryOutErasure(auditing())(id, order)
    assert.equal([await readableOf(id), await openOrders('partner_company', id)], [[], []])
  }
})

test('an erasure beside a program that reads the read models is carried out, and says that they are kept there', async () => {
  const id = await newBusiness()
  const other = new DatabaseSync(join(dataDir, 'read-models.sqlite'), { readOnly: true })
  other.exec('begin')
  other.prepare('select * from liens').all()
  await kernel.stores.documents.drop('liens')
  const report = await erase(id)
  assert.equal([report?.erased, report?.kept_by_reader], [true, true])
  other.close()
  assert.is((await erase(await newBusiness()))?.kept_by_reader, false)
})

test.run()

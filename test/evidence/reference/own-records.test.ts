// Which records beside the registrations are the business's own: the same name in its state, or a near one that an address or number ties to it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { PostalAddress, Source, Subject } from '../../../src/evidence/ports.ts'
import { type Bearer, onlyOne, ownRecords } from '../../../src/evidence/reference/own-records.ts'
import type { Found } from '../../../src/evidence/reference/records.ts'

const at = (line: string): PostalAddress => ({
  full_address: `${line}, Billings, MT 59101`,
  address_line1: line,
  address_line2: null,
  city: 'Billings',
  state: 'MT',
  postal_code: '59101',
})
const subject = (name: string, change: Partial<Subject> = {}): Subject => ({
  business_id: '01a1fe43-1e6b-76cd-89f0-4e4f0c970b1a',
  names: [name],
  addresses: [at('1 Pine Rd')],
  people: [],
  tin: null,
  website: null,
  ...change,
})
const source: Source = { id: '', type: 'ppp_loans', metadata: { data_set: 'loans', version: '1', row: '1' } }
const found = (id: string, bearer: Bearer): Found<Bearer> => ({ id, kind: 'ppp_loans', record: bearer, source })
const idsFor = (of: Subject, ...bearers: readonly Bearer[]) =>
  ownRecords(
    of,
    bearers.map((bearer, index) => found(String(index), bearer)),
    (record) => record,
  ).map((each) => each.found.id)

const quokka = (line: string, change: Partial<Bearer> = {}): Bearer => ({ names: ['QUOKKA WELL LLC'], addresses: [at(line)], ...change })

test('a record under the same name in the state is its own, wherever it is; a near name only at its address or with its number', () => {
  assert.equal(idsFor(subject('Quokka Well'), quokka('9 Far St')), ['0'])
  assert.equal(idsFor(subject('Quokka Wel LLC'), quokka('9 Far St')), [])
  assert.equal(idsFor(subject('Quokka Wel LLC'), quokka('1 Pine Road, Suite 2')), ['0'])
  assert.equal(idsFor(subject('Quokka Wel LLC', { tin: '123456789' }), quokka('9 Far St', { tin: '123456789' })), ['0'])
})

test('a name that differs in a word that tells businesses apart is another one, even at its address and with its number', () => {
  assert.equal(idsFor(subject('Quokka Mountain LLC', { tin: '123456789' }), quokka('1 Pine Rd', { tin: '123456789' })), [])
})

test('of several records under one name that at its address is its own', () => {
  assert.equal(idsFor(subject('Quokka Well'), quokka('9 Far St'), quokka('1 Pine Rd')), ['1'])
})

test('of several records of one name at several places none is its own, unless the name tells businesses apart', () => {
  const legion = (line: string): Bearer => ({ names: ['THE QUOKKA SOCIETY'], addresses: [at(line)] })
  assert.equal(idsFor(subject('Quokka Society'), legion('9 Far St'), legion('7 Near St')), [])
  assert.equal(idsFor(subject('Quokka Society'), legion('9 Far St'), legion('9 Far St')), ['0', '1'])
  assert.equal(
    idsFor(subject('Quokka Zephyrine'), ...['9 Far St', '7 Near St'].map((line) => quokka(line, { names: ['QUOKKA ZEPHYRINE'] }))),
    ['0', '1'],
  )
})

test('a second name counts; and where chapters share one number each, there is only one or none', () => {
  const own = (...bearers: readonly Bearer[]) =>
    onlyOne(
      ownRecords(
        subject('Quokka Zephyrine'),
        bearers.map((bearer, index) => found(String(index), bearer)),
        (record) => record,
      ),
    )
  const chapter = (line: string): Bearer => ({ names: ['SOCIETY OF MARSUPIALS', 'QUOKKA ZEPHYRINE'], addresses: [at(line)] })
  assert.equal([own(chapter('9 Far St'))?.name.of, own(chapter('9 Far St'), chapter('7 Near St'))], ['QUOKKA ZEPHYRINE', null])
})

test.run()

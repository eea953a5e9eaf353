// One problem of a request is one entry of its answer: what can only be judged of a right value is not said of a wrong one as well.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { GivenFile } from '../../../src/interface/requests/attachment.ts'
import { CreateBusiness } from '../../../src/interface/requests/business.ts'

const business = { name: 'Acme Widgets LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }
const file = { filename: 'a.pdf', content_type: 'application/pdf', content: 'AAAA' }
const problems = (schema: typeof CreateBusiness | typeof GivenFile, body: object): readonly string[] =>
  (schema.safeParse(body).error?.issues ?? []).map(({ path }) => path.join('.'))
const person = (details: object) => problems(CreateBusiness, { ...business, people: [{ name: 'Ann Smith', ...details }] })

test('a date of birth that is no date is not in the future as well', () => {
  assert.equal(person({ dob: 'x' }), ['people.0.dob'])
  assert.equal(person({ dob: '9999-99-99' }), ['people.0.dob'])
  assert.equal(person({ dob: '9999-12-31' }), ['people.0.dob'])
  assert.equal(person({ dob: '1970-01-01' }), [])
})

test('what is no list of addresses is not an empty one as well', () => {
  assert.equal(problems(CreateBusiness, { ...business, addresses: '' }), ['addresses'])
  assert.equal(problems(CreateBusiness, { ...business, addresses: [] }), ['addresses'])
  assert.equal(problems(CreateBusiness, business), [])
})

test('an empty file name is not one with folders as well', () => {
  assert.equal(problems(GivenFile, { ...file, filename: ' ' }), ['filename'])
  assert.equal(problems(GivenFile, { ...file, filename: 'a/b.pdf' }), ['filename'])
  assert.equal(problems(GivenFile, file), [])
})

test.run()

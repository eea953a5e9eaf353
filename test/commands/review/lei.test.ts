// What a review says of the legal entity identifier: whose it is, whether it is maintained, and what changed in its record.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Business } from '../../../src/commands/business-state.ts'
import { leiRules } from '../../../src/commands/review/lei.ts'
import { ageLimitByDefault } from '../../../src/commands/source-age.ts'
import { samples } from '../../events/samples.ts'
import { at, source, submitted } from '../businesses.ts'

const lei = '5493001KJTIIGC8Y1R12'
const { lei_record: record }: { lei_record: object } = samples.LeiRecordFound.at(0)!.data as never
const alone = { ...record, direct_parent: null, ultimate_parent: null }

type Told = { readonly record?: object; readonly search?: object; readonly submittedLei?: string | null }

const judged = ({ record: held, search, submittedLei = lei }: Told) => {
  const file = {
    lei_records: held ? { r: { ...held, sources: [source] } } : {},
    searches: search ? { s: { product: 'lei', outcome: 'searched', reason: null, sources: [source], ...search } } : {},
  }
  // Nothing else of a business is read.
  const found = leiRules[0]?.judge({ submitted: { ...submitted, lei: submittedLei }, file } as unknown as Business, at, ageLimitByDefault)
  return found && [found.status, found.sub_label, found.message]
}

const lately = { sources: [{ ...source, metadata: { ...source.metadata, coverage: 'lately filed' } }] }
const cases: readonly (readonly [what: string, told: Told, expected: readonly string[] | null])[] = [
  ['a maintained record', { record: alone }, ['success', 'Issued', `Issued: ${lei} of "ACME TOOLS INC".`]],
  [
    'a record with parents',
    { record: { ...record, ultimate_parent: { lei: 'P2', name: null } } },
    [
      'success',
      'Issued',
      `Issued: ${lei} of "ACME TOOLS INC". Direct parent: "ACME HOLDING SE" (529900T8BM49AURSDO55). Ultimate parent: P2.`,
    ],
  ],
  [
    'a record that changed',
    {
      record: {
        ...alone,
        head_office: { lei: 'H', name: 'Head' },
        changed: { fields: ['name', 'status'], last_version: '1', since_version: '2' },
      },
    },
    ['success', 'Issued', `Issued: ${lei} of "ACME TOOLS INC". Head office: "Head" (H). Changed since version 1: name, status.`],
  ],
  [
    'a record that moves to another issuer',
    { record: { ...alone, registration_status: 'PENDING_TRANSFER' } },
    ['success', 'Issued', `Pending transfer: ${lei} of "ACME TOOLS INC".`],
  ],
  [
    'a lapsed record',
    { record: { ...alone, registration_status: 'LAPSED' } },
    ['warning', 'Lapsed', `Lapsed: ${lei} of "ACME TOOLS INC"; it was to be renewed by 2027-06-06.`],
  ],
  [
    'a lapsed record without a day',
    { record: { ...alone, registration_status: 'LAPSED', renews_on: null } },
    ['warning', 'Lapsed', `Lapsed: ${lei} of "ACME TOOLS INC"; it was to be renewed.`],
  ],
  [
    'a retired record',
    { record: { ...alone, registration_status: 'RETIRED' } },
    ['failure', 'Not Valid', `Retired: ${lei} of "ACME TOOLS INC".`],
  ],
  [
    'a record of another name',
    { record: { ...alone, possible: 'another name' } },
    ['failure', 'Other Name', `The submitted identifier ${lei} is of "ACME TOOLS INC": the same name.`],
  ],
  [
    'a record that vanished',
    { record: { ...alone, vanished: { last_version: '1', missing_from: '2' } } },
    ['warning', 'Unknown', `${lei} is no longer in version 2 of the data; it was last seen in version 1.`],
  ],
  ['an identifier without a record', { search: {} }, ['failure', 'Not Found', `No record has the submitted identifier ${lei}.`]],
  [
    'an identifier that a part of the data does not hold',
    { search: lately },
    ['neutral', 'Unknown', `${lei} is not in the loaded data, which is only a part of all identifiers.`],
  ],
  [
    'an identifier that a part of the data and the whole do not hold',
    { search: { sources: [...lately.sources, source] } },
    ['failure', 'Not Found', `No record has the submitted identifier ${lei}.`],
  ],
  [
    'an identifier that could not be looked up',
    { search: { outcome: 'unavailable', reason: 'no data is loaded' } },
    ['neutral', 'Not Available', `${lei} could not be looked up: no data is loaded.`],
  ],
  ['an identifier that nobody looked up', {}, null],
  ['another search', { search: { product: 'liens' } }, null],
  ['no identifier', { search: {}, submittedLei: null }, null],
]
for (const [what, told, expected] of cases)
  test(`${what} is ${expected ? expected.slice(0, 2).join(' ') : 'left out'}`, () => assert.equal(judged(told), expected))

test.run()

// Legal entity identifiers and relationships: both published forms, rows that cannot be read, and GLEIF's own files where they lie beside the
// repository (`../shared/data`).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isLei } from '../../../src/events/parts.ts'
import { openReference } from '../../../src/evidence/reference/database.ts'
import { importFiles } from '../../../src/evidence/reference/import.ts'
import type { LegalEntity, LegalRelationship } from '../../../src/evidence/reference/records.ts'
import { filled } from '../../filled.ts'
import { leiOf } from '../../lei.ts'
import { importInto, inPlace, newPlace, recordsOf, rejectionOf } from './published-files.ts'

const acme = leiOf('TEST00ACME')
const holding = leiOf('TEST00HOLD')

const csv = (...rows: readonly Readonly<Record<string, string>>[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => columns.map((column) => `"${row[column] ?? ''}"`).join(','))
  return `${[columns.map((column) => `"${column}"`).join(','), ...cells].join('\n')}\n`
}
const entityRow = (more: Readonly<Record<string, string>> = {}) => ({
  LEI: acme,
  'Entity.LegalName': 'Acme Widgets Inc',
  'Entity.OtherEntityNames.OtherEntityName.1': 'Acme',
  'Entity.OtherEntityNames.OtherEntityName.1.type': 'TRADING_OR_OPERATING_NAME',
  'Entity.LegalAddress.FirstAddressLine': '1 Main St',
  'Entity.LegalAddress.AdditionalAddressLine.1': 'Suite 5',
  'Entity.LegalAddress.City': 'Dover',
  'Entity.LegalAddress.Region': 'US-DE',
  'Entity.LegalAddress.Country': 'US',
  'Entity.LegalAddress.PostalCode': '19901-1234',
  'Entity.HeadquartersAddress.FirstAddressLine': 'Bahnhofstrasse 2',
  'Entity.HeadquartersAddress.City': 'Zürich',
  'Entity.HeadquartersAddress.Region': 'CH-ZH',
  'Entity.HeadquartersAddress.Country': 'CH',
  'Entity.HeadquartersAddress.PostalCode': '8001',
  'Entity.RegistrationAuthority.RegistrationAuthorityID': 'RA000602',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': '0123456',
  'Entity.LegalJurisdiction': 'US-DE',
  'Entity.EntityCategory': 'GENERAL',
  'Entity.LegalForm.EntityLegalFormCode': 'XTIQ',
  'Entity.EntityStatus': 'ACTIVE',
  'Entity.EntityCreationDate': '2001-02-03T00:00:00+00:00',
  'Registration.InitialRegistrationDate': '2012-06-06T15:53:00Z',
  'Registration.NextRenewalDate': '2027-06-06T15:53:00.000Z',
  'Registration.RegistrationStatus': 'ISSUED',
  ...more,
})
const json = {
  LEI: { $: acme },
  Entity: {
    LegalName: { '@xml:lang': 'en', $: 'Acme Widgets Inc' },
    OtherEntityNames: { OtherEntityName: [{ '@type': 'TRADING_OR_OPERATING_NAME', $: 'Acme' }] },
    LegalAddress: {
      FirstAddressLine: { $: '1 Main St' },
      AdditionalAddressLine: [{ $: 'Suite 5' }],
      City: { $: 'Dover' },
      Region: { $: 'US-DE' },
      Country: { $: 'US' },
      PostalCode: { $: '19901-1234' },
    },
    HeadquartersAddress: {
      FirstAddressLine: { $: 'Bahnhofstrasse 2' },
      City: { $: 'Zürich' },
      Region: { $: 'CH-ZH' },
      Country: { $: 'CH' },
      PostalCode: { $: '8001' },
    },
    RegistrationAuthority: { RegistrationAuthorityID: { $: 'RA000602' }, RegistrationAuthorityEntityID: { $: '0123456' } },
    LegalJurisdiction: { $: 'US-DE' },
    EntityCategory: { $: 'GENERAL' },
    LegalForm: { EntityLegalFormCode: { $: 'XTIQ' } },
    EntityStatus: { $: 'ACTIVE' },
    EntityCreationDate: { $: '2001-02-03T00:00:00+00:00' },
  },
  Registration: {
    InitialRegistrationDate: { $: '2012-06-06T15:53:00Z' },
    NextRenewalDate: { $: '2027-06-06T15:53:00.000Z' },
    RegistrationStatus: { $: 'ISSUED' },
  },
}

test(
  'a table and a JSON list of the same entity make the same record',
  inPlace(async (place) => {
    await importInto(place, 'gleif_lei', place.file('lei2.csv', csv(entityRow())))
    const [fromTable] = recordsOf<LegalEntity>(place, 'gleif_lei')
    await importInto(place, 'gleif_lei', place.file('lei2.json', JSON.stringify({ records: [json] }, null, 2)))
    const [fromList] = recordsOf<LegalEntity>(place, 'gleif_lei')
    assert.equal(fromList, fromTable)
    assert.equal(fromTable?.other_names, [{ name: 'Acme', type: 'TRADING_OR_OPERATING_NAME' }])
    const [legal, office] = fromTable?.addresses ?? []
    assert.equal(
      [legal?.full_address, legal?.state, legal?.postal_code, legal?.labels],
      ['1 Main St, Suite 5, Dover, DE 19901-1234', 'DE', '19901-1234', ['legal']],
    )
    assert.equal([office?.full_address, office?.state, office?.country], ['Bahnhofstrasse 2, Zürich, 8001, CH', null, 'CH'])
    assert.equal([fromTable?.renews_on, fromTable?.created_on, fromTable?.registration_status], ['2027-06-06', '2001-02-03', 'ISSUED'])
  }),
)

test(
  'a row with wrong check digits, without a name or without a status is counted and told, and others are kept',
  inPlace(async (place) => {
    const wrong = `${acme.slice(0, 19)}${(Number(acme.at(-1)) + 1) % 10}`
    const others = Array.from({ length: 20 }, (_, at) => entityRow({ LEI: leiOf(`TEST${at}X`) }))
    const file = csv(
      ...others,
      entityRow({ LEI: wrong }),
      entityRow({ LEI: leiOf('N'), 'Entity.LegalName': '' }),
      entityRow({ LEI: leiOf('S'), 'Registration.RegistrationStatus': 'NULL' }),
    )
    const report = await importInto(place, 'gleif_lei', place.file('lei2.csv', file))
    assert.equal([report.rows, report.kept, report.rejected, report.records], [23, 20, 3, 20])
    assert.equal(
      report.rejectedRows.map(({ line, reason }) => [line, reason]),
      [
        [22, `"${wrong}" is no LEI: its form or its check digits are wrong`],
        [23, 'no LegalName'],
        [24, 'no RegistrationStatus'],
      ],
    )
  }),
)

const relationship = (type: string, end: string, more: Readonly<Record<string, string>> = {}) => ({
  'Relationship.StartNode.NodeID': acme,
  'Relationship.EndNode.NodeID': end,
  'Relationship.RelationshipType': type,
  'Relationship.RelationshipStatus': 'ACTIVE',
  'Relationship.Period.1.startDate': '2021-01-01T00:00:00Z',
  'Relationship.Period.1.periodType': 'ACCOUNTING_PERIOD',
  'Relationship.Period.2.startDate': '2017-10-02T00:00:00+00:00',
  'Relationship.Period.2.endDate': '',
  'Relationship.Period.2.periodType': 'RELATIONSHIP_PERIOD',
  'Relationship.Quantifiers.1.QuantifierAmount': '97.52',
  'Relationship.Quantifiers.1.QuantifierUnits': 'PERCENTAGE',
  'Registration.RegistrationStatus': 'PUBLISHED',
  ...more,
})

test(
  'relationships are read with their percentage and the date since which they hold, from a table and from a list',
  inPlace(async (place) => {
    await importInto(place, 'gleif_rr', place.file('rr.csv', csv(relationship('IS_DIRECTLY_CONSOLIDATED_BY', holding))))
    const [fromTable] = recordsOf<LegalRelationship>(place, 'gleif_rr')
    assert.equal(
      [fromTable?.start, fromTable?.end, fromTable?.since, fromTable?.until, fromTable?.percentage],
      [acme, holding, '2017-10-02', null, 97.52],
    )
    const list = {
      relations: [
        {
          RelationshipRecord: {
            Relationship: {
              StartNode: { NodeID: { $: acme }, NodeIDType: { $: 'LEI' } },
              EndNode: { NodeID: { $: holding }, NodeIDType: { $: 'LEI' } },
              RelationshipType: { $: 'IS_DIRECTLY_CONSOLIDATED_BY' },
              RelationshipStatus: { $: 'ACTIVE' },
              RelationshipPeriods: {
                RelationshipPeriod: [{ StartDate: { $: '2017-10-02T00:00:00Z' }, PeriodType: { $: 'RELATIONSHIP_PERIOD' } }],
              },
              RelationshipQuantifiers: {
                RelationshipQuantifier: [{ QuantifierAmount: { $: '97.52' }, QuantifierUnits: { $: 'PERCENTAGE' } }],
              },
            },
            Registration: { RegistrationStatus: { $: 'PUBLISHED' } },
          },
        },
      ],
    }
    await importInto(place, 'gleif_rr', place.file('rr.json', JSON.stringify(list)))
    assert.equal(recordsOf<LegalRelationship>(place, 'gleif_rr')[0], fromTable)
  }),
)

test(
  'a JSON list that is cut off is refused, and the version in use stays',
  inPlace(async (place) => {
    await importInto(place, 'gleif_lei', place.file('lei2.csv', csv(entityRow())))
    const text = JSON.stringify({ records: [json, json] })
    const failed = await rejectionOf(importInto(place, 'gleif_lei', place.file('lei2.json', text.slice(0, -40))))
    assert.match(failed.message, 'ends inside its list: it was cut off')
    assert.is(recordsOf(place, 'gleif_lei').length, 1)
  }),
)

test(
  'an object that is no entity is counted and told, and quotes, braces and line ends within texts end nothing',
  inPlace(async (place) => {
    const odd = { ...json, Entity: { ...json.Entity, LegalName: { $: 'A "}{][\\" & \n B' } } }
    const text = JSON.stringify({ records: [odd, { LEI: { $: 'nobody' }, Entity: {} }] })
    const report = await importInto(place, 'gleif_lei', place.file('lei2.json', text))
    assert.equal([report.rows, report.kept, report.rejected], [2, 1, 1])
    assert.is(recordsOf<LegalEntity>(place, 'gleif_lei')[0]?.name, 'A "}{][\\" & B')
  }),
)

test(
  'the files of a delta do not count as all identifiers',
  inPlace(async (place) => {
    await importInto(place, 'gleif_lei', place.file('20260505-0000-gleif-goldencopy-lei2-intra-day.csv', csv(entityRow())))
    const reference = openReference({ folder: place.folder })
    assert.equal(
      reference.versions().map(({ kind, coverage, version }) => [kind, coverage, version]),
      [['gleif_lei', 'lately filed', '2026-05-05']],
    )
    reference.close()
  }),
)

const data = fileURLToPath(new URL('../../../../shared/data/gleif', import.meta.url))
const real = existsSync(data) ? test : test.skip

/** Files of each kind, and the records that their publisher counts in them: none is rejected. */
const published: readonly (readonly [kind: string, file: string, records: number])[] = [
  ['gleif_lei', '20260123-0800-lei2-excerpt-23cols.csv.gz', 6_043],
  ['gleif_lei', 'gleif-lei2-full-header-10rows.csv', 10],
  ['gleif_lei', '20240505-0000-gleif-goldencopy-lei2-intra-day.json.gz', 577],
  ['gleif_rr', '20260123-0800-gleif-goldencopy-rr-golden-copy-subset-large.csv.gz', 4_102],
  ['gleif_rr', '20260123-0800-gleif-goldencopy-rr-golden-copy-subset-small.csv', 1_885],
]

for (const [kind, file, count] of published) {
  real(`${file}: every row becomes a record, and the next import says that it has them`, async () => {
    const place = newPlace()
    try {
      const files = [join(data, file)]
      const report = await importFiles({ folder: place.folder, kind, files })
      assert.equal([report.rows, report.kept, report.rejected, report.records], [count, count, 0, count])
      assert.is((await importFiles({ folder: place.folder, kind, files })).outcome, 'unchanged')
    } finally {
      place.remove()
    }
  })
}

real('the parents of a real entity are found with their names, and its identifier by its number in the register', async () => {
  const place = newPlace()
  const import_ = (kind: string, file: string) => importFiles({ folder: place.folder, kind, files: [join(data, file)] })
  await import_('gleif_lei', '20260123-0800-lei2-excerpt-23cols.csv.gz')
  await import_('gleif_rr', '20260123-0800-gleif-goldencopy-rr-golden-copy-subset-small.csv')
  const reference = openReference({ folder: place.folder })
  try {
    const rows = readFileSync(join(data, '20260123-0800-gleif-goldencopy-rr-golden-copy-subset-small.csv'), 'utf8').split('\n')
    const [start = '', , end = ''] = (rows[1] ?? '').split(',')
    const [first] = reference.relationshipsOf(start)
    assert.equal([first?.record.start, first?.source.metadata.kind], [start, 'gleif_rr'])
    assert.ok(reference.relationshipsOf(start).some(({ record }) => record.end === end))
    const parent = reference.legalEntityByLei(end)
    assert.is(parent?.record.lei, end)
    assert.ok(reference.searchLegalEntities({ name: parent?.record.name ?? '' }).some(({ record }) => record.lei === end))
    const all = gunzipSync(readFileSync(join(data, '20260123-0800-lei2-excerpt-23cols.csv.gz')))
      .toString('utf8')
      .split('\n')
      .slice(1)
    assert.ok(filled(all.filter((line) => line !== '')).every((line) => isLei(line.slice(0, 20))))
  } finally {
    reference.close()
    place.remove()
  }
})

test.run()

// The lists of other publishers, on invented entries in the form in which each publishes: names, aliases and what else is known.
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { citedRow } from '../../../src/evidence/reference/cited-row.ts'
import type { ListedParty } from '../../../src/evidence/reference/records.ts'
import { listOfPrograms, listOfSource } from '../../../src/evidence/reference/sanctions-lists.ts'
import { importInto, inPlace, recordsOf, rejectionOf, zipped } from './published-files.ts'

const names = (party: ListedParty | undefined) => party?.aliases.map(({ name, weak }) => (weak ? `${name} (weak)` : name))

const programs: readonly (readonly [list: string, ...programs: string[]])[] = [
  ['PLC', 'NS-PLC'],
  ['CMIC', 'CMIC-EO13959'],
  ['FSE', 'FSE-IR'],
  ['CAP', '561-Related'],
  ['SSI', 'UKRAINE-EO13662'],
  ['MBS', 'MBS'],
  ['MBS', 'RUSSIA-EO14024'],
  ['MBS', 'CAATSA - RUSSIA'],
  ['SSI', 'RUSSIA-EO14024', 'UKRAINE-EO13662'],
  ['PLC', 'OTHER', 'NS-PLC'],
  ['NONSDN', 'NS-PLC-2'],
  ['NONSDN', 'X-CMIC-1'],
  ['NONSDN', 'X561-Related'],
  ['NONSDN', 'IFSE-IR'],
  ['NONSDN', 'NEW-UKRAINE-EO13662'],
  ['NONSDN', 'UKRAINE-EO13662A'],
  ['NONSDN', 'NON-MBS'],
  ['NONSDN', 'MBS-2'],
  ['NONSDN'],
]
for (const [list, ...each] of programs)
  test(`an entry of the programs ${each.join(', ') || '(none)'} is on ${list}`, () => assert.is(listOfPrograms(each), list))

test('a source names its list in brackets', () => {
  assert.is(listOfSource('Entity List (EL) - Bureau of Industry and Security'), 'EL')
  assert.is(listOfSource('Non-SDN Palestinian Legislative Council List (NS-PLC List) - Treasury Department'), 'PLC')
  for (const unknown of ['', 'Entity List EL', 'A List (XX) - Nobody', 'A List (el)', 'A List (EL Lists)'])
    assert.is(listOfSource(unknown), null, unknown)
})

test(
  'United Nations: names in four parts, aliases by quality, dates of birth of every form, documents',
  inPlace(async (place) => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-11-15T23:00:02.690Z"><INDIVIDUALS><INDIVIDUAL>
  <DATAID>1</DATAID><FIRST_NAME>OSRIC</FIRST_NAME><SECOND_NAME>BIN</SECOND_NAME><THIRD_NAME>FLINT</THIRD_NAME>
  <NAME_ORIGINAL_SCRIPT>أوسرك فلنت</NAME_ORIGINAL_SCRIPT><UN_LIST_TYPE>Ruritania</UN_LIST_TYPE>
  <REFERENCE_NUMBER>RUi.001</REFERENCE_NUMBER><LISTED_ON>2012-12-31</LISTED_ON><COMMENTS1>Wanted.</COMMENTS1>
  <TITLE><VALUE>Colonel</VALUE></TITLE><NATIONALITY><VALUE>Ruritania</VALUE></NATIONALITY>
  <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Osrik Flynt</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Flint</ALIAS_NAME><DATE_OF_BIRTH>1969</DATE_OF_BIRTH></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ADDRESS><STREET>Mill Lane 1</STREET><CITY>Strelsau</CITY><COUNTRY>Ruritania</COUNTRY></INDIVIDUAL_ADDRESS>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-02-03</DATE></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1972</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1970</FROM_YEAR><TO_YEAR>1973</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>AB123</NUMBER><ISSUING_COUNTRY>Ruritania</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
  <INDIVIDUAL_DOCUMENT/>
</INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY>
  <FIRST_NAME>ZENDA FRONT</FIRST_NAME><UN_LIST_TYPE>Ruritania</UN_LIST_TYPE><REFERENCE_NUMBER>RUe.001</REFERENCE_NUMBER><LISTED_ON>2013-01-01</LISTED_ON>
  <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>Zendan Union (Front of Zenda; Zenda Brigade)</ALIAS_NAME></ENTITY_ALIAS>
</ENTITY><ENTITY><REFERENCE_NUMBER>RUe.002</REFERENCE_NUMBER></ENTITY></ENTITIES></CONSOLIDATED_LIST>`
    const report = await importInto(place, 'un_sc', place.file('consolidated.xml', xml))
    assert.equal([report.version, report.rows, report.rejected, report.records], ['2026-11-15', 3, 1, 2])
    assert.equal(report.rejectedRows[0]?.reason, 'no FIRST_NAME')
    const [person, entity] = recordsOf<ListedParty>(place, 'un_sc')
    assert.equal([person?.list, person?.entry_id, person?.name, person?.type], ['UN', 'RUi.001', 'OSRIC BIN FLINT', 'individual'])
    assert.equal(names(person), ['Osrik Flynt', 'The Flint (weak)', 'أوسرك فلنت'])
    assert.equal(person?.dates_of_birth, ['1971-02-03', 'circa 1972', '1970 to 1973', '1969'])
    assert.equal([person?.addresses, person?.countries], [['Mill Lane 1, Strelsau, Ruritania'], ['Ruritania']])
    assert.equal([person?.identifiers, person?.title, person?.listed_at], [['Passport AB123 (Ruritania)'], 'Colonel', '2012-12-31'])
    assert.equal(names(entity), ['Zendan Union', 'Front of Zenda', 'Zenda Brigade'], 'aliases within the brackets of another')
  }),
)

const ofsiHeader =
  'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,DOB,Nationality,Passport Number,National Identification Number,Position,Address 1,Address 6,Country,Other Information,Group Type,Alias Type,Alias Quality,Regime,Listed On,Group ID'

test(
  'OFSI: rows of one group are one party, whichever name comes first; the line above the header dates the file, day first',
  inPlace(async (place) => {
    const rows = [
      'Last Updated,04/05/2026',
      ofsiHeader,
      'THE FLINT,,,,,,,,,,,,,,,,,Individual,AKA,Low quality,Ruritania,02/12/2011,7001',
      'FLINT,Osric,Bin,,,,Col.,أوسرك,00/00/1980,(1) Ruritania (2) Grauburg,(1) 223611 (2) C00146605,,,1 Mill Lane,Strelsau,Ruritania,,Individual,Primary name,,Ruritania,02/12/2011,7001',
      'FLINT,Osric,Bin,,,,Col.,,01/08/1970,(1) Ruritania (2) Grauburg,(1) 223611 (2) C00146605,,,2 Mill Lane,Strelsau,Ruritania,,Individual,Primary name,,Ruritania,02/12/2011,7001',
      'ZENDA TRADING,,,,,,,,,,,,,,,,(UK Sanctions List Ref):RUR0002 (IMO number):7408873 Ship.,Ship,Primary name,,Ruritania,03/04/2018,7002',
    ]
    const report = await importInto(place, 'uk_ofsi', place.file('ConList.csv', `${rows.join('\n')}\n`))
    assert.equal([report.version, report.rows, report.records, report.merged], ['2026-05-04', 4, 2, 2])
    const [person, ship] = recordsOf<ListedParty>(place, 'uk_ofsi')
    assert.equal([person?.entry_id, person?.name], ['7001', 'FLINT, Osric Bin'])
    assert.equal(names(person), ['THE FLINT (weak)', 'أوسرك'])
    assert.equal(person?.dates_of_birth, ['1980', '1970-08-01'])
    assert.equal(person?.addresses, ['1 Mill Lane, Strelsau, Ruritania', '2 Mill Lane, Strelsau, Ruritania'])
    assert.equal(
      [person?.nationalities, person?.identifiers],
      [
        ['Ruritania', 'Grauburg'],
        ['Passport 223611', 'Passport C00146605'],
      ],
    )
    assert.equal([ship?.type, ship?.identifiers, ship?.listed_at], ['vessel', ['IMO number 7408873'], '2018-04-03'])
    assert.is(ship?.information_url, 'https://search-uk-sanctions-list.service.gov.uk/designations/RUR0002/Ship')
    assert.is(person?.information_url, null, 'without a reference there is no page of the entry')
  }),
)

test(
  'UK Sanctions List: the table and the XML give the same parties',
  inPlace(async (place) => {
    const header =
      'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Non-latin script type,Non-latin script language,Regime Name,Designation Type,Designation source,Sanctions Imposed,Other Information,UK Statement of Reasons,Address Line 1,Address Line 6,Address Postal Code,Address Country,Date Designated,D.O.B,Nationality(/ies),National Identifier number,Passport number,Position,Business registration number (s),IMO number'
    const row = (name: string, type: string, strength: string, more: string) =>
      `15/09/2026,RUR0001,14001,,${name},,,,${type},${strength},,,,,The Ruritania Regulations,Individual,UK,Asset freeze,,Reasons,${more}`
    const csv = [
      'Report Date: 01-Oct-2026',
      header,
      row('FLINT,Osric,Bin', 'Primary Name', '', '1 Mill Lane,Strelsau,,Ruritania,16/03/2022,dd/mm/1971,Ruritania,N7,P123,Colonel,,'),
      row('FLYNT,Osrik,', 'Alias', 'Strong', '1 Mill Lane,Strelsau,,Ruritania,16/03/2022,dd/mm/1971,Ruritania,N7,P123,Colonel,,'),
      row('FLINTY,,', 'Alias', 'Weak', '1 Mill Lane,Strelsau,,Ruritania,16/03/2022,dd/mm/1971,Ruritania,N7,P123,Colonel,,'),
    ]
    const report = await importInto(place, 'uk_sanctions', place.file('list.csv', `${csv.join('\n')}\n`))
    assert.equal([report.version, report.records], ['2026-10-01', 1])
    const [fromTable] = recordsOf<ListedParty>(place, 'uk_sanctions')
    assert.equal([fromTable?.entry_id, fromTable?.name], ['RUR0001', 'FLINT, Osric Bin'])
    assert.equal(names(fromTable), ['FLYNT, Osrik', 'FLINTY (weak)'])
    assert.equal(fromTable?.identifiers, ['Passport P123', 'National identification N7'])
    assert.is(fromTable?.information_url, 'https://search-uk-sanctions-list.service.gov.uk/designations/RUR0001/Individual')
    const name = (six: string, rest: string, type: string, strength: string) =>
      `<Name><Name6>${six}</Name6>${rest}<NameType>${type}</NameType><AliasStrength>${strength}</AliasStrength></Name>`
    const xml = `<Designations><DateGenerated>01/10/2026</DateGenerated><Designation><LastUpdated>15/09/2026</LastUpdated>
      <DateDesignated>16/03/2022</DateDesignated><UniqueID>RUR0001</UniqueID>
      <Names>${name('FLINTY', '', 'Alias', 'Weak')}${name('FLINT', '<Name1>Osric</Name1><Name2>Bin</Name2>', 'Primary Name', '')}${name('FLYNT', '<Name1>Osrik</Name1>', 'Alias', 'Strong')}</Names>
      <RegimeName>The Ruritania Regulations</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip><UKStatementofReasons>Reasons</UKStatementofReasons>
      <Addresses><Address><AddressLine1>1 Mill Lane</AddressLine1><AddressLine6>Strelsau</AddressLine6><AddressCountry>Ruritania</AddressCountry></Address></Addresses>
      <IndividualDetails><Individual><DOBs><DOB>dd/mm/1971</DOB></DOBs><Nationalities><Nationality>Ruritania</Nationality></Nationalities>
      <Positions><Position>Colonel</Position></Positions>
      <PassportDetails><Passport><PassportNumber>P123</PassportNumber></Passport></PassportDetails>
      <NationalIdentifierDetails><NationalIdentifier><NationalIdentifierNumber>N7</NationalIdentifierNumber></NationalIdentifier></NationalIdentifierDetails></Individual></IndividualDetails>
    </Designation></Designations>`
    await importInto(place, 'uk_sanctions', place.file('list.xml', xml))
    const [fromXml] = recordsOf<ListedParty>(place, 'uk_sanctions')
    const sorted = (party: ListedParty | undefined) =>
      party && { ...party, aliases: party.aliases.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
    assert.equal(sorted(fromXml), sorted(fromTable))
    assert.equal(fromXml?.dates_of_birth, ['1971'])
  }),
)

test(
  'European Union: the XML and the table give the same names, dates and documents; an alias that is not strong is weak',
  inPlace(async (place) => {
    const xml = `<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-03-18T14:52:26.947+01:00">
      <sanctionEntity euReferenceNumber="EU.1.1" logicalId="13" designationDate=""><remark>Note</remark>
        <regulation publicationDate="2003-07-08" programme="RUR"><publicationUrl>http://eur-lex.example/1</publicationUrl></regulation>
        <subjectType code="person" classificationCode="P"/>
        <nameAlias firstName="" middleName="" lastName="" wholeName="The Flint" strong="false"/>
        <nameAlias firstName="Osric" middleName="Bin" lastName="Flint" wholeName="Osric Bin Flint" function="Colonel" strong="true"/>
        <citizenship countryIso2Code="RU" countryDescription="RURITANIA"/>
        <birthdate circa="false" birthdate="1937-04-28" year="1937" countryIso2Code="00"/><birthdate circa="true" year="1938"/>
        <birthdate yearRangeFrom="1936" yearRangeTo="1939"/>
        <address street="Mill Lane 1" city="Strelsau" countryIso2Code="RU" countryDescription="RURITANIA"/>
        <identification number="AB123" identificationTypeDescription="National passport" countryIso2Code="00"/>
      </sanctionEntity>
      <sanctionEntity euReferenceNumber="EU.1.1" logicalId="14"><subjectType code="enterprise"/><nameAlias wholeName="Zenda Trading" strong="true"/></sanctionEntity>
    </export>`
    const report = await importInto(place, 'eu_fsf', place.file('full.xml', xml))
    assert.equal([report.version, report.records], ['2026-03-18', 2], 'two entities with one reference number stay two')
    const [person, entity] = recordsOf<ListedParty>(place, 'eu_fsf')
    assert.equal([person?.entry_id, person?.name, person?.title], ['13', 'Flint, Osric Bin', 'Colonel'])
    assert.equal(names(person), ['The Flint (weak)'])
    assert.equal(person?.dates_of_birth, ['1937-04-28', 'circa 1938', '1936 to 1939'])
    assert.equal(person?.identifiers, ['EU reference EU.1.1', 'National passport AB123'])
    assert.equal([person?.countries, person?.information_url], [['RU'], 'http://eur-lex.example/1'])
    assert.equal([entity?.name, entity?.type], ['Zenda Trading', 'entity'])
    const header =
      'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_DesignationDate;Entity_Remark;Entity_SubjectType;Entity_SubjectType_ClassificationCode;Entity_Regulation_PublicationDate;Entity_Regulation_Programme;Entity_Regulation_PublicationUrl;NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName;NameAlias_Function;BirthDate_BirthDate;BirthDate_Year;Citizenship_CountryIso2Code;Address_Street;Address_City;Address_CountryIso2Code;Address_CountryDescription;Identification_Number;Identification_TypeDescription'
    const row = (cells: string) => `18/03/2026;13;EU.1.1;;Note;P;P;2003-07-08;RUR;http://eur-lex.example/1;${cells}`
    const csv = [
      header,
      row('Flint;Osric;Bin;Osric Bin Flint;Colonel;;;;;;;;;'),
      row(';;;Osrik Flynt;;;;;;;;;;'),
      row(';;;;;1937-04-28;1937;;;;;;;'),
      row(';;;;;;;RU;;;;;;'),
      row(';;;;;;;;Mill Lane 1;Strelsau;RU;RURITANIA;;'),
      row(';;;;;;;;;;;;AB123;National passport'),
    ]
    await importInto(place, 'eu_fsf', place.file('full.csv', `${csv.join('\n')}\n`))
    const [fromTable] = recordsOf<ListedParty>(place, 'eu_fsf')
    assert.equal([fromTable?.entry_id, fromTable?.name, names(fromTable)], ['13', 'Flint, Osric Bin', ['Osrik Flynt']])
    assert.equal([fromTable?.dates_of_birth, fromTable?.nationalities, fromTable?.countries], [['1937-04-28'], ['RU'], ['RU']])
    assert.equal(fromTable?.addresses, ['Mill Lane 1, Strelsau, RURITANIA'])
    assert.equal(fromTable?.identifiers, ['EU reference EU.1.1', 'National passport AB123'])
  }),
)

test(
  'Canada: the regime, schedule and item identify an entry; aliases of people are split at commas, those of companies are not',
  inPlace(async (place) => {
    const record = (content: string) =>
      `<record><Country>Ruritania / Ruritanie</Country>${content}<DateOfListing>2020-09-28</DateOfListing></record>`
    const xml = `<data-set>${[
      record(
        '<LastName>Flint</LastName><GivenName>Osric Bin</GivenName><Aliases>Osrik FLYNT, Ruritanian: Осрик Флинт; O. Flint</Aliases><DateOfBirthOrShipBuildDate>1963 or 1964</DateOfBirthOrShipBuildDate><Schedule>1, Part 1</Schedule><Item>1</Item>',
      ),
      record(
        '<EntityOrShip>Zenda Works</EntityOrShip><Aliases>Works of Zenda, Ltd.; ООО "Зенда"/ ООО "З"</Aliases><Schedule>1, Part 2</Schedule><Item>1</Item>',
      ),
      record(
        '<EntityOrShip>Zenda III</EntityOrShip><ShipIMONumber>7612448</ShipIMONumber><DateOfBirthOrShipBuildDate>1980</DateOfBirthOrShipBuildDate><Item>2</Item>',
      ),
    ].join('')}</data-set>`
    const report = await importInto(place, 'ca_sema', place.file('sema-lmes.xml', xml))
    assert.equal([report.version, report.records], ['2020-09-28', 3])
    const [person, entity, ship] = recordsOf<ListedParty>(place, 'ca_sema')
    assert.equal([person?.entry_id, person?.name], ['Ruritania, schedule 1, Part 1, item 1', 'Flint, Osric Bin'])
    assert.equal(
      [names(person), person?.dates_of_birth],
      [
        ['Osrik FLYNT', 'Осрик Флинт', 'O. Flint'],
        ['1963', '1964'],
      ],
    )
    assert.equal([entity?.type, names(entity)], ['entity', ['Works of Zenda, Ltd.', 'ООО "Зенда"', 'ООО "З"']])
    assert.equal(
      [ship?.entry_id, ship?.type, ship?.identifiers, ship?.dates_of_birth],
      ['Ruritania, item 2', 'vessel', ['IMO 7612448'], []],
    )
  }),
)

const australianRows = [
  [
    'Reference',
    'Name of Individual or Entity',
    'Type',
    'Name Type',
    'Date of Birth',
    'Citizenship',
    'Address',
    'Additional Information',
    'Listing Information',
    'Committees',
    'Control Date',
  ],
  [
    '12a',
    'Osrik Flynt',
    'Individual',
    'aka',
    'a) 1966 b) 1960',
    'a) Ruritania b) Grauburg',
    'a) Mill Lane, Strelsau, Ruritania b) Zenda',
    'Note',
    'Listed on 25 January 2001',
    'Regime',
    '15/12/2014',
  ],
  [
    '12',
    'OSRIC FLINT',
    'individual ',
    'Primary Name ',
    'a) 1966 b) 1960',
    'a) Ruritania b) Grauburg',
    'a) Mill Lane, Strelsau, Ruritania b) Zenda',
    'Note',
    'Listed on 25 January 2001',
    'Regime',
    '15/12/2014',
  ],
  ['12b1', 'أوسرك', 'Individual', 'Original script', '', '', 'NA', '', '', '', ''],
  ['13', 'ZENDA WORKS', 'Entity', 'Primary Name', 'na', 'n/a', 'na', '', '', 'Regime', '41988'],
  [
    '14',
    'Strel',
    'Entity',
    'Primary Name',
    '',
    '',
    'a) 1 Mill Lane, Ruritania (at time of listing). b) Zenda, (disputed)',
    '',
    '',
    'Regime',
    '41988',
  ],
]

test(
  'Australia: a reference with a letter is another name of the same entry, also in a spreadsheet',
  inPlace(async (place) => {
    const quoted = (cell: string) => `"${cell}"`
    const csv = `${australianRows.map((cells) => cells.map(quoted).join(',')).join('\n')}\n`
    const fromTable = await importInto(place, 'au_dfat', place.file('list.csv', csv))
    const told = recordsOf<ListedParty>(place, 'au_dfat')
    assert.equal([fromTable.rows, fromTable.records], [5, 3])
    const [person, entity, placed] = told
    assert.equal([person?.entry_id, person?.name, person?.type], ['12', 'OSRIC FLINT', 'individual'])
    assert.equal(
      [names(person), person?.dates_of_birth],
      [
        ['Osrik Flynt', 'أوسرك'],
        ['1966', '1960'],
      ],
    )
    assert.equal([person?.countries, person?.listed_at], [['Ruritania', 'Zenda'], '2001-01-25'])
    assert.equal(placed?.countries, ['Ruritania', 'Zenda'])
    assert.equal([entity?.addresses, entity?.countries, entity?.dates_of_birth, entity?.nationalities], [[], [], [], []])
    assert.is(entity?.listed_at, '2014-12-15', 'a date may be the serial number of a spreadsheet')
    const report = await importInto(place, 'au_dfat', place.file('list.xlsx', spreadsheetOf(australianRows)))
    assert.equal([report.rows, report.records], [5, 3])
    assert.equal(recordsOf<ListedParty>(place, 'au_dfat'), told)
  }),
)

test(
  'a spreadsheet of many columns is read beyond the 26th, and one of too many is refused',
  inPlace(async (place) => {
    const widened = (by: number) => australianRows.map((cells) => [...Array.from({ length: by }, () => 'x'), ...cells])
    await importInto(place, 'au_dfat', place.file('plain.xlsx', spreadsheetOf(australianRows)))
    const told = recordsOf<ListedParty>(place, 'au_dfat')
    await importInto(place, 'au_dfat', place.file('wide.xlsx', spreadsheetOf(widened(30))))
    assert.equal(recordsOf<ListedParty>(place, 'au_dfat'), told)
    const refused = await rejectionOf(importInto(place, 'au_dfat', place.file('wider.xlsx', spreadsheetOf(widened(1_000)))))
    assert.match(refused.message, 'the spreadsheet has more than 1000 columns')
  }),
)

test(
  'a spreadsheet of the old form is refused with what to do',
  inPlace(async (place) => {
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    for (const file of [place.file('list.xls', old), place.file('list.xls.gz', gzipSync(old))])
      assert.match(
        (await rejectionOf(importInto(place, 'au_dfat', file))).message,
        `${file} is a spreadsheet of the old form (.xls): save it`,
      )
  }),
)

/** Texts as shared, as inline and as plain values; empty cells are left out, as spreadsheets do. */
function spreadsheetOf(rows: readonly (readonly string[])[]): Buffer {
  const shared = [...new Set(rows.flat())]
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const column = (at: number): string => (at < 26 ? '' : column(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
  const cell = (text: string, at: number, row: number) => {
    const place = `${column(at)}${row + 1}`
    if (text === '') return ''
    if (/^\d{5}$/.test(text)) return `<c r="${place}"><v>${text}</v></c>`
    if (at === 1)
      return `<c r="${place}" t="inlineStr"><is><r><t>${escaped(text.slice(0, 3))}</t></r><r><t>${escaped(text.slice(3))}</t></r></is></c>`
    return `<c r="${place}" t="s"><v>${shared.indexOf(text)}</v></c>`
  }
  return zipped({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook xmlns:r="urn:r"><sheets><sheet name="Data" sheetId="1" r:id="rId7"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId7" Target="worksheets/data.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t><rPh><t>no</t></rPh></si>`).join('')}</sst>`,
    'xl/worksheets/data.xml': `<worksheet><sheetData>${rows.map((cells, row) => `<row r="${row + 1}">${cells.map((text, at) => cell(text, at, row)).join('')}</row>`).join('')}</sheetData></worksheet>`,
  })
}

test(
  'Switzerland: names in parts and their spellings, places told once, targets off the list and former content left out',
  inPlace(async (place) => {
    const part = (order: number, type: string, value: string, more = '') =>
      `<name-part order="${order}" name-part-type="${type}"><value>${value}</value>${more}</name-part>`
    const xml = `<swiss-sanctions-list list-type="whole-list" date="2026-08-27">
      <sanctions-program ssid="20"><program-key lang="ger">Ruritanien</program-key><program-key lang="eng">Ruritania</program-key>
        <sanctions-set ssid="4387" lang="eng">article 12</sanctions-set></sanctions-program>
      <target ssid="100"><sanctions-set-id>4387</sanctions-set-id><individual sex="male">
        <identity ssid="2" main="false"><name name-type="primary-name" quality="low">${part(1, 'whole-name', 'The Flint')}</name></identity>
        <identity ssid="1" main="true"><name name-type="primary-name" quality="good">
          ${part(1, 'family-name', 'Flint', '<spelling-variant lang="RUS" script="LATN">Flynt</spelling-variant><spelling-variant lang="RUS" script="CYRL">Флинт</spelling-variant>')}
          ${part(2, 'given-name', 'Osric', '<spelling-variant lang="RUS" script="CYRL">Осрик</spelling-variant>')}${part(3, 'title', 'Colonel')}</name>
          <day-month-year day="3" month="2" year="1971"/><day-month-year year="1972"/>
          <nationality><country iso-code="RU">Ruritania</country></nationality>
          <address place-id="900"><address-details>Mill Lane 1</address-details></address>
          <identification-document document-type="passport"><number>AB123</number><issuer code="RU">Ruritania</issuer></identification-document>
        </identity><justification>Reasons</justification><other-information>Registration number: 777123</other-information></individual>
        <modification modification-type="amended" effective-date="2016-01-01"><removed><individual><identity main="true"><name>${part(1, 'whole-name', 'OLD NAME')}</name></identity></individual></removed></modification>
        <modification modification-type="listed" effective-date="2015-01-01"/>
      </target>
      <target ssid="101"><sanctions-set-id>4387</sanctions-set-id><entity><identity main="true"><name quality="good">${part(1, 'whole-name', 'Gone Works')}</name></identity></entity>
        <modification modification-type="listed" effective-date="2014-01-01"/><modification modification-type="de-listed" effective-date="2016-03-01"/></target>
      <target ssid="102"><object object-type="vessel"><identity main="true"><name quality="good">${part(1, 'whole-name', 'Zenda III')}</name></identity></object></target>
      <place ssid="900"><location>Strelsau</location><country iso-code="RU">Ruritania</country></place>
    </swiss-sanctions-list>`
    const withPlaceFirst = xml.replace(/(<target ssid="100">)(.*)(<place .*<\/place>)/s, '$3$1$2')
    await importInto(place, 'ch_seco', place.file('place-first.xml', withPlaceFirst))
    const told = recordsOf<ListedParty>(place, 'ch_seco')
    const report = await importInto(place, 'ch_seco', place.file('list.xml', xml))
    assert.equal([report.version.slice(0, 10), report.records], ['2026-08-27', 2])
    assert.equal(recordsOf<ListedParty>(place, 'ch_seco'), told)
    const [person, ship] = told
    const cited = citedRow(place.folder, { kind: 'ch_seco', version: report.version, row: '100' }).rows
    assert.equal(
      cited.map(({ text }) => text.slice(0, 8)),
      ['<target ', '<place s'],
    )
    assert.equal([person?.entry_id, person?.name], ['100', 'Flint, Osric'])
    assert.equal(names(person), ['Flynt, Osric', 'Флинт, Осрик', 'The Flint (weak)'])
    assert.equal([person?.programs, person?.dates_of_birth], [['Ruritania'], ['1971-02-03', '1972']])
    assert.equal([person?.addresses, person?.countries], [['Mill Lane 1, Strelsau, Ruritania'], ['RU']])
    assert.equal(person?.identifiers, ['passport AB123 (Ruritania)', 'Registration number: 777123'])
    assert.is(person?.listed_at, '2015-01-01')
    assert.equal([ship?.name, ship?.type], ['Zenda III', 'vessel'])
  }),
)

test(
  'OpenSanctions, simple: sanctions and other people are on lists of their own',
  inPlace(async (place) => {
    const csv = `id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change
"NK-1","Person","Osric Flint","Osrik Flynt;Осрик","1971-02-03;1972","ru;gr","Mill Lane 1","AB123","RUR sanctions",,,"RUR-1","Ruritanian list","2022-03-01T00:00:00",,
"Q-2","Person","Ottoline Duke","","1960","ru","","",,,,,"Wikidata","2021-01-01T00:00:00",,
"NK-3","Company","Zenda Works","","","ru","","",,,,,"Debarment","2021-01-01T00:00:00",,
`
    await importInto(place, 'opensanctions', place.file('targets.simple.csv', csv))
    const [person, politician, company] = recordsOf<ListedParty>(place, 'opensanctions')
    assert.equal([person?.list, politician?.list, company?.list], ['OSS', 'OSP', 'OSO'])
    assert.equal([person?.entry_id, names(person)], ['NK-1', ['Osrik Flynt', 'Осрик']])
    assert.equal(
      [person?.dates_of_birth, person?.countries],
      [
        ['1971-02-03', '1972'],
        ['ru', 'gr'],
      ],
    )
    assert.equal([company?.type, company?.nationalities], ['entity', []])
  }),
)

const line = (id: string, schema: string, properties: object, target?: boolean) =>
  JSON.stringify({ id, schema, properties, ...(target === undefined ? {} : { target }) })

test(
  'OpenSanctions, FollowTheMoney: sanctions and documents reach their party before and after it; who is only related is left out',
  inPlace(async (place) => {
    const file = place.file(
      'entities.ftm.json',
      [
        line('S1', 'Sanction', { entity: ['P1'], programId: ['RUR-1'], listingDate: ['2020-01-02'] }),
        line(
          'P1',
          'Person',
          { name: ['Osric Flint', 'Osrik Flynt'], weakAlias: ['Flint'], birthDate: ['1971'], topics: ['sanction'], country: ['ru'] },
          true,
        ),
        line('D1', 'Passport', { holder: ['P1'], passportNumber: ['AB123'] }),
        line('P2', 'Person', { name: ['Ottoline Duke'], topics: ['role.pep'], position: ['Minister'] }, true),
        '{"id": "broken',
        line('P3', 'Person', { name: ['A. Relative'], topics: ['role.rca'] }, false),
        line('P4', 'Person', { name: ['Another Relative'], topics: [] }),
        line('C1', 'Company', { name: ['Zenda Works'], topics: ['debarment'], registrationNumber: ['777'] }),
      ].join('\n'),
    )
    const report = await importInto(place, 'opensanctions', file)
    assert.equal([report.records, report.rejected], [3, 1])
    assert.is(report.rejectedRows[0]?.reason, 'the line is no JSON object')
    const [person, politician, company] = recordsOf<ListedParty>(place, 'opensanctions')
    assert.equal([person?.list, politician?.list, company?.list], ['OSS', 'OSP', 'OSO'])
    assert.equal([person?.name, names(person)], ['Osric Flint', ['Osrik Flynt', 'Flint (weak)']])
    assert.equal([person?.programs, person?.listed_at], [['sanction', 'RUR-1'], '2020-01-02'])
    assert.equal([person?.identifiers, company?.identifiers], [['Passport AB123'], ['Registration 777']])
    assert.equal([politician?.title, politician?.programs], ['Minister', ['role.pep']])
  }),
)

test(
  'OpenSanctions: a file that ends inside a line was cut off and is not taken; its last line needs no line end',
  inPlace(async (place) => {
    const entry = (id: string) => line(id, 'Person', { name: [`Osric ${id}`], topics: ['sanction'] }, true)
    const whole = ['P1', 'P2', 'P3'].map(entry).join('\n')
    const refused = await rejectionOf(importInto(place, 'opensanctions', place.file('cut.json', whole.slice(0, -9))))
    assert.match(refused.message, 'cut.json ends inside its last line: it was cut off')
    assert.is((await importInto(place, 'opensanctions', place.file('whole.json', whole))).records, 3)
    assert.is((await importInto(place, 'opensanctions', place.file('dos.json', `${whole}\r\n${entry('P4')}\r\n\u001a`))).records, 4)
  }),
)

test(
  'OpenSanctions, nested: what belongs to a party stands within it',
  inPlace(async (place) => {
    const sanction = { id: 'S1', schema: 'Sanction', properties: { programId: ['RUR-1'], startDate: ['2020-01-02'] } }
    const address = { id: 'A1', schema: 'Address', properties: { full: ['Mill Lane 1, Strelsau'], country: ['ru'] } }
    const nested = line(
      'P1',
      'Person',
      { name: ['Osric Flint'], topics: ['sanction'], sanctions: [sanction], addressEntity: [address] },
      true,
    )
    await importInto(place, 'opensanctions', place.file('targets.nested.json', `${nested}\n`))
    const [person] = recordsOf<ListedParty>(place, 'opensanctions')
    assert.equal([person?.addresses, person?.countries], [['Mill Lane 1, Strelsau'], ['ru']])
    assert.equal([person?.programs, person?.listed_at], [['sanction', 'RUR-1'], '2020-01-02'])
  }),
)

test(
  'the published entry behind a party can be shown, from XML on one line and from JSON',
  inPlace(async (place) => {
    const record = (name: string, item: number) =>
      `<record><Country>Ruritania</Country><LastName>${name}</LastName><Item>${item}</Item><DateOfListing>2020-09-28</DateOfListing></record>`
    const xml = `<data-set>${record('Flint &amp; Co', 1)}${record('Duke', 2)}</data-set>`
    const { version } = await importInto(place, 'ca_sema', place.file('a.xml', xml))
    const [shown] = citedRow(place.folder, { kind: 'ca_sema', version, row: 'Ruritania, item 1' }).rows
    assert.equal([shown?.text, shown?.line], [record('Flint &amp; Co', 1), 1])
    assert.equal(shown?.cells, [
      ['Country', 'Ruritania'],
      ['LastName', 'Flint & Co'],
      ['Item', '1'],
      ['DateOfListing', '2020-09-28'],
    ])
    assert.is(citedRow(place.folder, { kind: 'ca_sema', version, row: 'Ruritania, item 2' }).rows[0]?.cells[1]?.[1], 'Duke')
    const eu = `<export><sanctionEntity logicalId="13"><subjectType code="person"/><nameAlias wholeName="A" strong="true"/><remark>Note</remark></sanctionEntity></export>`
    const held = await importInto(place, 'eu_fsf', place.file('b.xml', eu))
    assert.equal(citedRow(place.folder, { kind: 'eu_fsf', version: held.version, row: '13' }).rows[0]?.cells, [
      ['@logicalId', '13'],
      ['subjectType @code', 'person'],
      ['nameAlias @wholeName', 'A'],
      ['nameAlias @strong', 'true'],
      ['remark', 'Note'],
    ])
    const json = await importInto(
      place,
      'opensanctions',
      place.file('c.json', line('P1', 'Person', { name: ['A', 'B'], topics: ['sanction'] })),
    )
    assert.equal(citedRow(place.folder, { kind: 'opensanctions', version: json.version, row: 'P1' }).rows[0]?.cells, [
      ['id', 'P1'],
      ['schema', 'Person'],
      ['properties name', 'A'],
      ['properties name', 'B'],
      ['properties topics', 'sanction'],
    ])
  }),
)

test(
  'a file of another form says what it is and what was expected',
  inPlace(async (place) => {
    const problem = async (kind: string, name: string, content: string) =>
      (await rejectionOf(importInto(place, kind, place.file(name, content)))).message
    assert.match(await problem('un_sc', 'a.xml', '<export/>'), 'begins with <export>; this kind reads <CONSOLIDATED_LIST>')
    assert.match(await problem('un_sc', 'a.csv', 'a,b\n1,2\n'), /^un_sc: a\.csv is not XML; nothing was imported/)
    assert.match(await problem('uk_psc', 'a.csv', 'a,b\n1,2\n'), /^uk_psc: a\.csv is not JSON lines;/)
    assert.match(await problem('ca_sema', 'a.xml', '<data-set><record><Country>X</Country>'), 'a.xml: the file ends inside <record>')
    assert.match(await problem('opensanctions', 'a.json', '{"other": 1}\n'), 'JSON of another kind')
  }),
)

test.run()

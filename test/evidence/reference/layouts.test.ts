import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type {
  Carrier,
  Entity,
  ExemptOrganisation,
  IndustryCode,
  Licence,
  ListedParty,
  Loan,
  Revocation,
  ZipCentroid,
} from '../../../src/evidence/reference/records.ts'
import { importInto, inPlace, ofacRest, recordsOf, rejectionOf } from './published-files.ts'

const nothing = '-0- '
const sdnRow = (number: number, name: string, type: string, remarks: string) =>
  `${number},"${name}",${type},"CUBA] [SDGT",${`${nothing},`.repeat(7)}${remarks}\r\n`

test(
  "OFAC's files: its word for nothing is nothing, an entity has no type, programs are split, control-Z ends the file",
  inPlace(async (place) => {
    const sdn = place.file(
      'sdn.csv',
      `${sdnRow(36, 'NOWHERE AIRLINES', nothing, `"a.k.a. 'NWA'; DOB 1962; nationality Ruritania; citizen Ruritania."`)}\u001a`,
    )
    const add = place.file(
      'add.csv',
      `36,25,${nothing},"Havana","Cuba",${nothing}\r\n36,26,${nothing},${nothing},${nothing},${nothing}\r\n\u001a`,
    )
    const alt = place.file('alt.csv', `36,12,"aka","NO-WHERE AIRLINES",${nothing}\r\n\u001a`)
    // Parts are told by their columns and read in their order, however they are named and given.
    const report = await importInto(place, 'ofac_sdn', alt, add, sdn)
    assert.equal([report.rows, report.kept, report.rejected, report.records], [4, 4, 0, 1])
    const [party] = recordsOf<ListedParty>(place, 'ofac_sdn')
    assert.is(party?.type, 'entity')
    assert.is(party?.title, null)
    assert.equal(party?.programs, ['CUBA', 'SDGT'])
    assert.equal(party?.addresses, ['Havana, Cuba'])
    assert.equal(party?.aliases, [
      { name: 'NWA', weak: true },
      { name: 'NO-WHERE AIRLINES', weak: false },
    ])
    assert.equal(party?.dates_of_birth, ['1962'])
    assert.equal(party?.nationalities, ['Ruritania'])
  }),
)

test(
  'remarks that go on in the comments are joined mid-word and at a space',
  inPlace(async (place) => {
    const sdn = place.file(
      'sdn.csv',
      sdnRow(1, 'FIRST', nothing, '"Linked To: OPERADORA LOS FAMO"') + sdnRow(2, 'SECOND', nothing, '"Linked To: RED"'),
    )
    const comments = place.file('sdn_comments.csv', '1,"SOS SA."\n2," MUNDIAL."\n3,"of somebody else"\n')
    const report = await importInto(place, 'ofac_sdn', sdn, comments, ...ofacRest(place))
    const [first, second] = recordsOf<ListedParty>(place, 'ofac_sdn')
    assert.is(first?.remarks, 'Linked To: OPERADORA LOS FAMOSOS SA.')
    assert.is(second?.remarks, 'Linked To: RED MUNDIAL.')
    assert.equal(report.rejectedRows, [
      { file: 'sdn_comments.csv', line: 3, reason: 'no party has the entity number 3', text: '3,"of somebody else"' },
    ])
  }),
)

test(
  'a listed vessel keeps its particulars beside the numbers in its remarks, which may be cut in two',
  inPlace(async (place) => {
    const vessel = `1,"MADE UP TIDE","vessel","IRAN",${nothing},"9ABC","Crude Oil Tanker",160930,81479,"Panama","TIDE LTD","Vessel Registration Identification IMO 91`
    const sdn = place.file('sdn.csv', `${vessel}"\r\n`)
    const comments = place.file('sdn_comments.csv', '1,"87629 ; MMSI 572469210 (vessel) ; Linked To: TIDE LTD."\r\n')
    await importInto(place, 'ofac_sdn', sdn, ...ofacRest(place), comments)
    const [party] = recordsOf<ListedParty>(place, 'ofac_sdn')
    assert.equal(party?.identifiers, [
      'Call sign 9ABC',
      'Vessel type Crude Oil Tanker',
      'Tonnage 160930',
      'Gross registered tonnage 81479',
      'Flag Panama',
      'Vessel owner TIDE LTD',
      'Vessel Registration Identification IMO 9187629',
    ])
  }),
)

test(
  'the names of the SDN list without its addresses and aliases are refused, and the message says what to import',
  inPlace(async (place) => {
    const sdn = place.file('sdn.csv', sdnRow(1, 'FIRST', nothing, nothing))
    const [addresses, aliases] = ofacRest(place)
    const refused = async (...files: readonly string[]) => (await rejectionOf(importInto(place, 'ofac_sdn', ...files))).message
    assert.match(
      await refused(sdn),
      'they lack the addresses (add.csv), the aliases (alt.csv). Import all at once: npm run reference -- import ofac_sdn sdn.csv add.csv alt.csv',
    )
    assert.match(await refused(sdn, addresses), 'they lack the aliases (alt.csv)')
    assert.is((await importInto(place, 'ofac_sdn', sdn, addresses, aliases)).records, 1, 'the comments may be left out')
  }),
)

test(
  'the consolidated non-SDN file puts each party on the list that its programs make',
  inPlace(async (place) => {
    const row = (number: number, programs: string) =>
      `${number},"PARTY ${number}",${nothing},"${programs}",${`${nothing},`.repeat(7)}${nothing}\r\n`
    const programs = [
      'NS-PLC',
      'CMIC-EO13959',
      'UKRAINE-EO13662] [RUSSIA-EO14024',
      '561-Related',
      'RUSSIA-EO14024',
      'SDGT] [NS-PLC',
      'SOMETHING-NEW',
    ]
    const prim = place.file('cons_prim.csv', `${programs.map((program, at) => row(at + 1, program)).join('')}\u001a`)
    await importInto(place, 'ofac_nonsdn', prim, ...ofacRest(place))
    assert.equal(
      recordsOf<ListedParty>(place, 'ofac_nonsdn').map((party) => party.list),
      ['PLC', 'CMIC', 'SSI', 'CAP', 'MBS', 'PLC', 'NONSDN'],
    )
  }),
)

const cslHeader =
  'source,entity_number,type,programs,name,title,addresses,federal_register_notice,start_date,end_date,standard_order,license_requirement,license_policy,call_sign,vessel_type,gross_tonnage,gross_registered_tonnage,vessel_flag,vessel_owner,remarks,source_list_url,alt_names,citizenships,dates_of_birth,nationalities,places_of_birth,source_information_url,ids'
const entityList = 'Entity List (EL) - Bureau of Industry and Security'
const cslRow = (source: string, number: string, name: string, address: string) =>
  `${source},${number},,,${name},,"${address}",,2022-04-07,,,,,,,,,,,,,ALIAS ONE; ALIAS TWO,,,,,http://list.example,`

test(
  'the Consolidated Screening List: line breaks in quotes, names behind a space, one person on two lists, no final line break',
  inPlace(async (place) => {
    const file = place.file(
      'consolidated.csv',
      [
        `_id,${cslHeader}`,
        `a1,${cslRow(entityList, '', ' LEADING SPACE LTD', 'No. 1 Road, \nNowhere, CN; Second Street, CN')}`,
        `7,${cslRow('Specially Designated Nationals (SDN) - Treasury Department', '7', 'TWICE LISTED', 'CU')}`,
        `7,${cslRow('Capta List (CAP) - Treasury Department', '7', 'TWICE LISTED', 'CU')}`,
        `b2,${cslRow('Some New List (SNL) - Somebody', '', 'WHO', 'CU')}`,
      ].join('\n'),
    )
    const report = await importInto(place, 'csl', file)
    assert.equal([report.rows, report.kept, report.rejected, report.records, report.merged], [4, 3, 1, 3, 0])
    assert.is(report.rejectedRows[0]?.reason, '"Some New List (SNL) - Somebody" is no list known here')
    assert.is(report.rejectedRows[0]?.line, 6)
    const [first, second, third] = recordsOf<ListedParty>(place, 'csl')
    assert.is(first?.name, 'LEADING SPACE LTD')
    assert.equal(first?.addresses, ['No. 1 Road, Nowhere, CN', 'Second Street, CN'])
    assert.equal(
      first?.aliases.map((alias) => alias.name),
      ['ALIAS ONE', 'ALIAS TWO'],
    )
    assert.is(first?.listed_at, '2022-04-07')
    assert.is(first?.type, 'unknown', 'the list does not tell people from companies')
    assert.equal([second?.list, third?.list], ['SDN', 'CAP'])
    assert.equal([first?.entry_id, second?.entry_id, third?.entry_id], ['a1', '7', '7'], "the agency's number, else that of the file")
  }),
)

test(
  'the older layout of the Consolidated Screening List has no _id',
  inPlace(async (place) => {
    const file = place.file('csl.csv', `${cslHeader}\n${cslRow(entityList, '', 'ONE', 'CN')}\n${cslRow(entityList, '', 'TWO', 'CN')}\n`)
    const report = await importInto(place, 'csl', file)
    assert.is(report.files[0]?.part, 'parties (layout without _id)')
    assert.is(report.records, 2)
    assert.is(new Set(recordsOf<ListedParty>(place, 'csl').map((party) => party.entry_id)).size, 2)
  }),
)

test(
  'the Denied Persons List is read between tabs',
  inPlace(async (place) => {
    const header =
      '"Name"\t"Street_Address"\t"City"\t"State"\t"Country"\t"Postal_Code"\t"Effective_Date"\t"Expiration_Date"\t"Standard_Order"\t"Last_Update"\t"Action"\t"FR_Citation"'
    const row =
      '" I. ASH"\t"INMATE, NOWHERE"\t"SEAGOVILLE"\t"TX"\t"US"\t"75159"\t"06/19/2003"\t"06/29/2056"\t"Y"\t"2007-01-31"\t"NEW"\t"68 F.R. 38290"'
    const report = await importInto(place, 'bis_dpl', place.file('dpl.txt', `${header}\n${row}\n`))
    assert.is(report.version, '2003-06-19')
    const [person] = recordsOf<ListedParty>(place, 'bis_dpl')
    assert.equal([person?.name, person?.type, person?.listed_at, person?.ends_at], ['I. ASH', 'unknown', '2003-06-19', '2056-06-29'])
    assert.equal(person?.addresses, ['INMATE, NOWHERE, SEAGOVILLE, TX 75159'])
  }),
)

test(
  'an entry without a number has an id from its content: a line put in before it changes nothing, another address does',
  inPlace(async (place) => {
    const header = 'Name\tStreet_Address\tCity\tState\tCountry\tPostal_Code\tEffective_Date\tExpiration_Date\tAction\tFR_Citation'
    const row = (name: string, street: string) =>
      `${name}\t${street}\tSEAGOVILLE\tTX\tUS\t75159\t06/19/2003\t06/29/2056\tNEW\t68 F.R. 38290`
    const idsOf = async (...rows: readonly string[]) => {
      await importInto(place, 'bis_dpl', place.file('dpl.txt', `${[header, ...rows].join('\n')}\n`))
      return recordsOf<ListedParty>(place, 'bis_dpl').map((party) => party.entry_id)
    }
    const [id] = await idsOf(row('I. ASH', 'MAIN ST 1'))
    assert.is((await idsOf(row('A. BIRCH', 'OAK ST 2'), row('i.  Ash', 'MAIN ST 1')))[1], id)
    assert.is.not((await idsOf(row('I. ASH', 'MAIN ST 11')))[0], id)
    assert.equal(await idsOf(row('I. ASH', 'MAIN ST 1'), row('I. ASH', 'MAIN ST 1')), [id, `${id}-2`], 'an entry that is listed twice')
  }),
)

const oregonHeader =
  'Registry Number,Business Name,Entity Type,Registry Date,Associated Name Type,First Name,Middle Name,Last Name,Suffix,Not of Record Entity,Entity of Record Reg Number,Entity of Record Name,Address ,Address Continued,City,State,Zip Code'

test(
  "Oregon's rows about one registry number are one entity, with the header that ends in a space",
  inPlace(async (place) => {
    const start = '1,"MADE UP, LLC",FOREIGN LIMITED LIABILITY COMPANY,03/01/2019'
    const address = '4925 COLOMA DR SE,,SALEM,OR,97302'
    const rows = [
      `${start},MAILING ADDRESS,,,,,,,,${address}`,
      `${start},PRINCIPAL PLACE OF BUSINESS,,,,,,,,${address}`,
      `${start},REGISTERED AGENT,,,,,,75788399,MADE UP AGENTS INC,5305 RIVER RD N,STE B,KEIZER,OR,97303`,
      `${start},AUTHORIZED REPRESENTATIVE,ANN,B,EXAMPLE,JR,,,,${address}`,
      `2,MADE UP TEA ROOM,ASSUMED BUSINESS NAME,03/02/2019,AUTHORIZED REPRESENTATIVE,ANN,B,EXAMPLE,,,,,${address}`,
    ]
    const report = await importInto(place, 'or_sos', place.file('biz-list.csv', `${[oregonHeader, ...rows].join('\n')}\n`))
    assert.equal([report.rows, report.kept, report.merged, report.records, report.version], [5, 5, 3, 2, '2019-03-02'])
    const [company, name] = recordsOf<Entity>(place, 'or_sos')
    assert.equal(
      [company?.jurisdiction, company?.name_type, company?.status, company?.registration_date],
      ['FOREIGN', 'legal', 'active', '2019-03-01'],
    )
    assert.equal(
      company?.addresses.map(({ full_address, labels }) => [full_address, labels]),
      [
        ['4925 COLOMA DR SE, SALEM, OR 97302', ['mailing', 'principal']],
        ['5305 RIVER RD N, STE B, KEIZER, OR 97303', ['registered_agent']],
      ],
    )
    assert.is(company?.registered_agent?.name, 'MADE UP AGENTS INC')
    assert.equal(
      company?.officers.map(({ name, titles }) => [name, titles]),
      [['ANN B EXAMPLE JR', ['AUTHORIZED REPRESENTATIVE']]],
    )
    assert.equal([name?.name_type, name?.jurisdiction], ['dba', 'UNKNOWN'])
  }),
)

/** A record of Florida's file with bytes at places of it. */
function floridaRecord(parts: Readonly<Record<number, string | Uint8Array>>, width = 1440): Buffer {
  const record = Buffer.alloc(width, ' ')
  for (const [at, part] of Object.entries(parts)) Buffer.from(part as string).copy(record, Number(at))
  return Buffer.concat([record, Buffer.from('\n')])
}
const florida = {
  0: 'L23000448570',
  12: 'ART OF NOTHING LLC',
  204: 'A',
  205: 'FLAL',
  220: '5300 WASHINGTON ST',
  304: 'HOLLYWOOD',
  334: '33021',
  472: '09272023',
}

test(
  "Florida's records are cut by byte, through NUL bytes, stray bytes and letters of two bytes",
  inPlace(async (place) => {
    const people = { 544: 'HALKO', 564: 'OKSANA', 586: 'P', 587: '5300 WASHINGTON ST', 629: 'HOLLYWOOD', 657: 'FL', 659: '33021' }
    const file = place.file(
      'corporations.txt',
      Buffer.concat([
        floridaRecord({ ...florida, ...people, 668: 'AMBRPPORDO', 1436: '\0\0\0\0', 12: Buffer.from('ART OF NOTHING LLC\xa0', 'latin1') }),
        floridaRecord({ ...florida, 0: 'P2', 205: 'DOMP', 668: 'PD  PORDO\u00d1EZ', 693: 'LUIS', 480: '93-3579057' }),
        floridaRecord({
          0: 'F3',
          12: 'AFTER TWO-BYTE LETTERS INC',
          205: 'FORP',
          204: 'I',
          472: '01021999',
          668: 'VP  CCORPORATE DIRECTOR INC',
        }),
      ]),
    )
    const report = await importInto(place, 'fl_sunbiz', file)
    assert.equal([report.rows, report.rejected], [3, 0])
    const [first, second, third] = recordsOf<Entity>(place, 'fl_sunbiz')
    assert.is(first?.name, 'ART OF NOTHING LLC')
    assert.is(first?.addresses[0]?.full_address, '5300 WASHINGTON ST, HOLLYWOOD, FL 33021')
    assert.equal(first?.addresses[0]?.labels, ['principal', 'registered_agent'])
    assert.is(first?.registered_agent?.name, 'OKSANA HALKO')
    assert.is(second?.officers[0]?.name, 'LUIS ORDO\u00d1EZ')
    assert.equal(second?.officers[0]?.titles, ['PRESIDENT', 'DIRECTOR'])
    assert.is(second?.tin, '933579057')
    assert.equal([third?.status, third?.jurisdiction, third?.registration_date], ['inactive', 'FOREIGN', '1999-01-02'])
    assert.is(third?.officers[0]?.name, 'CORPORATE DIRECTOR INC')
  }),
)

test(
  "the middle initial and the suffix of people in Florida's records stand in columns of their own",
  inPlace(async (place) => {
    const agent = { 544: 'PESINA', 564: 'ERNESTO', 578: 'PJR', 586: 'P' }
    const file = place.file('corporations.txt', floridaRecord({ ...florida, ...agent, 668: 'P   PLEON', 693: 'BENJAMIN', 708: 'III' }))
    await importInto(place, 'fl_sunbiz', file)
    const [found] = recordsOf<Entity>(place, 'fl_sunbiz')
    assert.equal([found?.registered_agent?.name, found?.officers[0]?.name], ['ERNESTO P PESINA JR', 'BENJAMIN LEON III'])
  }),
)

test(
  "Florida's records tell annual reports, and the last transaction where it is none of them; a number of zeros is no tax number",
  inPlace(async (place) => {
    const reports = { 505: '2023', 510: '02032023', 518: '2024', 523: '05012024' }
    const records = [
      floridaRecord({ ...florida, ...reports, 495: '05012024', 480: '00-0000000' }),
      floridaRecord({ ...florida, ...reports, 0: 'L2', 495: '06012024', 531: '2025', 536: '00000000' }),
    ]
    await importInto(place, 'fl_sunbiz', place.file('corporations.txt', Buffer.concat(records)))
    const [first, second] = recordsOf<Entity>(place, 'fl_sunbiz')
    const later = (entity: Entity | undefined) =>
      entity?.history
        .filter(({ type }) => type === 'registration.updated')
        .map(({ occurred_at, description }) => [occurred_at, description])
    const told = [
      ['2023-02-03', 'Annual report for 2023 filed'],
      ['2024-05-01', 'Annual report for 2024 filed'],
    ]
    assert.equal(later(first), told)
    assert.equal(later(second), [...told, ['2024-06-01', 'Last transaction of the registry']])
    assert.is(first?.tin, null)
  }),
)

test(
  'the country of an address in Florida’s records counts only where no American state stands beside it',
  inPlace(async (place) => {
    const mailed = (number: string, city: string, state: string, zip: string, country: string) =>
      floridaRecord({ ...florida, 0: number, 346: '315 MAIN ST', 430: city, 458: state, 460: zip, 470: country })
    const cut = mailed('L1', 'MIAMI', 'FL', '33133', 'UN')
    const mistyped = mailed('L2', 'MIAMI', 'FL', '33133', 'ES')
    const abroad = mailed('L3', 'CHATEAUGUAY,QC', '', 'J6J 4Z2', 'CA')
    await importInto(place, 'fl_sunbiz', place.file('corporations.txt', Buffer.concat([cut, mistyped, abroad])))
    assert.equal(
      recordsOf<Entity>(place, 'fl_sunbiz').map(({ addresses }) => addresses.at(-1)?.full_address),
      ['315 MAIN ST, MIAMI, FL 33133', '315 MAIN ST, MIAMI, FL 33133', '315 MAIN ST, CHATEAUGUAY,QC, J6J 4Z2, CA'],
    )
  }),
)

test(
  'a record of Florida that is too short or too long is listed, the others are kept',
  inPlace(async (place) => {
    const records = [1, 2, 3, 4, 5, 6].map((number) => floridaRecord({ ...florida, 0: `L${number}` }))
    const file = place.file(
      'corporations.txt',
      Buffer.concat([
        ...records,
        Buffer.from('L7 too short\n'),
        floridaRecord({ ...florida, 1445: 'shifted' }, 1460),
        floridaRecord(florida),
      ]),
    )
    const report = await importInto(place, 'fl_sunbiz', file)
    assert.equal(
      report.rejectedRows.map(({ line, reason }) => [line, reason]),
      [
        [7, '12 bytes where a record has 1440'],
        [8, '1460 bytes where a record has 1440'],
      ],
    )
    assert.is(report.records, 7)
  }),
)

test(
  'a file of Florida that ends inside a record was cut off and is not taken; the sign at the end of a file of DOS is no record',
  inPlace(async (place) => {
    const records = Buffer.concat([1, 2, 3].map((number) => floridaRecord({ ...florida, 0: `L${number}` })))
    const whole = records.subarray(0, records.lastIndexOf('L3') + 1440)
    const error = await rejectionOf(importInto(place, 'fl_sunbiz', place.file('cut.txt', whole.subarray(0, -200))))
    assert.match(error.message, 'ends inside the row of line 3 (1240 bytes where a record has 1440): it was cut off')
    const report = await importInto(place, 'fl_sunbiz', place.file('dos.txt', Buffer.concat([whole, Buffer.from('\r\n\u001a')])))
    assert.equal([report.records, report.rejected], [3, 0])
  }),
)

test(
  'Colorado tells standing, foreign entities and agents that are people or companies',
  inPlace(async (place) => {
    const header =
      'entityid,entityname,principaladdress1,principaladdress2,principalcity,principalstate,principalzipcode,principalcountry,entitystatus,jurisdictonofformation,entitytype,agentfirstname,agentmiddlename,agentlastname,agentsuffix,agentorganizationname,agentprincipaladdress1,entityformdate'
    const rows = [
      '1,Made Up Kites LLC,1 Wind St,,Denver,CO,80202,US,Good Standing,CO,DLLC,Ann,B,Example,Jr,,1 Wind St,05/01/2013',
      '2,"Made Up Pancakes, Dissolved March 3, 2020",2 Syrup Rd,,Denver,CO,80202,US,Voluntarily Dissolved,CO,DPC,,,,,Agents Inc,9 Agent St,2002-02-02T00:00:00',
      '3,Made Up Freight,3 Road,,Denver,CO,80202,US,Delinquent,OR,FLLC,,,,,,,01/01/2020',
      '4,Made Up Whatever,4 Road,,Denver,CO,80202,US,Some New Status,CO,ZZZ,,,,,,,',
    ]
    await importInto(place, 'co_sos', place.file('co.csv', `${[header, ...rows].join('\n')}\n`))
    const entities = recordsOf<Entity>(place, 'co_sos')
    assert.equal(
      entities.map(({ status, sub_status, jurisdiction, entity_type }) => [status, sub_status, jurisdiction, entity_type]),
      [
        ['active', 'GOOD_STANDING', 'DOMESTIC', 'DOMESTIC LIMITED LIABILITY COMPANY'],
        ['inactive', 'VOLUNTARILY_DISSOLVED', 'DOMESTIC', 'DOMESTIC PROFIT CORPORATION'],
        ['inactive', 'DELINQUENT', 'FOREIGN', 'FOREIGN LIMITED LIABILITY COMPANY'],
        ['unknown', null, 'UNKNOWN', 'ZZZ'],
      ],
    )
    assert.is(entities[0]?.registered_agent?.name, 'Ann B Example Jr')
    assert.equal(
      [entities[1]?.name, entities[1]?.registered_agent?.name, entities[1]?.registration_date],
      ['Made Up Pancakes', 'Agents Inc', '2002-02-02'],
    )
    assert.equal([entities[3]?.registration_date, entities[3]?.status_details], [null, 'Some New Status'])
    assert.equal([entities[2]?.registered_agent, entities[3]?.registered_agent], [null, null])
  }),
)

test(
  'New York tells where process is served, the chief executive and the agent, and lists active entities alone',
  inPlace(async (place) => {
    const header =
      'DOS ID,Current Entity Name,Initial DOS Filing Date,County,Jurisdiction,Entity Type,DOS Process Name,DOS Process Address 1,DOS Process City,DOS Process State,DOS Process Zip,CEO Name,CEO Address 1,CEO City,CEO State,CEO Zip,Registered Agent Name,Registered Agent Address 1,Registered Agent City,Registered Agent State,Registered Agent Zip,Location Name,Location Address 1,Location City,Location State,Location Zip'
    const rows = [
      '1,MADE UP BAGELS INC.,03/04/2012,KINGS,NEW YORK,DOMESTIC BUSINESS CORPORATION,ANN EXAMPLE,1 SERVED ST,ALBANY,NEW YORK,12207,BEN EXAMPLE,2 CHIEF ST,BROOKLYN,NY,11201,AGENTS INC,3 AGENT ST,ALBANY,NY,12207,,4 OVEN ST,BROOKLYN,NY,11201',
      '2,MADE UP RYE LLC,12/31/1999,ERIE,DELAWARE,FOREIGN LIMITED LIABILITY COMPANY,,,,,,,,,,,,3 AGENT ST,ALBANY,NY,12207,,,,,',
    ]
    await importInto(place, 'ny_dos', place.file('ny.csv', `${[header, ...rows].join('\n')}\n`))
    const [bagels, rye] = recordsOf<Entity>(place, 'ny_dos')
    assert.equal(
      bagels?.addresses.map(({ full_address, labels }) => [full_address, ...labels]),
      [
        ['4 OVEN ST, BROOKLYN, NY 11201', 'principal'],
        ['1 SERVED ST, ALBANY, NY 12207', 'service_of_process'],
        ['3 AGENT ST, ALBANY, NY 12207', 'registered_agent'],
      ],
    )
    assert.equal(
      bagels?.officers.map(({ name, titles, address }) => [name, titles, address?.full_address]),
      [['BEN EXAMPLE', ['CHIEF EXECUTIVE OFFICER'], '2 CHIEF ST, BROOKLYN, NY 11201']],
    )
    assert.equal([bagels?.registered_agent?.name, bagels?.registration_date], ['AGENTS INC', '2012-03-04'])
    // An address without an agent is nobody's.
    assert.equal([rye?.registered_agent, rye?.addresses, rye?.officers], [null, [], []])
    assert.equal([rye?.jurisdiction, rye?.formed_in, rye?.status], ['FOREIGN', 'DELAWARE', 'active'])
  }),
)

test(
  'exempt organisations keep the zeros in front of employer numbers, and later files correct earlier ones',
  inPlace(async (place) => {
    const header =
      'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME'
    const row = (ein: string, name: string, subsection: string) =>
      `${ein},${name},% ANN EXAMPLE,1 ROAD,WILMINGTON,DE,19809-0000,0000,${subsection},3,1000,200303,1,04,000000000,1,01,202412,6,3,00,1,12,,60569,,T20,`
    const first = place.file(
      'eo1.csv',
      `${header}\r\n${row('010548657', 'MADE UP FOUNDATION', '03')}\r\n${row('20', 'MADE UP TRUST', '92')}\r\n`,
    )
    const second = place.file(
      'eo2.csv',
      `${header}\r\n${row('010548657', 'MADE UP FOUNDATION INC', '03')}\r\n${row('not one', 'NOBODY', '03')}\r\n${row('0105486571', 'TEN DIGITS', '03')}\r\n`,
    )
    const report = await importInto(place, 'irs_eo', first, second)
    assert.equal([report.rows, report.kept, report.merged], [5, 3, 1])
    assert.equal(
      report.rejectedRows.map(({ reason }) => reason),
      ['"not one" is no EIN', '"0105486571" is no EIN'],
    )
    const organisations = recordsOf<ExemptOrganisation>(place, 'irs_eo')
    assert.equal(
      organisations.map(({ ein, section }) => [ein, section]),
      [
        ['010548657', '501(c)(3)'],
        ['000000020', '4947(a)(1)'],
      ],
    )
    assert.is(organisations[0]?.name, 'MADE UP FOUNDATION INC')
    assert.equal([organisations[0]?.in_care_of, organisations[0]?.assets, organisations[0]?.income], ['ANN EXAMPLE', null, 60_569])
    assert.equal([organisations[0]?.ruling_date, organisations[0]?.tax_period], ['2003-03-01', '2024-12-01'])
  }),
)

test(
  'carriers and revocations meet under one number, with zeros in front or without',
  inPlace(async (place) => {
    const census = place.file(
      'census.csv',
      'DOT_NUMBER,LEGAL_NAME,DBA_NAME,HM_FLAG,PHY_STREET,PHY_CITY,PHY_STATE,PHY_ZIP,PHY_COUNTRY,MAILING_STREET,MAILING_CITY,MAILING_STATE,MAILING_ZIP,MAILING_COUNTRY,TELEPHONE,EMAIL_ADDRESS,MCS150_DATE,ADD_DATE,NBR_POWER_UNIT,DRIVER_TOTAL,AUTHORIZED_FOR_HIRE\r\n' +
        '830331,MADE UP EXPRESS LLC,,FALSE,1 ROAD,BEDFORD,TX,76022,US,1 ROAD,BEDFORD,TX,76022-5855,US,(214) 555-0101,,8-Feb-25,1-Jun-74,1,2,TRUE\r\n',
    )
    const revoked = place.file(
      'revocation_2024_08_06.txt',
      '"DOCKET_NUMBER","DOT_NUMBER","OPERATING_AUTHORITY_REGISTRATION_TYPE","SERVE_DATE","REVOCATION_TYPE","EFFECTIVE_DATE"\n' +
        '"MC368053","00830331","COMMON","06/26/2024","INVOLUNTARY REVOCATION","07/26/2024"\n' +
        '"MC368053","00830331","CONTRACT","06/26/2024","INVOLUNTARY REVOCATION","07/26/2024"\n' +
        '"MC633908","00000000","COMMON","","VOLUNTARY REVOCATION",""\n',
    )
    assert.is((await importInto(place, 'fmcsa_census', census)).version, '2025-02-08')
    const report = await importInto(place, 'fmcsa_revocations', revoked)
    assert.equal([report.records, report.version], [3, '2024-08-06'])
    const [carrier] = recordsOf<Carrier>(place, 'fmcsa_census')
    const [first, , third] = recordsOf<Revocation>(place, 'fmcsa_revocations')
    assert.is(carrier?.dot_number, first?.dot_number)
    assert.equal(
      [carrier?.updated_on, carrier?.added_on, carrier?.for_hire, carrier?.hazardous_materials],
      ['2025-02-08', '1974-06-01', true, false],
    )
    assert.equal([third?.dot_number, third?.served_on], [null, null])
  }),
)

test(
  'loans by range and by amount: byte order mark, doubled spaces, serial dates, NULL',
  inPlace(async (place) => {
    const range = place.file(
      'range.csv',
      '\ufeffLoanRange,BusinessName,Address,City,State,Zip,NAICSCode,BusinessType,RaceEthnicity,Gender,Veteran,NonProfit,JobsRetained,DateApproved,Lender,CD\r\n' +
        'a $5-10 million,MADE UP ONE,1 Road,BILLINGS,MT,59101,561330,Limited  Liability Company(LLC),Unanswered,Female Owned,Veteran,,348,4/14/20,Bank of Pretend,MT - 00\r\n' +
        '"d $350,000-1 million",MADE UP TWO,2 Road,BILLINGS,MT,59101,,,,,,,,4/4/20,Bank of Pretend,\r\n' +
        '"e $150,000-350,000",MADE UP THREE,3 Road,BILLINGS,MT,59101,,,,,,,,4/4/20,Bank of Pretend,\r\n',
    )
    const amount = place.file(
      'amount.csv',
      'loanamount,businessname,address,city,state,zip,naicscode,businesstype,raceethnicity,gender,veteran,nonprofit,jobsreported,dateapproved,lender,cd\n' +
        '148600,MADE UP FOUR,4 ROAD,LUBBOCK,TX,79401,722511,Corporation,Unanswered,Unanswered,Unanswered,NULL,39,43928,City Bank,TX-19\n',
    )
    await importInto(place, 'ppp_loans', range, amount)
    const loans = recordsOf<Loan>(place, 'ppp_loans')
    assert.equal(
      loans.map((loan) => [loan.amount, loan.amount_range, loan.issued_date]),
      [
        [null, '$5-10 million', '2020-04-14'],
        [null, '$350,000-1 million', '2020-04-04'],
        [null, '$150,000-350,000', '2020-04-04'],
        [148_600, null, '2020-04-07'],
      ],
    )
    assert.equal(
      [loans[0]?.business_type, loans[0]?.gender, loans[0]?.race_ethnicity],
      ['Limited Liability Company(LLC)', 'Female Owned', null],
    )
    assert.is(loans[3]?.non_profit, null)
  }),
)

test(
  'NAICS: ranges, no-break spaces, a row with two cells too many, stray letters behind titles, padded codes',
  inPlace(async (place) => {
    const codes = place.file(
      'codes.csv',
      'Seq. No.,2022 NAICS US   Code,2022 NAICS US Title\r\n1,31-33,Manufacturing\r\n2,111120,Oilseed (except Soybean) Farming ,, \r\n3,21112,Crude Petroleum Extraction\u00a0\r\n',
    )
    const structure = place.file(
      'structure.csv',
      '2022 NAICS Code,2022 NAICS Title\r\n111,Crop ProductionT ,,,\r\n31-33,ManufacturingT\r\n,\r\n3152,"Cut and Sew (except Contractors)T"\r\n928110,National Security \r\n',
    )
    const old = place.file(
      'old.txt',
      '"NAICS","DESCRIPTION"\n"------","Total for all sectors"\n"11----","Agriculture"\n"113///","Forestry"\n"113110","Timber"\n',
    )
    const report = await importInto(place, 'naics', codes, structure, old)
    assert.equal([report.version, report.rejected], ['2022', 1])
    assert.equal(
      recordsOf<IndustryCode>(place, 'naics').map(({ edition, code, level, title, parent }) =>
        [edition, code, level, title, parent].join('|'),
      ),
      [
        '2022|31-33|2|Manufacturing|',
        '2022|111120|6|Oilseed (except Soybean) Farming|11112',
        '2022|21112|5|Crude Petroleum Extraction|2111',
        '2022|111|3|Crop Production|11',
        '2022|3152|4|Cut and Sew (except Contractors)|315',
        '2022|928110|6|National Security|92811',
        '2012|00|0|Total for all sectors|',
        '2012|11|2|Agriculture|',
        '2012|113|3|Forestry|11',
        '2012|113110|6|Timber|11311',
      ],
    )
  }),
)

test(
  'the gazetteer is read by the names of its columns, gzipped too',
  inPlace(async (place) => {
    const file = place.file(
      'zcta.txt.gz',
      gzipSync(
        'GEOID\tALAND\tINTPTLONG\tINTPTLAT\r\n00601\t1\t-66.749961\t18.180555\r\n00602\t1\t-67.1\t218.3\r\n00603\t1\t-67\t18\r\n601\t1\t1\t1\r\n00604\t1\t1\t1\r\n',
      ),
    )
    const report = await importInto(place, 'census_zcta', file)
    assert.is(report.rejectedRows[0]?.reason, 'INTPTLAT "218.3" is no number of degrees up to 90')
    const [first] = recordsOf<ZipCentroid>(place, 'census_zcta')
    assert.equal(first, { zip: '00601', latitude: 1, longitude: 1 })
    assert.is(report.merged, 1)
  }),
)

test(
  "Chicago's licences tell one business many times",
  inPlace(async (place) => {
    const file = place.file(
      'licenses.csv',
      'ID,LEGAL NAME,DOING BUSINESS AS NAME,ADDRESS,CITY,STATE,ZIP CODE,LICENSE DESCRIPTION,BUSINESS ACTIVITY,LICENSE TERM START DATE,LICENSE TERM EXPIRATION DATE,DATE ISSUED,LICENSE STATUS,LATITUDE,LONGITUDE,LOCATION\n' +
        '1-20050216,MADE UP TAX INC,MADE UP TAX SERVICE,1 ROAD,CHICAGO,IL,60651,Limited Business License,,02/16/2005,02/15/2006,12/07/2005,AAI,41.89,-87.77,"(41.89, -87.77)"\n' +
        '1-20060216,ANN EXAMPLE,Ann Example,1 ROAD,CHICAGO,IL,60651,Limited Business License,,02/16/2006,02/15/2007,12/07/2006,REV,,,\n',
    )
    await importInto(place, 'chicago_licenses', file)
    const [first, second] = recordsOf<Licence>(place, 'chicago_licenses')
    assert.equal(
      [first?.status, first?.dba_name, first?.address?.latitude, first?.expires_on],
      ['issued', 'MADE UP TAX SERVICE', 41.89, '2006-02-15'],
    )
    assert.equal([second?.status, second?.dba_name, second?.address?.latitude], ['revoked', null, null])
  }),
)

test.run()

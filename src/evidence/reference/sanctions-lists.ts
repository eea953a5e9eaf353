// The screening lists, one line each: the names used where they are published, and the names that findings use. An account chooses
// among them by `abbr`.

import type { SanctionsList } from './records.ts'

const treasury = {
  agency: 'Office of Foreign Assets Control',
  agency_abbr: 'OFAC',
  organization: 'US Department of the Treasury',
  information_url: 'https://ofac.treasury.gov/',
}
const commerce = {
  agency: 'Bureau of Industry and Security',
  agency_abbr: 'BIS',
  organization: 'US Department of Commerce',
  information_url: 'https://www.bis.gov/',
}
const stateNonproliferation = {
  agency: 'Bureau of International Security and Nonproliferation',
  agency_abbr: 'ISN',
  organization: 'US Department of State',
  information_url:
    'https://www.state.gov/bureaus-offices/under-secretary-for-arms-control-and-international-security-affairs/bureau-of-international-security-and-nonproliferation/',
}
const stateDefence = {
  agency: 'Directorate of Defense Trade Controls',
  agency_abbr: 'DDTC',
  organization: 'US Department of State',
  information_url: 'https://www.pmddtc.state.gov/',
}
const here = { country: 'US', region: 'North America' }
const ofsi = {
  agency: 'Office of Financial Sanctions Implementation',
  agency_abbr: 'OFSI',
  organization: 'HM Treasury',
  information_url: 'https://www.gov.uk/government/organisations/office-of-financial-sanctions-implementation',
}
const openSanctions = {
  agency: 'OpenSanctions',
  agency_abbr: 'OS',
  organization: 'OpenSanctions Datenbanken GmbH',
  information_url: 'https://www.opensanctions.org/',
  country: 'DE',
  region: 'Europe',
}
const consolidated = 'https://ofac.treasury.gov/consolidated-sanctions-list-non-sdn-lists'
const entityLists = 'https://www.bis.gov/licensing/end-user-guidance'

export const sanctionsLists: readonly SanctionsList[] = [
  {
    abbr: 'SDN',
    title: 'Specially Designated Nationals',
    list_url: 'https://ofac.treasury.gov/specially-designated-nationals-and-blocked-persons-list-sdn-human-readable-lists',
    ...treasury,
    ...here,
  },
  { abbr: 'SSI', title: 'Sectoral Sanctions Identifications', list_url: consolidated, ...treasury, ...here },
  { abbr: 'FSE', title: 'Foreign Sanctions Evaders', list_url: consolidated, ...treasury, ...here },
  { abbr: 'PLC', title: 'Palestinian Legislative Council', list_url: consolidated, ...treasury, ...here },
  { abbr: 'CAP', title: 'Correspondent Account or Payable-Through Account Sanctions', list_url: consolidated, ...treasury, ...here },
  { abbr: 'MBS', title: 'Non-SDN Menu-Based Sanctions', list_url: consolidated, ...treasury, ...here },
  { abbr: 'CMIC', title: 'Non-SDN Chinese Military-Industrial Complex Companies', list_url: consolidated, ...treasury, ...here },
  { abbr: 'NONSDN', title: 'Consolidated Non-SDN', list_url: consolidated, ...treasury, ...here },
  {
    abbr: 'DPL',
    title: 'Denied Persons List',
    list_url: 'https://www.bis.gov/licensing/end-user-guidance/denied-persons-list-dpl',
    ...commerce,
    ...here,
  },
  { abbr: 'EL', title: 'Entity List', list_url: entityLists, ...commerce, ...here },
  { abbr: 'UVL', title: 'Unverified List', list_url: entityLists, ...commerce, ...here },
  { abbr: 'MEU', title: 'Military End User List', list_url: entityLists, ...commerce, ...here },
  {
    abbr: 'ISN',
    title: 'Nonproliferation Sanctions',
    list_url: 'https://www.state.gov/key-topics-bureau-of-international-security-and-nonproliferation/nonproliferation-sanctions/',
    ...stateNonproliferation,
    ...here,
  },
  {
    abbr: 'DTC',
    known_as: 'DDTC',
    title: 'AECA Debarred',
    list_url: 'https://www.pmddtc.state.gov/ddtc_public/ddtc_public?id=ddtc_kb_article_page&sys_id=c22d1833dbb8d300d0a370131f9619f0',
    ...stateDefence,
    ...here,
  },
  {
    abbr: 'UN',
    known_as: 'UN SC',
    title: 'Security Council Consolidated List',
    list_url: 'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
    agency: 'Security Council',
    agency_abbr: 'UNSC',
    organization: 'United Nations',
    information_url: 'https://main.un.org/securitycouncil/en/sanctions/information',
    country: 'UN',
    region: 'World',
  },
  {
    abbr: 'UK',
    known_as: 'UKSL',
    title: 'UK Sanctions List',
    list_url: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
    agency: 'Foreign, Commonwealth and Development Office',
    agency_abbr: 'FCDO',
    organization: 'Government of the United Kingdom',
    information_url: 'https://www.gov.uk/government/organisations/foreign-commonwealth-development-office',
    country: 'GB',
    region: 'Europe',
  },
  {
    abbr: 'OFSI',
    title: 'Consolidated List of Financial Sanctions Targets',
    list_url: 'https://www.gov.uk/government/publications/financial-sanctions-consolidated-list-of-targets',
    ...ofsi,
    country: 'GB',
    region: 'Europe',
  },
  {
    abbr: 'EU',
    known_as: 'EU FSF',
    title: 'Consolidated Financial Sanctions List',
    list_url: 'https://data.europa.eu/data/datasets/consolidated-list-of-persons-groups-and-entities-subject-to-eu-financial-sanctions',
    agency: 'European Commission',
    agency_abbr: 'EC',
    organization: 'European Union',
    information_url: 'https://finance.ec.europa.eu/eu-and-world/sanctions-restrictive-measures_en',
    country: 'EU',
    region: 'Europe',
  },
  {
    abbr: 'CA',
    known_as: 'SEMA',
    title: 'Consolidated Canadian Autonomous Sanctions List',
    list_url:
      'https://www.international.gc.ca/world-monde/international_relations-relations_internationales/sanctions/consolidated-consolide.aspx?lang=eng',
    agency: 'Global Affairs Canada',
    agency_abbr: 'GAC',
    organization: 'Government of Canada',
    information_url:
      'https://www.international.gc.ca/world-monde/international_relations-relations_internationales/sanctions/index.aspx?lang=eng',
    country: 'CA',
    region: 'North America',
  },
  {
    abbr: 'AU',
    known_as: 'DFAT',
    title: 'Australian Sanctions Consolidated List',
    list_url: 'https://www.dfat.gov.au/international-relations/security/sanctions/consolidated-list',
    agency: 'Department of Foreign Affairs and Trade',
    agency_abbr: 'DFAT',
    organization: 'Australian Government',
    information_url: 'https://www.dfat.gov.au/international-relations/security/sanctions',
    country: 'AU',
    region: 'Oceania',
  },
  {
    abbr: 'CH',
    known_as: 'SECO',
    title: 'Swiss sanctions: persons, enterprises and objects',
    list_url:
      'https://www.seco.admin.ch/seco/en/home/Aussenwirtschaftspolitik_Wirtschaftliche_Zusammenarbeit/Wirtschaftsbeziehungen/exportkontrollen-und-sanktionen/sanktionen-embargos.html',
    agency: 'State Secretariat for Economic Affairs',
    agency_abbr: 'SECO',
    organization: 'Swiss Confederation',
    information_url: 'https://www.seco.admin.ch/',
    country: 'CH',
    region: 'Europe',
  },
  { abbr: 'OSS', title: 'OpenSanctions: sanctions', list_url: 'https://www.opensanctions.org/datasets/sanctions/', ...openSanctions },
  {
    abbr: 'OSP',
    title: 'OpenSanctions: politically exposed persons',
    list_url: 'https://www.opensanctions.org/datasets/peps/',
    ...openSanctions,
  },
  { abbr: 'OSO', title: 'OpenSanctions: others', list_url: 'https://www.opensanctions.org/datasets/default/', ...openSanctions },
]

/** The list's abbreviation in the Consolidated Screening List: `Entity List (EL) - Bureau of ...`. */
export function listOfSource(source: string): string | null {
  const inBrackets = /\((?:NS-)?([A-Z]+)(?: List)?\)/.exec(source)?.[1] ?? ''
  return sanctionsLists.some((list) => list.abbr === inBrackets) ? inBrackets : null
}

/** Programs of the consolidated non-SDN file, each with the list that it belongs to. The first match counts. */
const programLists: readonly (readonly [RegExp, string])[] = [
  [/^NS-PLC$/, 'PLC'],
  [/^CMIC-/, 'CMIC'],
  [/^FSE-/, 'FSE'],
  [/^561-/, 'CAP'],
  [/^(?:UKRAINE-EO13662)$/, 'SSI'],
  [/^(?:MBS|RUSSIA-EO14024|CAATSA - RUSSIA|BURMA-EO14014|VENEZUELA-EO13850|BELARUS-EO14038)$/, 'MBS'],
]

export function listOfPrograms(programs: readonly string[]): string {
  return programLists.find(([program]) => programs.some((name) => program.test(name)))?.[1] ?? 'NONSDN'
}

// The screening lists that the United States publish, one line each: the names used where they are published, and the names that
// findings use.

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
    title: 'AECA Debarred',
    list_url: 'https://www.pmddtc.state.gov/ddtc_public/ddtc_public?id=ddtc_kb_article_page&sys_id=c22d1833dbb8d300d0a370131f9619f0',
    ...stateDefence,
    ...here,
  },
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

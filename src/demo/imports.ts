// The published files that the demonstration looks for in the given folder, by kind.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ImportFailed, importFiles } from '../evidence/reference/import.ts'

const files: { readonly [kind: string]: readonly string[] } = {
  ofac_sdn: ['ofac/sdn.csv.gz', 'ofac/add.csv', 'ofac/alt.csv', 'ofac/sdn_comments.csv'],
  ofac_nonsdn: ['ofac_nonsdn/cons_prim.csv', 'ofac_nonsdn/cons_add.csv', 'ofac_nonsdn/cons_alt.csv', 'ofac_nonsdn/cons_comments.csv'],
  csl: ['csl/consolidated.csv.gz'],
  bis_dpl: ['bis_dpl/dpl.txt'],
  un_sc: ['un_sc/UN_consolidated_2025-11-15.xml.gz'],
  uk_ofsi: ['uk_ofsi/ConList_2022.xlsx'],
  eu_fsf: ['eu_fsf/fsf_export_1.1_excerpt_2022-03-18.xml.gz'],
  ca_sema: ['ca_sema/sema-lmes_2025-05.xml.gz'],
  au_dfat: ['au_dfat/regulation8_consolidated.csv.gz'],
  or_sos: ['or_sos/biz-list.csv'],
  fl_sunbiz: ['fl_sunbiz/20230929c.txt.gz'],
  irs_eo: ['irs_eo/eo_de.csv', 'irs_eo/eo4.csv'],
  fmcsa_census: ['fmcsa/census_sample_companies.csv'],
  fmcsa_revocations: ['fmcsa/revocation_2024_08_06.txt'],
  ppp_loans: ['ppp/mt_150k_plus_corp_llc.csv', 'ppp/tx_lubbock_corp_llc.csv'],
  co_ucc: ['co_ucc/filings.csv', 'co_ucc/debtors.csv', 'co_ucc/secured_parties.csv', 'co_ucc/collateral.csv'],
  ct_ucc: ['ct_ucc/liens.csv'],
  or_ucc: ['or_ucc/filings.csv'],
  fl_flr: ['fl_flr/flrf.txt', 'fl_flr/flrd.txt', 'fl_flr/flrs.txt'],
  naics: ['naics/naics_2022_2-6_digit.csv'],
  census_zcta: ['census_zcta/Gaz_zcta_national.txt'],
}

/** Imports the files that exist; calls `progress` after each kind. */
export const importPublished = async ({
  data,
  folder,
  progress,
}: {
  data: string
  folder: string
  progress: (line: string) => void
}): Promise<void> => {
  for (const [kind, names] of Object.entries(files)) {
    const present = names.map((name) => join(data, name)).filter((path) => existsSync(path))
    if (present.length === 0) {
      progress(`${kind.padEnd(18)} no file in ${data}, left out`)
      continue
    }
    try {
      const { version, rows, records, rejected } = await importFiles({ folder, kind, files: present })
      progress(`${kind.padEnd(18)} ${rows} rows, ${records} records, ${rejected} rejected (version ${version})`)
    } catch (error) {
      if (!(error instanceof ImportFailed)) throw error
      progress(`${kind.padEnd(18)} not imported: ${error.message}`)
    }
  }
}

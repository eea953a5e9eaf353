// The kinds of data sets that can be imported, by their names on the command line.

import { industryCodes } from './codes.ts'
import { controlRegister } from './control-register.ts'
import type { DataSet } from './data-set.ts'
import { exemptOrganisations } from './exempt-organisations.ts'
import { gazetteers } from './gazetteer.ts'
import { gleif } from './gleif.ts'
import { licenceRegisters } from './licences.ts'
import { lienRegistries } from './lien-registries.ts'
import { australia } from './lists/australia.ts'
import { canada } from './lists/canada.ts'
import { europeanUnion } from './lists/european-union.ts'
import { openSanctions } from './lists/opensanctions.ts'
import { switzerland } from './lists/switzerland.ts'
import { ofsi, ukSanctions } from './lists/united-kingdom.ts'
import { unitedNations } from './lists/united-nations.ts'
import { loanPrograms } from './loans.ts'
import { motorCarriers } from './motor-carriers.ts'
import type { Family } from './records.ts'
import { registries } from './registries.ts'
import { sanctions } from './sanctions.ts'

/** A data set of any family, for code that does not depend on the family. */
export type AnyDataSet = { [F in Family]: DataSet<F> }[Family]

export const dataSets: readonly AnyDataSet[] = [
  ...sanctions,
  unitedNations,
  ukSanctions,
  ofsi,
  europeanUnion,
  canada,
  australia,
  switzerland,
  openSanctions,
  ...registries,
  ...exemptOrganisations,
  ...motorCarriers,
  ...loanPrograms,
  ...lienRegistries,
  ...industryCodes,
  ...gazetteers,
  ...licenceRegisters,
  ...gleif,
  controlRegister,
]

const byKind = new Map(dataSets.map((dataSet) => [dataSet.kind, dataSet]))

/** @throws UnknownKind listing the known kinds */
export function dataSetOf(kind: string): AnyDataSet {
  const dataSet = byKind.get(kind)
  if (dataSet === undefined) throw new UnknownKind(kind)
  return dataSet
}

export class UnknownKind extends Error {
  constructor(kind: string) {
    super(`there is no data set of kind ${JSON.stringify(kind)}; kinds are ${dataSets.map((dataSet) => dataSet.kind).join(', ')}`)
  }
}

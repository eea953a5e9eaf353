// The reference data that live businesses are verified against, with its age, for the first steps on the overview.
export type LoadedDataSet = {
  readonly kind: string
  readonly version: string
  readonly importedAt: string
  /** Invented: it finds nothing real. */
  readonly isSample: boolean
}

export type LoadedData = { readonly loadedData: () => readonly LoadedDataSet[] }

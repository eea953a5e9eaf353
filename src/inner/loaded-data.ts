// The reference data that live businesses are verified against: with its age for the first steps on the overview, and its screening lists for who chooses
// among them.
export type LoadedDataSet = {
  readonly kind: string
  readonly version: string
  readonly importedAt: string
  /** Invented: it finds nothing real. */
  readonly isSample: boolean
}

export type LoadedData = { readonly loadedData: () => readonly LoadedDataSet[] }

export type LoadedLists = {
  /** The screening lists that are loaded, each with the version in use. */
  readonly loadedLists: () => Promise<readonly { readonly abbr: string; readonly version: string }[]>
}

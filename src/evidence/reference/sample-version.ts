// What the versions of the invented sample are called.

/** The version of every data set in the invented sample. Where a newer program brings other content, its hash is added. */
export const sampleVersion = 'sample'
export const isSample = (version: string | undefined): boolean =>
  version === sampleVersion || version?.startsWith(`${sampleVersion}-`) === true

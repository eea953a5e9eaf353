// Listed parties, and the parties that are screened against the lists.

export type ListedParty = {
  readonly id: string
  /** `unknown`: a person or a company; the list does not say which. */
  readonly type: 'individual' | 'entity' | 'vessel' | 'aircraft' | 'unknown'
  readonly name: string
  readonly aliases: readonly ListedAlias[]
}

/** Agencies mark an alias as weak (low quality) when it is too broad to identify anyone. */
export type ListedAlias = { readonly name: string; readonly weak?: boolean }

export type ScreenedName = { readonly kind: 'business' | 'person'; readonly name: string }

/** Which of a listed party's names this is. */
export type NameQuality = 'name' | 'alias' | 'weak alias'

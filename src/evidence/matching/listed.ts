// Who stands on a list, and who is screened against it.

export type ListedParty = {
  readonly id: string
  /** `unknown`: a person or a company; the list does not tell which. */
  readonly type: 'individual' | 'entity' | 'vessel' | 'aircraft' | 'unknown'
  readonly name: string
  readonly aliases: readonly ListedAlias[]
}

/** Agencies mark aliases that are too broad to find anyone by as weak (low quality). */
export type ListedAlias = { readonly name: string; readonly weak?: boolean }

export type ScreenedName = { readonly kind: 'business' | 'person'; readonly name: string }

/** Which of a listed party's names it is. */
export type NameQuality = 'name' | 'alias' | 'weak alias'

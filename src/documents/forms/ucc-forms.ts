// The forms that a filing office takes liens on; known without what draws them.
export const uccForms = ['ucc-1', 'ucc-3'] as const
export type UccForm = (typeof uccForms)[number]

// The forms for liens. Kept apart from the code that draws them, which takes memory.
export const uccForms = ['ucc-1', 'ucc-3'] as const
export type UccForm = (typeof uccForms)[number]

/** Whether forms show every letter: filing offices index Latin letters. */
export const isLatin = (text: string): boolean => !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)

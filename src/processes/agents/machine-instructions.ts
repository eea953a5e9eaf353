// Text that speaks to machines instead of customers: a website that tries to instruct its automatic readers. Such text is counted and
// named as a sign of bad faith; it is never quoted, so that nothing further along reads it as an order.

const kinds: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'tells its reader to ignore instructions',
    /\b(ignore|disregard|forget|override)\b[^.!?]{0,40}\b(instructions?|prompts?|guidelines|rules)\b/gi,
  ],
  [
    'addresses an automated reader',
    /\b(attention|note|instructions?|message)\s+(to|for)\s+(any |all |the )?(ai|llms?|language models?|chatbots?|automated \w+|crawlers?|agents?)\b/gi,
  ],
  [
    'gives its reader another role',
    /\b(you are|act as|behave as)\b[^.!?]{0,30}\b(ai|llm|language model|assistant|agent|reviewer|system)\b/gi,
  ],
  ['names a system prompt', /\bsystem prompt\b|<\/?(system|assistant)>/gi],
  [
    'asks to be approved',
    /\b(approve|clear|whitelist|verify|recommend)\b[^.!?]{0,25}\b(this|our) (business|company|merchant|application|applicant|account)\b/gi,
  ],
]

/** What the text tries, with how often, in words of our own. */
export const machineInstructionsIn = (text: string): readonly string[] =>
  kinds.flatMap(([what, pattern]) => {
    const times = text.match(pattern)?.length ?? 0
    return times === 0 ? [] : [times === 1 ? what : `${what} (${times} times)`]
  })

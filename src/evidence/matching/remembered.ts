// Caches the results of a costly function of one text, for the most recent texts.

/** `size`: the number of cached results. */
export const remembered = <Answer>(size: number, ask: (text: string) => Answer): ((text: string) => Answer) => {
  const answers = new Map<string, Answer>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = ask(text)
    if (answers.size >= size) answers.delete(answers.keys().next().value as string)
    answers.set(text, answer)
    return answer
  }
}

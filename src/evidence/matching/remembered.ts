// Caches the results of costly functions: of a text for the texts that were asked for last, of an object for as long as it lives.
import { LRUCache } from 'lru-cache'

/** `size`: the number of cached results. `keyOf`: a text that is the same for two questions only if their answers are. */
export const remembered = <Answer extends {}, Question = string>(
  size: number,
  ask: (question: Question) => Answer,
  keyOf: (question: Question) => string = String,
): ((question: Question) => Answer) => {
  // With the first question: it takes its whole room at once, and many a program that loads this asks none.
  let answers: LRUCache<string, Answer> | undefined
  return (question) => {
    answers ??= new LRUCache({ max: size })
    const key = keyOf(question)
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = ask(question)
    answers.set(key, answer)
    return answer
  }
}

/** The answer for an object that does not change. */
export const rememberedOf = <Of extends object, Answer extends object>(ask: (of: Of) => Answer): ((of: Of) => Answer) => {
  const answers = new WeakMap<Of, Answer>()
  return (of) => {
    const known = answers.get(of)
    if (known) return known
    const answer = ask(of)
    answers.set(of, answer)
    return answer
  }
}

// Several looks of one verification ask the same of one subject: the first question is answered, and the others with it.
import type { Subject } from '../ports.ts'

type Ask<Answer> = (subject: Subject, signal?: AbortSignal) => Promise<Answer>

export const askedOnce = <Answer>(ask: Ask<Answer>): Ask<Answer> => {
  const answers = new WeakMap<Subject, Promise<Answer>>()
  return (subject, signal) => {
    const known = answers.get(subject)
    if (known) return known
    const answer = ask(subject, signal)
    answers.set(subject, answer)
    answer.catch(() => answers.delete(subject))
    return answer
  }
}

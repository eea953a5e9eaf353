// Works through a list with as many workers as test files may run side by side.
import { availableParallelism } from 'node:os'

/** Does the work for each member, in their order, for two at a time; one where there is only one core. */
export const twoAtATime = async <T>(members: readonly T[], work: (member: T) => Promise<void>): Promise<void> => {
  const queue = [...members]
  const worker = async () => {
    for (let member = queue.shift(); member !== undefined; member = queue.shift()) await work(member)
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
}

// Works through a list with several workers.

/** Does the work for each member, in their order, for at most `places` at a time. */
export const sideBySide = async <T>(places: number, members: readonly T[], work: (member: T) => Promise<void>): Promise<void> => {
  const queue = [...members]
  const worker = async () => {
    for (let member = queue.shift(); member !== undefined; member = queue.shift()) await work(member)
  }
  await Promise.all(Array.from({ length: places }, worker))
}

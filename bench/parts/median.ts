// The middle of several measurements, which one slow round does not move.

export const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Of so many rounds, each by itself, in milliseconds; a round before them does not count. */
export const medianMs = async (rounds: number, work: () => Promise<unknown>): Promise<number> => {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return median(times)
}

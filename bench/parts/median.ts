// The median of several measurements, so that one slow round has no effect.

export const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Measures each round separately, in milliseconds; a first round is not counted. */
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

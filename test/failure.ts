// What a promise rejects with, for tests of refusals.

/** @returns undefined where it is fulfilled */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

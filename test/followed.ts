// Follows a promise, for tests that look at it while time is mocked.

/** Whether it has ended by now, and how. */
export const followed = (promise: Promise<unknown>) => {
  const state = { ended: 'no' }
  promise.then(
    (value) => {
      state.ended = `with ${value}`
    },
    (error) => {
      state.ended = `by ${error instanceof Error ? error.message : error}`
    },
  )
  return state
}

// Ends a program of the service. `process.exit` alone may hang for ever (nodejs/node issue 54918): it waits for the threads of V8, and one that
// compiles in the background and finds the heap full waits for the main thread to collect.

/** How long the main thread rests before the end: V8's threads get what they wait for meanwhile, and nothing new is compiled. */
const restMs = 50

/** Ends the process with this code. Never resolves. */
export const endProcess = (code: number): Promise<never> => new Promise(() => setTimeout(() => process.exit(code), restMs))

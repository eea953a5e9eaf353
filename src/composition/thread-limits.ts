// V8 takes a flag about the heap for every thread, above the limits that the thread was started with.
import { setFlagsFromString } from 'node:v8'

/**
 * Lets the threads that start from now on have the limits that they are started with. This one keeps what the flags gave it.
 * With the flags each thread would have a young generation as large as the main one, and an upload as much memory as the service.
 */
export const limitThreadsApart = (): void => {
  setFlagsFromString('--max-semi-space-size=0')
  setFlagsFromString('--max-old-space-size=0')
}

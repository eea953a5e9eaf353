// Where the lines of the log go. Pino's own way waits for ever where a line cannot be written, as on a full disk, and the service answers nothing meanwhile.
import { writeSync } from 'node:fs'

const pauseMs = 20
/** How often a line waits for a reader that is slow. */
const mostPauses = 50

const pause = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)

const isReaderSlow = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN'

/**
 * Writes whole lines to a file descriptor. Lines that cannot be written are left out, and the next one that can be is preceded by their number: the
 * service goes on without its log.
 */
export const logLines = (fd: number): { readonly write: (line: string) => void } => {
  let lost = 0
  let isCut = false

  const writeAll = (text: string) => {
    const bytes = Buffer.from(text)
    let pauses = lost > 0 ? mostPauses : 0
    for (let at = 0; at < bytes.length; )
      try {
        at += writeSync(fd, bytes, at)
        isCut = at < bytes.length
      } catch (error) {
        if (!isReaderSlow(error) || pauses++ >= mostPauses) throw error
        pause()
      }
  }

  return {
    write: (line) => {
      try {
        writeAll(`${isCut ? '\n' : ''}${lost > 0 ? lostLine(lost) : ''}${line}`)
        lost = 0
      } catch {
        lost++
      }
    },
  }
}

const lostLine = (lost: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), service: 'probity', lost, msg: 'lines of this log could not be written' })}\n`

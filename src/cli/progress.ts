// Shows the progress of long work on the standard error, so that the output can go into a file: one line, redrawn on a terminal,
// or a line now and then elsewhere.

export type Progress = {
  /** `count` in units; `share` from 0 to 1 if the end is known. */
  readonly at: (count: number, share?: number) => void
  readonly end: () => void
}

type Out = { readonly isTTY?: boolean; readonly columns?: number; readonly write: (text: string) => unknown }

const longestBar = 30
const betweenDrawingsMs = 100
const betweenLinesMs = 5_000

/** `what` names the work, `unit` what it counts: verifying, events. */
export const progress = (what: string, unit: string, out: Out = process.stderr): Progress => {
  const began = performance.now()
  let toldAt = out.isTTY ? 0 : began
  let shown = false
  let first: { readonly count: number; readonly share: number } | undefined
  return {
    at: (count, share) => {
      const now = performance.now()
      // Work done before the display began says nothing about the speed.
      first ??= { count, share: share ?? 0 }
      if (now < toldAt + (out.isTTY ? betweenDrawingsMs : betweenLinesMs)) return
      toldAt = now
      shown = true
      const line = lineOf({ what, unit, count, share, first, seconds: (now - began) / 1000 }, (out.isTTY && out.columns) || undefined)
      out.write(out.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
    },
    end: () => {
      if (out.isTTY && shown) out.write('\r\u001b[K')
    },
  }
}

type ProgressState = {
  readonly what: string
  readonly unit: string
  readonly count: number
  readonly share: number | undefined
  readonly first: { readonly count: number; readonly share: number }
  readonly seconds: number
}

/** The line in one row of the terminal, because a row that wraps cannot be redrawn. The bar gets the room that the words leave. */
const lineOf = ({ what, unit, count, share, first, seconds }: ProgressState, columns = Number.POSITIVE_INFINITY): string => {
  const perSecond = Math.round((count - first.count) / Math.max(seconds, 0.001))
  const rate = `${count.toLocaleString('en')} ${unit}, ${perSecond.toLocaleString('en')} a second`
  const done = share === undefined ? 0 : share - first.share
  const left = share !== undefined && done > 0 ? `, ${duration((seconds * (1 - share)) / done)} left` : ''
  const told = share === undefined ? rate : `${(share * 100).toFixed(0).padStart(3)} %  ${rate}${left}`
  const room = Math.min(longestBar, columns - what.length - told.length - 5)
  const bar = share === undefined || room < 1 ? ':' : ` [${barOf(Math.min(1, share), room)}]`
  return `${what}${bar} ${told}`.slice(0, columns - 1)
}

const barOf = (share: number, width: number): string => '#'.repeat(Math.round(share * width)).padEnd(width, '.')

const duration = (seconds: number): string => (seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`)

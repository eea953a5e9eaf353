// A bar for work that takes minutes, on a terminal: how much is done, and how long the rest will take at the same speed.

export type Progress = { readonly reach: (done: number) => void; readonly end: () => void }

const width = 30

export const openProgress = (what: string, goal: number): Progress => {
  const began = performance.now()
  const { stderr } = process
  return {
    reach: (done) => {
      if (!stderr.isTTY || done === 0) return
      const share = Math.min(1, done / goal)
      const left = ((performance.now() - began) / 1000) * (1 / share - 1)
      const bar = '#'.repeat(Math.floor(share * width)).padEnd(width, '.')
      stderr.write(`\r${what} [${bar}] ${(share * 100).toFixed(0)} %, ${left.toFixed(0)} s left   `)
    },
    end: () => {
      if (stderr.isTTY) stderr.write('\r\u001b[K')
    },
  }
}

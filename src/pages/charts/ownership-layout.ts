// Where the boxes and lines of a chart of owners stand: a row for each level, and a lane through the rows that a line passes, so that no line crosses
// a box. Pure geometry, in pixels from the top left corner.

export const box = { width: 208, height: 54 }
const gap = { x: 24, y: 66 }
const laneWidth = 16
/** Between two lines at the same edge of a box, at most. */
const portStep = 18

/** A line between two boxes on different levels. `labelAt`: how far down its first stretch the label stands, from 0 to 1. */
export type Link = { readonly upper: string; readonly lower: string; readonly labelAt: number }

type Point = { readonly x: number; readonly y: number }

type Laid = {
  readonly width: number
  readonly height: number
  /** The left upper corner of each box, by id. */
  readonly places: ReadonlyMap<string, Point>
  /** In the order of the links: the path from the upper to the lower box, and where its label stands. */
  readonly lines: readonly { readonly path: string; readonly label: Point }[]
}

/** @param levels by the id of each box; level 0 is at the bottom */
export const laidOut = (levels: ReadonlyMap<string, number>, links: readonly Link[]): Laid => {
  const ways = links.map((link, index) => stepsOf(link, levels, index))
  const steps = ways.flat()
  const boxes = [...levels].map(([id, level]): Stop => ({ id, level, width: box.width }))
  const lanes = ways.flatMap((way) => way.slice(1).map(({ from }) => from))
  const rows = Map.groupBy([...boxes, ...lanes], ({ level }) => level)
  const top = Math.max(...rows.keys())
  const below = Map.groupBy(steps, ({ from }) => from.id)
  const middles = new Map<string, number>()
  for (let level = 0; level <= top; level++) {
    const wanted = ({ id }: Stop) => mean((below.get(id) ?? []).map(({ to }) => middles.get(to.id) ?? 0))
    const row = (rows.get(level) ?? []).toSorted((one, other) => wanted(one) - wanted(other))
    let x = -widthOf(row) / 2
    for (const { id, width } of row) {
      middles.set(id, x + width / 2)
      x += width + gap.x
    }
  }
  const width = Math.max(...[...rows.values()].map(widthOf))
  const middleOf = ({ id }: Stop) => (middles.get(id) ?? 0) + width / 2
  const yOf = ({ level }: Pick<Stop, 'level'>) => (top - level) * (box.height + gap.y)
  const leaving = portsOf(steps, { at: ({ from }) => from, towards: ({ to }) => middleOf(to) })
  const arriving = portsOf(steps, { at: ({ to }) => to, towards: ({ from }) => middleOf(from) })
  return {
    width,
    height: yOf({ level: 0 }) + box.height,
    places: new Map(boxes.map((each) => [each.id, { x: middleOf(each) - box.width / 2, y: yOf(each) }])),
    lines: ways.map((way, index) => {
      const curves = way.map((step): readonly [Point, Point] => [
        { x: middleOf(step.from) + (leaving.get(step) ?? 0), y: yOf(step.from) + box.height },
        { x: middleOf(step.to) + (arriving.get(step) ?? 0), y: yOf(step.to) },
      ])
      const label = pointOn(curves[0] as readonly [Point, Point], links[index]?.labelAt ?? 0)
      return { path: pathOf(curves), label: { x: label.x, y: label.y + 4 } }
    }),
  }
}

/** A box, or the place where a line passes a row. */
type Stop = { readonly id: string; readonly level: number; readonly width: number }
type Step = { readonly from: Stop; readonly to: Stop }

/** From the upper box down to the lower one. */
const stepsOf = ({ upper, lower }: Link, levels: ReadonlyMap<string, number>, index: number): readonly Step[] => {
  const [top, bottom] = [levels.get(upper) ?? 0, levels.get(lower) ?? 0]
  const stop = (level: number): Stop => {
    if (level === top) return { id: upper, level, width: box.width }
    if (level === bottom) return { id: lower, level, width: box.width }
    return { id: `${index}/${level}`, level, width: laneWidth }
  }
  return Array.from({ length: top - bottom }, (_, passed) => ({ from: stop(top - passed), to: stop(top - passed - 1) }))
}

const widthOf = (row: readonly Stop[]): number => row.reduce((sum, { width }) => sum + width + gap.x, -gap.x)

const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length)

/** How far from the middle of a box each line leaves or reaches it, so that lines do not cross beside it. */
const portsOf = (
  steps: readonly Step[],
  { at, towards }: { readonly at: (step: Step) => Stop; readonly towards: (step: Step) => number },
): ReadonlyMap<Step, number> => {
  const ports = new Map<Step, number>()
  for (const group of Map.groupBy(steps, (step) => at(step).id).values()) {
    const space = Math.min(portStep, (box.width - 40) / group.length)
    const sorted = group.toSorted((one, other) => towards(one) - towards(other))
    for (const [index, step] of sorted.entries()) ports.set(step, (index - (group.length - 1) / 2) * space)
  }
  return ports
}

/** On the curve that `pathOf` draws between two points. */
const pointOn = ([from, to]: readonly [Point, Point], at: number): Point => ({
  x: from.x + (to.x - from.x) * (3 * at ** 2 - 2 * at ** 3),
  y: from.y + (to.y - from.y) * (1.5 * at * (1 - at) + at ** 3),
})

const pathOf = (curves: readonly (readonly [Point, Point])[]): string =>
  curves
    .map(([from, to], index) => {
      const bend = (to.y - from.y) / 2
      return `${index === 0 ? 'M' : 'L'}${from.x} ${from.y}C${from.x} ${from.y + bend} ${to.x} ${to.y - bend} ${to.x} ${to.y}`
    })
    .join('')

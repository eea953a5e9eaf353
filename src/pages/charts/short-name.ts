// A name as it fits into a box of a chart.

/** @param fitting how many letters fit */
export const shortName = (name: string, fitting: number): string => (name.length > fitting ? `${name.slice(0, fitting - 1)}…` : name)

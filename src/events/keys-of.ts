// The keys of a table, with their type.

/**
 * @example
 * keysOf({ high: 3, low: 1 }) // => ['high', 'low']
 */
export const keysOf = <Table extends object>(table: Table): readonly (keyof Table & string)[] =>
  // Object.keys has the type string[], because an object may have more members than its type says. The tables here have no others.
  Object.keys(table) as (keyof Table & string)[]

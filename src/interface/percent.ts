// Percentages for pages and documents.

/**
 * With two digits behind the point at most.
 * @example
 * percent(33.333333) // => '33.33 %'
 */
export const percent = (value: number): string => `${Math.round(value * 100) / 100} %`

// Percentages for pages and documents.

/**
 * With two digits behind the point at most, rounded down: a share below a threshold never looks as if it reached it. What is beyond six digits is noise
 * of binary fractions.
 * @example
 * percent(33.333333) // => '33.33 %'
 * percent(24.9999) // => '24.99 %'
 */
export const percent = (value: number): string => `${Math.floor(Math.round(value * 1e6) / 1e4) / 100} %`

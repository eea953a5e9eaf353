// How the score of a watchlist hit is written on pages and in documents.

/**
 * With two decimals, as the scale beside it. Only names that are the same have 1.00.
 * @example
 * scoreText(0.919) // => '0.92'
 * scoreText(0.997) // => '0.99'
 * scoreText(1) // => '1.00'
 */
export const scoreText = (score: number): string => (score < 1 ? Math.min(score, 0.99) : score).toFixed(2)

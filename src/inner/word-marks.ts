// The words of two names marked for a reader, for the pages that show a watchlist hit.
export { type MarkedWord, markWords } from '../evidence/matching/word-marks.ts'

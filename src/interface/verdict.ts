// The verdict as clients and pages show it: the rules are in evidence/verdict.ts.
export { type Finding, type Level, type Verdict, verdictOf } from '../evidence/verdict.ts'

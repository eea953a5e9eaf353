// The verdict as clients and pages show it: the rules are in evidence/verdict.ts.
export {
  type Finding,
  type Judged,
  type Level,
  nothingAgainst,
  type Outcome,
  type Verdict,
  verdictOf,
  verdictRules,
} from '../evidence/verdict.ts'

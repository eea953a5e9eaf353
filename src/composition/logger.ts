// The service's log: JSON lines on the standard output, the same for each of its threads.
import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'
import { toldFailure } from '../stores/told-failure.ts'
import { logLines } from './log-lines.ts'
import type { Outages } from './outages.ts'

export const logger = ({ logLevel }: Pick<Config, 'logLevel'>, { hooks }: Pick<Outages, 'hooks'>): Logger =>
  pino({ level: logLevel, base: { service: 'probity' }, timestamp: pino.stdTimeFunctions.isoTime, hooks, serializers }, logLines(1))

/** Pino's own shows whatever an error carries. */
export const serializers = { err: (error: unknown) => toldFailure(error) }

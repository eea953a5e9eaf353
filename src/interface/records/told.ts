// Records that only webhooks send by themselves. Elsewhere they are part of another record.
import { z } from 'zod'
import { Tin, WatchlistResult } from './evidence.ts'

export const ToldTin = Tin.extend({ object: z.literal('tin') }).meta({ id: 'ToldTin' })
export const ToldWatchlistResult = WatchlistResult.extend({ business_id: z.uuid() }).meta({ id: 'ToldWatchlistResult' })

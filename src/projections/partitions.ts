// How accounts are divided among workers: a fixed number of partitions, each account in one of them for good, so that one worker at a
// time does all work for an account (its read models, its processes).
import { hash } from 'node:crypto'
import { type Share, wholeLog } from './checkpoints.ts'

/** Enough that several workers can share them. Checkpoints and leases use their names, so the number must not change. */
export const clusterPartitions = 8

/** `3/8`; `all` where there is only one. */
const nameOf = (index: number, count: number): string => (count === 1 ? wholeLog.partition : `${index}/${count}`)

/**
 * The names of the partitions of an installation with this number of them.
 * @example
 * partitionNames(2) // => ['0/2', '1/2']
 * partitionNames(1) // => ['all']
 */
export const partitionNames = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => nameOf(index, count))

export const partitionOf = (accountId: string, count: number): string =>
  count === 1 ? wholeLog.partition : nameOf(Number.parseInt(hash('sha256', accountId).slice(0, 8), 16) % count, count)

/** The share of one partition, under the fencing token of its lease. */
export const shareOf = (partition: string, count: number, token: number): Share => ({
  partition,
  owns: (accountId) => partitionOf(accountId, count) === partition,
  token,
})

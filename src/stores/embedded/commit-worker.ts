// The thread of `commit-thread.ts`: writes the commits that it receives, in order, over its own connection.
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Order } from './commit-thread.ts'
import { openCommits } from './commits.ts'
import { optimize } from './optimize.ts'
import { openReadModels } from './read-models.ts'
import { asUnavailable } from './room.ts'
import { transactions } from './transactions.ts'

if (!parentPort) throw new Error('this file runs as a thread of the document store')
const port = parentPort
const database = openReadModels(workerData as string)
const { define, commit } = openCommits(database, transactions(database).write)

const answerTo = (id: number, work: () => void): Answer => {
  try {
    work()
    return { id }
  } catch (error) {
    const { name, message } = asUnavailable(workerData as string, error instanceof Error ? error : new Error(String(error))) as Error
    return { id, problem: { name, message } }
  }
}

port.on('message', (order: Order) => {
  if (order === 'end') {
    optimize(database)
    database.close()
    port.close()
  } else if ('define' in order) define(order.define)
  else port.postMessage(answerTo(order.id, () => commit(order.commits)))
})

// The thread of `commit-thread.ts`: writes the commits that it receives, in order, over its own connection.
import { parentPort, workerData } from 'node:worker_threads'
import { type Commits, openCommits } from './commits.ts'
import { optimize } from './optimize.ts'
import { openReadModels } from './read-models.ts'
import { asUnavailable } from './room.ts'
import { offerWork } from './store-thread.ts'
import { transactions } from './transactions.ts'

const file = workerData as string
const database = openReadModels(file)
// Another thread empties the log (emptying-thread.ts). Only where that fails does a commit do it, so that the log stays bounded.
database.exec('pragma wal_autocheckpoint = 20000')
const { define, commit } = openCommits(database, transactions(database).write)

const offer: Commits = {
  define,
  commit: (commits, filling) => {
    try {
      commit(commits, filling)
    } catch (error) {
      throw asUnavailable(file, error)
    }
  },
}

offerWork(parentPort, offer, () => {
  optimize(database)
  database.close()
})

// The thread of a trial: it holds the lists open and screens one subject after the other, so that the index over them is built beside the requests.
import { parentPort, workerData } from 'node:worker_threads'
import type { Subject } from '../ports.ts'
import { openTrialScreening, type TrialScreeningOptions } from './trial-screening.ts'
import type { TrialAnswer } from './trial-screening-thread.ts'

const port = parentPort
if (port === null) throw new Error('trial-screening-worker.ts runs as a thread of trial-screening-thread.ts only')

const { lists, screen } = openTrialScreening(workerData as TrialScreeningOptions)
const answer = (message: TrialAnswer) => port.postMessage(message)

port.on('message', (subject: Subject) => {
  screen(subject).then(
    (finding) => answer({ finding }),
    (error: unknown) => answer({ problem: error instanceof Error ? error.message : String(error) }),
  )
})
answer({ lists })

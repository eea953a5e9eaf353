// A thread of a reader (reading-process.ts) that ends the reader when its service is gone. The main thread may be in an endless loop and notice nothing.
import { workerData } from 'node:worker_threads'

const lookMs = 500

// When the parent has died, another process with another id becomes the parent.
setInterval(() => process.ppid !== workerData && process.kill(process.pid, 'SIGKILL'), lookMs)

// A thread of a reader (reading-process.ts) that ends it when its service is gone. The main thread may be in an endless loop, and hears of nothing.
import { workerData } from 'node:worker_threads'

const lookMs = 500

// Whoever takes over the children of a dead process has another id.
setInterval(() => process.ppid !== workerData && process.kill(process.pid, 'SIGKILL'), lookMs)

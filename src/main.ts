// The entrance of the program. What Node compiles of it is kept (in the system's folder for temporary files), which halves every later start;
// that has to be switched on before the rest is loaded.
import { enableCompileCache } from 'node:module'

enableCompileCache()
await import('./program.ts')

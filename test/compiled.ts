// Programs that tests start find what is compiled already, as those do that `npm` starts. It halves the processor time of a start.

export const withCompiled = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env })

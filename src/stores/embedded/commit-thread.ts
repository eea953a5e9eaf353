// The commits of a running service to its read models, written in a thread of their own: the next events are folded meanwhile.
import { openCollectionThread } from './collection-thread.ts'
import type { Commits, PreparedCommit } from './commits.ts'

export type CommitThread = Pick<Commits, 'define'> & {
  /** Resolves once it is written. Commits are written in order. @throws Fenced; StoreUnavailable when it could not be written or the thread died */
  readonly commit: (commits: readonly PreparedCommit[], filling?: boolean) => Promise<void>
  /** Writes the commits taken on so far, then ends. */
  readonly close: () => Promise<void>
}

/** `file`: the read models. A thread that dies is replaced at the next commit. */
export const openCommitThread = (file: string): CommitThread => {
  const { call, ...thread } = openCollectionThread<Pick<Commits, 'commit'>>({
    program: new URL('./commit-worker.ts', import.meta.url),
    data: file,
    what: 'writes the read models',
  })
  return { ...thread, commit: (...given) => call('commit', ...given) }
}

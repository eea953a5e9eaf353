// Why a service does not start, as far as an operator can do something about it: the message says what, a stack trace would hide it.

/** The names of these errors. */
export const startFailures: ReadonlySet<string> = new Set([
  'DataFolderInUse',
  'DataFolderUnusable',
  'StoreMisconfigured',
  'StoreUnavailable',
  'WrongFilingConfig',
  'WrongMasterKey',
  'WrongRiskLists',
  'WrongSetting',
  'WrongSourcesConfig',
])

// Start failures that an operator can fix: the message says how, and a stack trace would hide it.

export const startFailures: ReadonlySet<string> = new Set([
  'DataFolderInUse',
  'DamagedEvent',
  'DataFolderUnusable',
  'LogUnusable',
  'LostKeys',
  'StoreMisconfigured',
  'StoreUnavailable',
  'WrongFilingConfig',
  'WrongMasterKey',
  'WrongRiskLists',
  'WrongSetting',
  'WrongSourcesConfig',
])

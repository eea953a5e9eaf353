// Makes the three members one replica set, once; run by mongosh, again at every start.
const members = ['mongo1:27017', 'mongo2:27017', 'mongo3:27017']

try {
  rs.status()
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error
  rs.initiate({ _id: 'probity', members: members.map((host, _id) => ({ _id, host })) })
}
while (!rs.status().members.some(({ stateStr }) => stateStr === 'PRIMARY')) sleep(250)

// Two roles, for installations that give MongoDB users and a key file. The service writes to both databases; analysts read what docs/analysing.md
// describes, and nothing of the service's own records or of authentication:
//   db.getSiblingDB('probity').createUser({ user: 'ann', pwd: passwordPrompt(), roles: ['analyst'] })
const views = [
  'businesses',
  'business_snapshots',
  'orders',
  'liens',
  'timeline',
  'signals',
  'watchlist_results',
  'policy_results',
  'policy_shadow_results',
  'registered_states',
  'monitors',
  'proposals',
  'runs',
  'run_feedback',
]
const databases = ['probity', 'probity_authentication']
const roles = {
  analyst: { privileges: views.map((collection) => ({ resource: { db: 'probity', collection }, actions: ['find'] })), roles: [] },
  service: { privileges: [], roles: databases.flatMap((db) => ['readWrite', 'dbAdmin'].map((role) => ({ role, db }))) },
}
const primary = rs.status().members.find(({ stateStr }) => stateStr === 'PRIMARY').name
const probity = connect(`mongodb://${primary}/probity`)
for (const [role, definition] of Object.entries(roles))
  if (probity.getRole(role) === null) probity.createRole({ role, ...definition })
  else probity.updateRole(role, definition)

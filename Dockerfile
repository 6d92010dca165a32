# One image per service, by FOLDER; docker-compose.yml lists them. Node 22 or 24.
ARG NODE_IMAGE=node:24-slim

# Manifests only: packages stay in the build cache while sources change.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /all
COPY . .
RUN mkdir /manifests && cp --parents package.json package-lock.json */package.json packages/*/package.json \
  services/*/package.json shell/stubs/*/package.json tools/*/package.json /manifests

FROM ${NODE_IMAGE} AS installed
WORKDIR /app
COPY --from=manifests /manifests ./
RUN npm ci --no-audit --no-fund --ignore-scripts

FROM installed AS build
COPY . .
# Only what runs, by name: no sources, tests, types, replay or other files of the folder.
RUN npm run build && mkdir /built && cp -r --parents contracts/dist gateway/dist services/*/dist packages/*/dist \
  shell/dist tools/local-stack/dist/publish-remotes.js tools/local-stack/dist/release mf-*/package.json mf-*/remote.json mf-*/dist /built \
  && find /built -name '*.d.ts' -delete -o -name '*.test.js' -delete -o -name '*.tsbuildinfo' -delete \
  && find /built/contracts /built/gateway /built/services /built/packages -name '*.map' -delete

# The packages of one service, from the cache of the first installation, without files that only compilers read. npm omits only
# development dependencies; the dependencies of other workspaces would be installed too.
FROM installed AS packages
ARG FOLDER=services/games
WORKDIR /service
COPY --from=manifests /manifests ./
RUN node -e "for (const file of fs.globSync(['*/package.json', '*/*/package.json'])) { \
    const { devDependencies, ...rest } = JSON.parse(fs.readFileSync(file)); fs.writeFileSync(file, JSON.stringify(rest)); }" \
  && npm install --offline --omit=dev --no-audit --no-fund --ignore-scripts --workspace "$FOLDER" \
  && rm -rf node_modules/typescript node_modules/@types node_modules/.bin node_modules/*/_types node_modules/*/_cjs \
  && find node_modules/ -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete

# The service's code and the code of its workspace packages.
FROM build AS assembled
COPY --from=packages /service /service
WORKDIR /service
RUN mkdir /image && cp package.json /image \
  && for package in node_modules/@touchline/*; do \
       folder=$(realpath --relative-to=. "$package"); cp -r --parents "$folder/package.json" /image; \
       if [ -d "/built/$folder/dist" ]; then cp -r "/built/$folder/dist" "/image/$folder/"; fi; done

# The process owns none of its files and cannot change them.
FROM ${NODE_IMAGE} AS service
# The same as tools/local-stack/src/dependencies/process-settings.ts: more space for new objects, and free memory is returned.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32 MALLOC_TRIM_THRESHOLD_=1048576
WORKDIR /app
COPY --from=packages /service/node_modules node_modules
COPY --from=assembled /image ./
COPY deploy/health.mjs ./
USER node

FROM service AS gateway
COPY --from=build /built/shell/dist shell/dist
USER root
# A new volume takes this owner: the gateway writes the files that teams publish.
RUN mkdir /remotes && chown node:node /remotes
USER node

# The remotes of this release and the program that publishes them.
FROM gateway AS remotes
COPY --from=build /built ./

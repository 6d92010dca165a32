# One image per process of Touchline, by PART and FOLDER; docker-compose.yml says which. Node 22 or 24.
ARG NODE_IMAGE=node:24-slim

# The manifests alone: what is installed from them stays in the cache of builds while sources change.
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
# What runs, by name: sources, tests, types, the replay and whatever lies about in the folder stay behind.
RUN npm run build && mkdir /built && cp -r --parents contracts/dist gateway/dist services/*/dist packages/*/dist \
  shell/dist tools/local-stack/dist/publish-remotes.js tools/local-stack/dist/release mf-*/package.json mf-*/remote.json mf-*/dist /built \
  && find /built -name '*.d.ts' -delete -o -name '*.test.js' -delete -o -name '*.tsbuildinfo' -delete \
  && find /built/contracts /built/gateway /built/services /built/packages -name '*.map' -delete

# The packages of one process: from the cache of the first installation, without what only compilers read. npm leaves out only
# what nobody needs but for development; what another workspace runs with would come along.
FROM installed AS packages
ARG FOLDER=services/games
WORKDIR /part
COPY --from=manifests /manifests ./
RUN node -e "for (const file of fs.globSync(['*/package.json', '*/*/package.json'])) { \
    const { devDependencies, ...rest } = JSON.parse(fs.readFileSync(file)); fs.writeFileSync(file, JSON.stringify(rest)); }" \
  && npm install --offline --omit=dev --no-audit --no-fund --ignore-scripts --workspace "$FOLDER" \
  && rm -rf node_modules/typescript node_modules/@types node_modules/.bin node_modules/*/_types node_modules/*/_cjs \
  && find node_modules/ -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete

# Its own code and that of the workspaces among its packages.
FROM build AS part
COPY --from=packages /part /part
WORKDIR /part
RUN mkdir /image && cp package.json /image \
  && for package in node_modules/@touchline/*; do \
       folder=$(realpath --relative-to=. "$package"); cp -r --parents "$folder/package.json" /image; \
       if [ -d "/built/$folder/dist" ]; then cp -r "/built/$folder/dist" "/image/$folder/"; fi; done

# The process owns none of its files and can change none.
FROM ${NODE_IMAGE} AS service
# As tools/local-stack/src/dependencies/process-settings.ts says: more room for new objects, and memory that is free goes back to the system.
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32 MALLOC_TRIM_THRESHOLD_=1048576
WORKDIR /app
COPY --from=packages /part/node_modules node_modules
COPY --from=part /image ./
COPY deploy/health.mjs ./
USER node

FROM service AS gateway
COPY --from=build /built/shell/dist shell/dist
USER root
# A new volume takes over its owner: the gateway writes what teams publish.
RUN mkdir /remotes && chown node:node /remotes
USER node

# The remotes of this release and the program that publishes them.
FROM gateway AS remotes
COPY --from=build /built ./

# One image for every process of Touchline; docker-compose.yml says which one a container runs.
FROM node:20-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund --ignore-scripts && npm run build && npm prune --omit=dev --ignore-scripts
# What runs, by name: sources, tests, the replay and whatever lies about in the folder stay behind.
RUN mkdir /image && cp -r --parents package.json node_modules chain/package.json chain/dist \
  gateway/package.json gateway/dist services/*/package.json services/*/dist packages/*/package.json packages/*/dist \
  deploy/health.mjs platform/package.json platform/dist shell/dist mf-*/package.json mf-*/remote.json mf-*/dist /image

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /image /app
# A new volume takes over its owner: the gateway writes what teams publish.
RUN mkdir /remotes && chown node:node /remotes
USER node

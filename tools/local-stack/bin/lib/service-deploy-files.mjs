import { KUSTOMIZATION, kubernetes } from './service-kubernetes.mjs';

/** Port of every team service, each in its own container. */
const PORT = 4810;

/** The files of a service's deployment, by path. No other file changes when a service is added (docs/operations/services.md). */
export function deployFiles(name, natsUser) {
  const key = name.replaceAll('-', '_');
  return {
    'deploy/compose.yml': compose(name, key),
    'deploy/kubernetes.yaml': kubernetes(name, key, PORT),
    'deploy/kustomization.yaml': KUSTOMIZATION,
    'deploy/nats-user.conf': natsUser,
    'deploy/scrape.yml': scrape(name),
    'deploy/alerts.rules': alerts(name),
  };
}

const compose = (
  name,
  key,
) => `# Added to docker-compose.yml by COMPOSE_FILE in .env: docs/operations/services.md. Paths start at the project's root.
services:
  ${name}:
    image: touchline-${name}:\${TOUCHLINE_VERSION:-latest}
    build:
      {
        context: .,
        target: service,
        args: { NODE_IMAGE: "\${NODE_IMAGE:-node:24-slim}", FOLDER: services/${name} },
      }
    command: [node, services/${name}/dist/main.js]
    restart: unless-stopped
    scale: \${REPLICAS:-2}
    security_opt: [no-new-privileges:true]
    cap_drop: [ALL]
    pids_limit: 300
    mem_limit: 512m
    logging: { driver: json-file, options: { max-size: 20m, max-file: "5" } }
    read_only: true
    tmpfs: [/tmp]
    stop_grace_period: 20s
    networks: [app, data]
    secrets: [${key}_db_password, ${key}_nats_password, ${key}_token]
    depends_on:
      prepare-database: { condition: service_completed_successfully }
      prepare-bus: { condition: service_completed_successfully }
    # Without .env: it may contain the key of an RPC.
    environment:
      HOST: 0.0.0.0
      PORT: ${PORT}
      METRICS_PORT: 9464
      DRAIN_SECONDS: 3
      JWKS_URL: http://gateway:4800/.well-known/jwks.json
      ADMIN_WALLETS: \${ADMIN_WALLETS:-}
      LOG_LEVEL: \${LOG_LEVEL:-}
      OTEL_EXPORTER_OTLP_ENDPOINT: \${OTEL_EXPORTER_OTLP_ENDPOINT:-}
      OTEL_TRACES_SAMPLER_ARG: \${OTEL_TRACES_SAMPLER_ARG:-}
      DATABASE_URL: postgres://${key}@postgres:5432/touchline
      DATABASE_PASSWORD_FILE: /run/secrets/${key}_db_password
      NATS_URL: nats://${name}@nats:4222
      NATS_PASSWORD_FILE: /run/secrets/${key}_nats_password
      SERVICE_TOKEN_FILE: /run/secrets/${key}_token
    healthcheck: { test: [CMD, node, health.mjs], interval: 15s, retries: 24 }

  prepare-database:
    secrets: [${key}_db_password]

  nats:
    secrets: [${key}_nats_password]
    volumes: ["./services/${name}/deploy/nats-user.conf:/etc/nats/users/${name}.conf:ro"]

  prometheus:
    volumes:
      - ./services/${name}/deploy/scrape.yml:/etc/touchline-services/${name}.yml:ro
      - ./services/${name}/deploy/alerts.rules:/etc/touchline-services/${name}.rules:ro

secrets:
  ${key}_db_password: { file: ./secrets/${key}_db_password }
  ${key}_nats_password: { file: ./secrets/${key}_nats_password }
  ${key}_token: { file: ./secrets/${key}_token }
`;

const scrape = (name) => `# Read by deploy/prometheus/prometheus.yml.
scrape_configs:
  - job_name: ${name}
    dns_sd_configs:
      - { names: [${name}], type: A, port: 9464, refresh_interval: 15s }
    relabel_configs:
      - { source_labels: [__meta_dns_name], target_label: service }
`;

const toPascalCase = (name) =>
  name.replaceAll(/(^|-)([a-z0-9])/g, (_all, _dash, letter) => letter.toUpperCase());

const alerts = (
  name,
) => `# Alerts of this service, read by deploy/prometheus/prometheus.yml. ServiceRestarting, OutboxBacklog, ConsumerLag and
# EventHandlerErrors include it; ServiceDown, HighErrorRate and HighLatency do not.
groups:
  - name: ${name}
    rules:
      - alert: ${toPascalCase(name)}Slow
        expr: histogram_quantile(0.99, sum by (le) (rate(http_request_seconds_bucket{service="${name}"}[5m]))) > 1
        for: 10m
        labels: { severity: ticket }
        annotations: { summary: "1 % of requests to ${name} take longer than a second" }
      - alert: ${toPascalCase(name)}Failing
        expr: sum(rate(http_request_seconds_count{service="${name}",status=~"5.."}[5m])) / sum(rate(http_request_seconds_count{service="${name}"}[5m])) > 0.01
        for: 10m
        labels: { severity: ticket }
        annotations: { summary: "{{ $value | humanizePercentage }} of the requests to ${name} fail" }
`;

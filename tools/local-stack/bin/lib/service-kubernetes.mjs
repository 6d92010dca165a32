/** The folder of a service as a resource of an overlay. */
export const KUSTOMIZATION = `# A resource of your overlay: docs/operations/services.md.
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [kubernetes.yaml]
`;

/** The manifests of a service; `key` is its name with underscores. */
export const kubernetes = (name, key, port) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: 2
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  minReadySeconds: 5
  selector:
    matchLabels: { app.kubernetes.io/name: ${name} }
  template:
    metadata:
      labels: { app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: touchline }
      annotations: { prometheus.io/scrape: "true", prometheus.io/port: "9464" }
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 30
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: main
          image: touchline-${name}
          command: [node, services/${name}/dist/main.js]
          ports:
            - { name: http, containerPort: ${port} }
            - { name: metrics, containerPort: 9464 }
          # Without the settings of the product: they may contain the key of an RPC.
          env:
            - { name: HOST, value: 0.0.0.0 }
            - { name: PORT, value: "${port}" }
            - { name: METRICS_PORT, value: "9464" }
            - { name: DRAIN_SECONDS, value: "10" }
            - { name: JWKS_URL, value: "http://gateway:4800/.well-known/jwks.json" }
            - name: ADMIN_WALLETS
              valueFrom: { configMapKeyRef: { name: settings, key: ADMIN_WALLETS } }
            - name: LOG_LEVEL
              valueFrom: { configMapKeyRef: { name: settings, key: LOG_LEVEL, optional: true } }
            - name: OTEL_EXPORTER_OTLP_ENDPOINT
              valueFrom: { configMapKeyRef: { name: settings, key: OTEL_EXPORTER_OTLP_ENDPOINT, optional: true } }
            - name: OTEL_TRACES_SAMPLER_ARG
              valueFrom: { configMapKeyRef: { name: settings, key: OTEL_TRACES_SAMPLER_ARG, optional: true } }
            - { name: DATABASE_URL, value: "postgres://${key}@postgres-rw:5432/touchline" }
            - { name: DATABASE_PASSWORD_FILE, value: /run/secrets/${key}_db_password }
            - { name: NATS_URL, value: "nats://${name}@nats:4222" }
            - { name: NATS_PASSWORD_FILE, value: /run/secrets/${key}_nats_password }
            - { name: SERVICE_TOKEN_FILE, value: /run/secrets/${key}_token }
          securityContext:
            readOnlyRootFilesystem: true
            allowPrivilegeEscalation: false
            capabilities: { drop: [ALL] }
          resources:
            requests: { cpu: 100m, memory: 256Mi }
            limits: { memory: 512Mi }
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 2
            failureThreshold: 90
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 6
            failureThreshold: 2
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          volumeMounts:
            - { name: secrets, mountPath: /run/secrets, readOnly: true }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
        - name: secrets
          secret:
            secretName: touchline
            defaultMode: 0440
            items:
              - { key: ${key}_db_password, path: ${key}_db_password }
              - { key: ${key}_nats_password, path: ${key}_nats_password }
              - { key: ${key}_token, path: ${key}_token }
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector: { app.kubernetes.io/name: ${name} }
  ports:
    - { name: http, port: ${port}, targetPort: http }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: { app.kubernetes.io/name: ${name} }
---
# The gateway alone sends it requests. It connects to database and bus, and as every process to the gateway for its keys.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}
spec:
  podSelector:
    matchLabels: { app.kubernetes.io/name: ${name} }
  policyTypes: [Ingress, Egress]
  ingress:
    - from:
        - podSelector:
            matchLabels: { app.kubernetes.io/name: gateway }
      ports:
        - { port: ${port} }
  egress:
    - to:
        - podSelector:
            matchLabels: { cnpg.io/cluster: postgres }
      ports:
        - { port: 5432 }
    - to:
        - podSelector:
            matchLabels: { app.kubernetes.io/name: nats }
      ports:
        - { port: 4222 }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: gateway-to-${name}
spec:
  podSelector:
    matchLabels: { app.kubernetes.io/name: gateway }
  policyTypes: [Egress]
  egress:
    - to:
        - podSelector:
            matchLabels: { app.kubernetes.io/name: ${name} }
      ports:
        - { port: ${port} }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: ${name}-to-postgres
spec:
  podSelector:
    matchLabels: { cnpg.io/cluster: postgres }
  policyTypes: [Ingress]
  ingress:
    - from:
        - podSelector:
            matchLabels: { app.kubernetes.io/name: ${name} }
      ports:
        - { port: 5432 }
`;

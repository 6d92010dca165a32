// The manifests of deploy/kubernetes have the types of kubernetes-types and match docker-compose.yml in images, commands,
// settings, secrets and ports; those of teams' services have the types. Custom resources (CloudNativePG) have no types here. If kubectl is installed, kustomize reads the
// manifests as well.
// node tools/architecture/kubernetes.mjs [--print]: also prints the manifests of the base as kustomize does.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { typeProblems } from './manifest-types.mjs';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'deploy/kubernetes');
const read = (...path) => readFileSync(join(FOLDER, ...path), 'utf8');
const problems = [];

/** Connections of a process: its pools (`openPool` in main.ts), and one for each lock (`holdAdvisoryLock`). */
const MAX_CONNECTIONS = { games: 28, staking: 11, 'fpl-relay': 11, gateway: 10, admin: 10 };

/** Reads a folder's kustomization and its manifests. Reports files that the kustomization does not list. */
function readKustomization(folder) {
  const kustomization = parse(read(folder, 'kustomization.yaml'));
  const { resources = [], patches = [], configMapGenerator = [] } = kustomization;
  const named = [
    ...resources,
    ...patches.map(({ path }) => path),
    ...configMapGenerator.flatMap(({ envs = [], files = [] }) => [...envs, ...files]),
  ].filter((name) => !name.startsWith('../'));
  const present = readdirSync(join(FOLDER, folder)).filter(
    (name) => !/^(kustomization|values)\.yaml$/.test(name),
  );
  for (const name of present.filter((each) => !named.includes(each)))
    problems.push(`${folder}/kustomization.yaml does not list ${name}`);
  for (const name of named.filter((each) => !present.includes(each)))
    problems.push(`${folder}/kustomization.yaml lists ${name}, which does not exist`);
  const documents = resources
    .filter((name) => present.includes(name))
    .flatMap((name) => manifests(folder, name));
  return { kustomization, documents, patches };
}

function manifests(folder, name) {
  return parseAllDocuments(read(folder, name)).map((document) => {
    for (const { message } of document.errors) problems.push(`${folder}/${name}: ${message}`);
    return document.toJS();
  });
}

/** The manifests of teams' services, which are in their own folders. */
function teamManifests() {
  return readdirSync(join(ROOT, 'services'))
    .map((name) => join(ROOT, 'services', name, 'deploy/kubernetes.yaml'))
    .filter((file) => existsSync(file))
    .flatMap((file) => parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS()));
}

/** Merges one manifest into another as kustomize does: lists of named items merge by name, other lists are replaced. */
function mergeManifest(base, over) {
  if (Array.isArray(base) && Array.isArray(over)) {
    const key = ['mountPath', 'containerPort', 'name'].find((each) => over.every((item) => item?.[each]));
    if (!key) return over;
    const known = new Set(base.map((item) => item[key]));
    return [
      ...base.map((item) => {
        const more = over.find((each) => each[key] === item[key]);
        return more ? mergeManifest(item, more) : item;
      }),
      ...over.filter((item) => !known.has(item[key])),
    ];
  }
  if (base === undefined || over === null || typeof over !== 'object' || Array.isArray(over)) return over;
  const all = Object.entries(over).map(([name, value]) => [name, mergeManifest(base[name], value)]);
  return { ...base, ...Object.fromEntries(all) };
}

const base = readKustomization('base');
const [{ path: patch, target }] = base.patches;
const [{ metadata: _, ...sealed }] = manifests('base', patch);
const built = base.documents.map((each) => (each.kind === target.kind ? mergeManifest(each, sealed) : each));
const example = readKustomization('example');
const postgres = readKustomization('postgres');
const values = parse(read('nats/values.yaml'), { merge: true });
if (process.argv.includes('--print')) console.log(JSON.stringify(built, null, 2));

problems.push(...typeProblems([...built, ...example.documents, ...postgres.documents, ...teamManifests()]));
const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true });
compareWithCompose();
checkReferences();
settings();
connections();
passwords();
kustomize();
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Every process and job has the same image, command, variables, port and probe in both. */
function compareWithCompose() {
  const ours = Object.entries(compose.services).filter(([, { image }]) => image?.startsWith('touchline'));
  const pods = built.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  const same = (name, what, here, there) => {
    if (JSON.stringify(here) !== JSON.stringify(there))
      problems.push(
        `${name}: ${what} is ${JSON.stringify(here)}, in docker-compose.yml ${JSON.stringify(there)}`,
      );
  };
  same(
    'pods',
    'the list',
    pods.map(({ metadata }) => metadata.name).sort(),
    ours.map(([name]) => name).sort(),
  );
  for (const { kind, metadata, spec } of pods) {
    const service = compose.services[metadata.name];
    if (!service) continue;
    const { containers, volumes, terminationGracePeriodSeconds: grace } = spec.template.spec;
    const [{ image, command, env, ports = [], readinessProbe }] = containers;
    const { name } = metadata;
    same(name, 'the image', image, service.image.split(':')[0]);
    same(name, 'the command', command, service.command);
    const secrets = volumes.find((each) => each.name === 'secrets').secret.items.map(({ key }) => key);
    same(name, 'the list of secrets', secrets.sort(), [...service.secrets].sort());
    // Variables that the operator sets for Compose (${...}) come from settings.env in Kubernetes.
    const there = Object.entries(service.environment).filter(([, value]) => !/^\$\{/.test(value));
    const here = new Map(env.map((each) => [each.name, each.value]));
    same(name, 'the list of variables', [...here.keys()].sort(), there.map(([key]) => key).sort());
    for (const [key, value] of there) {
      if (key === 'DRAIN_SECONDS') continue;
      same(name, key, here.get(key)?.replace('@postgres-rw:', '@postgres:'), String(value));
    }
    if (kind === 'Job') continue;
    same(
      name,
      'the port',
      String(ports.find((each) => each.name === 'http')?.containerPort),
      here.get('PORT'),
    );
    same(name, 'the probe', readinessProbe.httpGet.path, '/readyz');
    if (grace < Number(here.get('DRAIN_SECONDS')) + 10)
      problems.push(`${name}: terminated before it has drained`);
  }
}

/** Labels, claims, images and scale targets that one manifest names exist in another. */
function checkReferences() {
  const labels = built.flatMap(({ spec }) => (spec.template ? [spec.template.metadata.labels] : []));
  labels.push(
    { 'cnpg.io/cluster': postgres.documents[0].metadata.name },
    { 'app.kubernetes.io/name': 'nats' },
  );
  const have = new Set(
    labels.flatMap((each) => Object.entries(each).map(([key, value]) => `${key}=${value}`)),
  );
  const every = [];
  JSON.stringify(built, (key, value) => {
    if (key === 'matchLabels' || (key === 'selector' && !value.matchLabels))
      every.push(...Object.entries(value));
    if (key === 'matchExpressions')
      for (const { key, values } of value) every.push(...values.map((one) => [key, one]));
    if (
      key === 'scaleTargetRef' &&
      !built.some((each) => each.kind === value.kind && each.metadata.name === value.name)
    )
      problems.push(`an autoscaler names ${value.name}, which does not exist`);
    if (key === 'claimName' && !built.some((each) => each.metadata.name === value))
      problems.push(`no claim ${value}`);
    return value;
  });
  for (const [key, value] of every)
    if (!/^kubernetes\.io/.test(key) && !have.has(`${key}=${value}`))
      problems.push(`nothing has the label ${key}: ${value}`);
  const images = new Set(
    built.flatMap(({ spec }) => spec.template?.spec.containers.map(({ image }) => image) ?? []),
  );
  const renamed = new Set(example.kustomization.images.map(({ name }) => name));
  for (const image of new Set([...images, ...renamed]))
    if (!images.has(image) || !renamed.has(image))
      problems.push(`example/kustomization.yaml and the base differ about ${image}`);
}

/** settings.env sets every required setting of .env.example, and only settings that a process reads. */
function settings() {
  const names = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);
  // The first blocks are read by Compose only.
  const [, , ...blocks] = readFileSync(join(ROOT, '.env.example'), 'utf8').split('\n\n');
  const known = new Set(names(blocks.join('\n'), /^#?([A-Z][A-Z_]+)=/gm));
  const given = names(read('example/settings.env'), /^([A-Z][A-Z_]+)=/gm);
  for (const name of given) if (!known.has(name)) problems.push(`settings.env: no process reads ${name}`);
  for (const name of names(blocks.join('\n'), /^([A-Z][A-Z_]+)=/gm))
    if (!given.includes(name)) problems.push(`settings.env lacks ${name}`);
}

/** Postgres accepts the connections of all replicas at their maximum, plus one of each during an upgrade. */
function connections() {
  const needed = built
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata, spec }) => {
      const scaler = built.find((each) => each.spec.scaleTargetRef?.name === metadata.name);
      const maxReplicas = (scaler?.spec.maxReplicas ?? spec.replicas) + spec.strategy.rollingUpdate.maxSurge;
      return maxReplicas * MAX_CONNECTIONS[metadata.name];
    })
    .reduce((sum, each) => sum + each, 0);
  const allowed = Number(postgres.documents[0].spec.postgresql.parameters.max_connections);
  if (!(needed <= allowed)) problems.push(`up to ${needed} connections, Postgres accepts ${allowed}`);
}

/** Database roles equal those of deploy/postgres-roles.sh, and NATS gets the password of each of its users. */
function passwords() {
  // deploy/postgres-roles.sh creates a role for each of these secrets.
  const list = compose.services['prepare-database'].secrets
    .filter((name) => /_db_password$/.test(name) && !name.startsWith('metrics'))
    .map((name) => name.replace('_db_password', ''))
    .join(' ');
  const { bootstrap, managed } = postgres.documents[0].spec;
  const roles = managed.roles.map(({ name }) => name).join(' ');
  if (roles !== list) problems.push(`postgres/cluster.yaml has the roles ${roles}, not ${list}`);
  const sql = bootstrap.initdb.postInitApplicationSQL.join('\n');
  for (const role of list.split(' '))
    if (!sql.includes(`create schema ${role} authorization ${role}`))
      problems.push(`cluster.yaml: no schema ${role}`);
  for (const [, name] of read('nats/users.conf').matchAll(/password: \$(\w+)/g))
    if (!compose.services.nats.secrets.includes(name.toLowerCase()))
      problems.push(`nats has no secret for ${name}`);
  if (!values.container.merge.envFrom.some(({ secretRef }) => secretRef.name === 'nats-passwords'))
    problems.push('nats/values.yaml does not set the passwords');
  if (values.container.image.tag !== compose.services.nats.image.split(':')[1])
    problems.push('nats: the version differs from docker-compose.yml');
}

/** Builds the folders with the kustomize in kubectl, if kubectl is installed. */
function kustomize() {
  const build = (folder) => spawnSync('kubectl', ['kustomize', join(FOLDER, folder)], { encoding: 'utf8' });
  const [first, ...others] = ['example', 'base', 'postgres'].map(build);
  if (first.error) return;
  for (const { status, stderr } of [first, ...others])
    if (status !== 0 || /deprecated/i.test(stderr)) problems.push(`kustomize: ${stderr.trim()}`);
  if (problems.length > 0) return;
  const made = parseAllDocuments(first.stdout).map((document) => document.toJS());
  problems.push(...typeProblems(made).map((problem) => `kustomize: ${problem}`));
  for (const { kind, metadata, spec } of made) {
    const { containers = [] } = spec?.template?.spec ?? {};
    for (const { image, envFrom = [], securityContext } of containers) {
      if (!image.startsWith('registry.example/')) problems.push(`kustomize leaves the image ${image}`);
      if (!securityContext?.readOnlyRootFilesystem)
        problems.push(`kustomize leaves ${kind} ${metadata.name} with a writable file system`);
      for (const { configMapRef } of envFrom)
        if (configMapRef && !made.some((each) => each.metadata.name === configMapRef.name))
          problems.push(`kustomize: ${metadata.name} reads ${configMapRef.name}, which does not exist`);
    }
  }
}

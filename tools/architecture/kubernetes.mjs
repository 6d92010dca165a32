// The manifests of deploy/kubernetes are what Kubernetes takes, by the types of kubernetes-types, and what docker-compose.yml runs:
// images, commands, settings, secrets, ports. What operators of others read (CloudNativePG) has no types here. Where kubectl is
// installed, kustomize itself reads them too.
// node tools/architecture/kubernetes.mjs [--print]: also prints the manifests of the base as kustomize would.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { typeFaults } from './manifest-types.mjs';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'deploy/kubernetes');
const read = (...path) => readFileSync(join(FOLDER, ...path), 'utf8');
const faults = [];

/** A folder's kustomization and all of its manifests; each of its files must be named there. */
function kustomized(folder) {
  const kustomization = parse(read(folder, 'kustomization.yaml'));
  const { resources = [], patches = [], configMapGenerator = [] } = kustomization;
  const named = [
    ...resources,
    ...patches.map(({ path }) => path),
    ...configMapGenerator.flatMap(({ envs = [], files = [] }) => [...envs, ...files]),
  ].filter((name) => !name.startsWith('../'));
  const there = readdirSync(join(FOLDER, folder)).filter(
    (name) => !/^(kustomization|values)\.yaml$/.test(name),
  );
  for (const name of there.filter((each) => !named.includes(each)))
    faults.push(`${folder}/kustomization.yaml does not list ${name}`);
  for (const name of named.filter((each) => !there.includes(each)))
    faults.push(`${folder}/kustomization.yaml lists ${name}, which is not there`);
  const documents = resources
    .filter((name) => there.includes(name))
    .flatMap((name) => manifests(folder, name));
  return { kustomization, documents, patches };
}

function manifests(folder, name) {
  return parseAllDocuments(read(folder, name)).map((document) => {
    for (const { message } of document.errors) faults.push(`${folder}/${name}: ${message}`);
    return document.toJS();
  });
}

/** One manifest laid over another, as kustomize does it: lists of what has names join by name, other lists are replaced. */
function laidOver(base, over) {
  if (Array.isArray(base) && Array.isArray(over)) {
    const key = ['mountPath', 'containerPort', 'name'].find((each) => over.every((item) => item?.[each]));
    if (!key) return over;
    const known = new Set(base.map((item) => item[key]));
    return [
      ...base.map((item) => {
        const more = over.find((each) => each[key] === item[key]);
        return more ? laidOver(item, more) : item;
      }),
      ...over.filter((item) => !known.has(item[key])),
    ];
  }
  if (base === undefined || over === null || typeof over !== 'object' || Array.isArray(over)) return over;
  const all = Object.entries(over).map(([name, value]) => [name, laidOver(base[name], value)]);
  return { ...base, ...Object.fromEntries(all) };
}

const base = kustomized('base');
const [{ path: patch, target }] = base.patches;
const [{ metadata: _, ...sealed }] = manifests('base', patch);
const built = base.documents.map((each) => (each.kind === target.kind ? laidOver(each, sealed) : each));
const example = kustomized('example');
const postgres = kustomized('postgres');
kustomized('nats');
const values = parse(read('nats/values.yaml'), { merge: true });
if (process.argv.includes('--print')) console.log(JSON.stringify(built, null, 2));

faults.push(...typeFaults([...built, ...example.documents, ...postgres.documents]));
const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true });
likeTheComposition();
named();
settings();
connections();
passwords();
kustomize();
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Each process and job of ours runs here as there. */
function likeTheComposition() {
  const ours = Object.entries(compose.services).filter(([, { image }]) => image?.startsWith('touchline'));
  const pods = built.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  const same = (name, what, here, there) => {
    if (JSON.stringify(here) !== JSON.stringify(there))
      faults.push(
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
    // What is asked of the operator there (${...}) comes from settings.env here.
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
    if (grace < Number(here.get('DRAIN_SECONDS')) + 10) faults.push(`${name}: killed before it has drained`);
  }
}

/** What one manifest says of another is so. */
function named() {
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
      faults.push(`an autoscaler names ${value.name}, which is not there`);
    if (key === 'claimName' && !built.some((each) => each.metadata.name === value))
      faults.push(`no claim ${value}`);
    return value;
  });
  for (const [key, value] of every)
    if (!/^kubernetes\.io/.test(key) && !have.has(`${key}=${value}`))
      faults.push(`nothing has the label ${key}: ${value}`);
  const images = new Set(
    built.flatMap(({ spec }) => spec.template?.spec.containers.map(({ image }) => image) ?? []),
  );
  const renamed = new Set(example.kustomization.images.map(({ name }) => name));
  for (const image of new Set([...images, ...renamed]))
    if (!images.has(image) || !renamed.has(image))
      faults.push(`example/kustomization.yaml and the base differ about ${image}`);
}

/** settings.env gives what .env.example leaves to be filled in, and nothing that no process reads. */
function settings() {
  const names = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);
  // Before them stands what only the composition reads.
  const [, , ...blocks] = readFileSync(join(ROOT, '.env.example'), 'utf8').split('\n\n');
  const known = new Set(names(blocks.join('\n'), /^#?([A-Z][A-Z_]+)=/gm));
  const given = names(read('example/settings.env'), /^([A-Z][A-Z_]+)=/gm);
  for (const name of given) if (!known.has(name)) faults.push(`settings.env: nobody reads ${name}`);
  for (const name of names(blocks.join('\n'), /^([A-Z][A-Z_]+)=/gm))
    if (!given.includes(name)) faults.push(`settings.env lacks ${name}`);
}

/** All processes there can be, and one more of each while it is replaced, find a connection. */
function connections() {
  const per = 20;
  const most = built
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata, spec }) => {
      const scaler = built.find((each) => each.spec.scaleTargetRef?.name === metadata.name);
      return (scaler?.spec.maxReplicas ?? spec.replicas) + spec.strategy.rollingUpdate.maxSurge;
    });
  const needed = per * most.reduce((sum, each) => sum + each, 0);
  const allowed = Number(postgres.documents[0].spec.postgresql.parameters.max_connections);
  if (needed > allowed) faults.push(`${needed} connections at most, Postgres takes ${allowed}`);
}

/** The roles of the database are those of deploy/postgres-roles.sh, and the bus gets the password of each of its users. */
function passwords() {
  const [, list] = /for service in (.*);/.exec(readFileSync(join(ROOT, 'deploy/postgres-roles.sh'), 'utf8'));
  const { bootstrap, managed } = postgres.documents[0].spec;
  const roles = managed.roles.map(({ name }) => name).join(' ');
  if (roles !== list) faults.push(`postgres/cluster.yaml has the roles ${roles}, not ${list}`);
  const sql = bootstrap.initdb.postInitApplicationSQL.join('\n');
  for (const role of list.split(' '))
    if (!sql.includes(`create schema ${role} authorization ${role}`))
      faults.push(`cluster.yaml: no schema ${role}`);
  for (const [, name] of read('nats/users.conf').matchAll(/password: \$(\w+)/g))
    if (!values.container.env[name]) faults.push(`nats/values.yaml does not give ${name}`);
  if (values.container.image.tag !== compose.services.nats.image.split(':')[1])
    faults.push('nats: another version');
}

/** What kustomize makes of the folders, by the one in kubectl; without kubectl it is not asked. */
function kustomize() {
  const build = (folder) => spawnSync('kubectl', ['kustomize', join(FOLDER, folder)], { encoding: 'utf8' });
  const [first, ...others] = ['example', 'base', 'postgres', 'nats'].map(build);
  if (first.error) return;
  for (const { status, stderr } of [first, ...others])
    if (status !== 0 || /deprecated/i.test(stderr)) faults.push(`kustomize: ${stderr.trim()}`);
  if (faults.length > 0) return;
  const made = parseAllDocuments(first.stdout).map((document) => document.toJS());
  faults.push(...typeFaults(made).map((fault) => `kustomize: ${fault}`));
  for (const { kind, metadata, spec } of made) {
    const { containers = [] } = spec?.template?.spec ?? {};
    for (const { image, envFrom = [], securityContext } of containers) {
      if (!image.startsWith('registry.example/')) faults.push(`kustomize leaves the image ${image}`);
      if (!securityContext?.readOnlyRootFilesystem)
        faults.push(`kustomize leaves ${kind} ${metadata.name} unsealed`);
      for (const { configMapRef } of envFrom)
        if (configMapRef && !made.some((each) => each.metadata.name === configMapRef.name))
          faults.push(`kustomize: ${metadata.name} reads ${configMapRef.name}, which is not there`);
    }
  }
}

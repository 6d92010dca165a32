import { join } from 'node:path';
import ts from 'typescript';

/** Types of the resources in use, by apiVersion and kind. */
const TYPES = {
  'apps/v1 Deployment': 'apps/v1',
  'v1 Service': 'core/v1',
  'v1 PersistentVolumeClaim': 'core/v1',
  'v1 Namespace': 'core/v1',
  'v1 ConfigMap': 'core/v1',
  'batch/v1 Job': 'batch/v1',
  'policy/v1 PodDisruptionBudget': 'policy/v1',
  'autoscaling/v2 HorizontalPodAutoscaler': 'autoscaling/v2',
  'networking.k8s.io/v1 NetworkPolicy': 'networking/v1',
  'networking.k8s.io/v1 Ingress': 'networking/v1',
};
const OPERATORS = /^(postgresql|barmancloud)\.cnpg\.io\/v1$/;

/** Type-checks the manifests as typed constants. The compiler rejects unknown keys, so misspellings are found too. */
export function typeProblems(documents) {
  const problems = [];
  const known = documents.filter(({ apiVersion, kind }) => {
    const what = `${apiVersion} ${kind}`;
    if (!TYPES[what] && !OPERATORS.test(apiVersion)) problems.push(`${what}: no types known`);
    return TYPES[what];
  });
  const lines = known.map(
    (each, index) =>
      `export const m${index}: import('kubernetes-types/${TYPES[`${each.apiVersion} ${each.kind}`]}').${each.kind} = ${JSON.stringify(each)};`,
  );
  const file = join(import.meta.dirname, 'manifests.ts');
  const options = {
    noEmit: true,
    strict: true,
    types: [],
    lib: ['lib.es5.d.ts'],
    moduleResolution: 100,
    module: 99,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  for (const { file: at, start, messageText } of ts.getPreEmitDiagnostics(program)) {
    const row = at && start !== undefined ? at.getLineAndCharacterOfPosition(start).line : -1;
    const which = row >= 0 ? `${known[row]?.kind} ${known[row]?.metadata.name}` : 'types';
    problems.push(`${which}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }
  return problems;
}

import { readFileSync } from 'node:fs';

/**
 * Runs a command; an error becomes a message and a non-zero exit code. `--help` prints the comment at the top of the script
 * instead, before anything is installed or built: that comment is the only description of a command's options.
 * @param {() => Promise<number | void>} work returns the exit code
 * @param {{ accepts?: 'nothing' | 'words' | 'anything' }} [options] arguments of the command; with `anything` the command rejects
 *   what it does not know, with `words` every option is rejected here
 */
export function main(work, { accepts = 'nothing' } = {}) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return console.log(readUsage());
  const unknown = args.find((arg) => accepts === 'nothing' || (accepts === 'words' && arg.startsWith('-')));
  if (unknown !== undefined) return fail(`This command does not know ${unknown}.\n\n${readUsage()}`);
  work().then(
    (code) => {
      process.exitCode = code ?? 0;
    },
    // parseArgs rejects options that a command does not know.
    ({ code, message }) =>
      fail(String(code).startsWith('ERR_PARSE_ARGS') ? `${message}\n\n${readUsage()}` : message),
  );
}

function fail(message) {
  console.error(`\n${message}`);
  process.exitCode = 1;
}

/** Reads the comment at the top of the script, below the shebang. */
function readUsage() {
  const lines = readFileSync(process.argv[1], 'utf8').split('\n').slice(1);
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}

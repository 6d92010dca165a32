/** Runs a command's work; an error becomes one line and a non-zero exit code. */
export function main(work) {
  work().then(
    (code) => {
      process.exitCode = code ?? 0;
    },
    (error) => {
      console.error(`\n${error.message}`);
      process.exitCode = 1;
    },
  );
}

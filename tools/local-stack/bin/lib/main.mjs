/** Runs a command; an error becomes a message and a non-zero exit code. */
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

// The health check of a container. What /readyz answers stands in `docker inspect`, so that it says what is missing.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).catch((error) => error);
console.log(answer instanceof Error ? `no answer: ${answer.message}` : await answer.text());
process.exit(answer.ok ? 0 : 1);

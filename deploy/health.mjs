// Health check of a container. `docker inspect` shows the response of /readyz, which names what is missing.
const response = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).catch((error) => error);
console.log(response instanceof Error ? `no response: ${response.message}` : await response.text());
process.exit(response.ok ? 0 : 1);

// For a container's health check: status 0 when the URL responds with 2xx, else 1. The image needs no curl.
const { ok } = await fetch(process.argv[2] ?? '', { signal: AbortSignal.timeout(4_000) }).catch(() => ({
  ok: false,
}));
process.exitCode = ok ? 0 : 1;

// For a container's health check: status 0 when the address given answers with 2xx, else 1. Needs no curl in the image.
const { ok } = await fetch(process.argv[2] ?? '', { signal: AbortSignal.timeout(4_000) }).catch(() => ({
  ok: false,
}));
process.exitCode = ok ? 0 : 1;

// npm puts the packaged Node first on PATH; if it cannot run here (Alpine), the system Node must be recent.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`Sharebook needs Node 24 or later, and this is ${process.version}. Run it with "npm start".`);
  process.exit(1);
}
const { start } = await import('./start.ts');
await start({ dev: process.argv.includes('--dev') });

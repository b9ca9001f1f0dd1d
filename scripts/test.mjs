// npm test, npm run test:long, npm run check and npm run e2e: runs the steps in order, prints progress, ends with one counting line.
const { runSteps } = await import('./test.ts');
await runSteps(process.argv.slice(2));

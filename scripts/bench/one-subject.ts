import type { Measure } from '#bench/row';

/** Measures one subject; started by scripts/bench/run.ts: `one-subject.ts <name> <small|full> <wanted|quick>`. */
const [name, form, requested] = process.argv.slice(2);
const { measure, heavy } = (await import(`../../bench/${name}/measure.ts`)) as {
  measure: Measure;
  heavy?: boolean;
};
const full = form === 'full';
if (heavy && requested === 'quick') process.send?.({ skipped: true });
else process.send?.({ rows: await measure({ full }) });
process.exit(0);

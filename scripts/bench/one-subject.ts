import type { Measure } from '#bench/row';

/** Measures one subject; started by scripts/bench/run.ts: `one-subject.ts <name> <small|full> <wanted|quick>`. */
const [name, form, requested] = process.argv.slice(2);
const { measure, heavy, needs } = (await import(`../../bench/${name}/measure.ts`)) as {
  measure: Measure;
  heavy?: boolean;
  /** A variable of the environment without which the subject cannot be measured. */
  needs?: string;
};
const full = form === 'full';
if (needs && !process.env[needs]) process.send?.({ skipped: `only where ${needs} is set` });
else if (heavy && requested === 'quick')
  process.send?.({ skipped: 'only by name, with --all or with --full' });
else process.send?.({ rows: await measure({ full }) });
process.exit(0);

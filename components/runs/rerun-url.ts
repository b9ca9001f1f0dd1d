import type { Run } from '#lib/api/runs';
import { type Route, routes } from '#lib/routes';
import { addressOfRequest, type FormSpec } from '../schema-form/values.ts';

/** What is needed to run a report again: its form and the form's slug. */
export type Again = { slug: string; spec: FormSpec };

/** Address of the form filled in as in the run, for the same day, today, or another day 'yyyy-mm-dd'. */
export function rerunUrl({ slug, spec }: Again, run: Run, day: 'same' | 'today' | (string & {})): Route {
  const values = addressOfRequest(spec, run.input);
  if (day === 'same') return routes.newReport(slug, values);
  return routes.newReport(slug, { ...values, asof: day === 'today' ? null : day });
}

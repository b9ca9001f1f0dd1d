import { type Route, routes } from '#lib/routes';
import { addressOfRequest, type FormSpec } from '@/components/schema-form/values';
import type { Run } from '../runs.ts';

/** How a report is asked for again: its form and the address of that form. */
export type Again = { slug: string; spec: FormSpec };

/** The form filled in as the run was, for the same day, for today, or for another day 'yyyy-mm-dd'. */
export function againAt({ slug, spec }: Again, run: Run, day: 'same' | 'today' | (string & {})): Route {
  const values = addressOfRequest(spec, run.input);
  if (day === 'same') return routes.newReport(slug, values);
  return routes.newReport(slug, { ...values, asof: day === 'today' ? null : day });
}

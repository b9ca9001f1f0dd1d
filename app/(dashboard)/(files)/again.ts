import { type Route, routes } from '#lib/routes';
import { addressOfRequest, type FormSpec } from '@/components/schema-form/values';
import type { Run } from '../runs.ts';

/** How a report is asked for again: its form and the address of that form. */
export type Again = { slug: string; spec: FormSpec };

/** The form filled in as the run was, for the same day or for today. */
export function againAt({ slug, spec }: Again, run: Run, day: 'same' | 'today'): Route {
  const values = addressOfRequest(spec, run.input);
  return routes.newReport(slug, day === 'same' ? values : { ...values, asof: null });
}

// Form of an archive of several reports: address parameters and the requests it sends.

import { type FormSpec, readValues, requestOf } from '#components/schema-form/values';

export type BatchReport = { id: string; slug: string; title: string; spec: FormSpec };

/** Values of the archive form. */
export type BatchPlan = {
  issuers: readonly number[];
  /** Slugs. */
  reports: readonly string[];
  asof: string;
  from: string;
  to: string;
  isPDF: boolean;
};

const listIn = (text: string | null) => (text ?? '').split(',').filter(Boolean);

/** Reads the plan from an address; what is not available is left out. */
export function readPlan(
  params: URLSearchParams,
  offered: { issuers: readonly number[]; reports: readonly BatchReport[] },
  today: string,
): BatchPlan {
  const day = (name: string, defaults: string) => {
    const text = params.get(name) ?? '';
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && text <= today ? text : defaults;
  };
  const [only] = offered.issuers;
  const issuers = listIn(params.get('issuers')).map(Number);
  return {
    issuers:
      offered.issuers.length === 1 && only !== undefined
        ? [only]
        : offered.issuers.filter((issuer) => issuers.includes(issuer)),
    reports: offered.reports.flatMap(({ slug }) =>
      listIn(params.get('reports')).includes(slug) ? [slug] : [],
    ),
    asof: day('asof', today),
    from: day('from', `${today.slice(0, 4)}-01-01`),
    to: day('to', today),
    isPDF: params.get('isPDF') === 'true',
  };
}

/** The plan as address parameters, defaults left out. */
export function planParams(plan: BatchPlan, today: string): Record<string, string> {
  return {
    ...(plan.issuers.length > 0 ? { issuers: plan.issuers.join(',') } : {}),
    ...(plan.reports.length > 0 ? { reports: plan.reports.join(',') } : {}),
    ...(plan.asof === today ? {} : { asof: plan.asof }),
    ...(plan.from === `${today.slice(0, 4)}-01-01` ? {} : { from: plan.from }),
    ...(plan.to === today ? {} : { to: plan.to }),
    ...(plan.isPDF ? { isPDF: 'true' } : {}),
  };
}

/** Every report for every issuer, each with the request its own form would send. */
export function batchRequests(
  plan: BatchPlan,
  reports: readonly BatchReport[],
  today: string,
): { report: string; input: Record<string, unknown> }[] {
  const chosen = reports.filter(({ slug }) => plan.reports.includes(slug));
  const { asof, from, to, isPDF } = plan;
  return plan.issuers.flatMap((issuer) =>
    chosen.map(({ id, spec }) => {
      const params = new URLSearchParams({ issuer: `${issuer}`, asof, from, to, isPDF: `${isPDF}` });
      return { report: id, input: requestOf(spec, readValues(spec, params, today)) };
    }),
  );
}

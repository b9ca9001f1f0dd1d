import type { Metadata } from 'next';
import { requireUser } from '#components/page/page-guards';
import { Link } from '#components/ui/link';
import { PageHeader } from '#components/ui/text';
import { reportTemplates } from '#lib/reports/report-templates';
import { only, routes, type SearchParams } from '#lib/routes';
import { ErrorTexts, readErrors } from './errors.tsx';
import { GetForm } from './get-form.tsx';
import { loadReportForm, reportsFor } from './load-report-form.ts';

export const metadata: Metadata = { title: 'Download a report' };

/** Short download form for untrained users: works on a phone and without script. */
export async function GetPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const user = await requireUser(routes.get());
  const params = await searchParams;
  const getting = await loadReportForm(user, params);
  const { fields, texts } = readErrors(only(params.problem));
  const open = reportsFor(user).map(({ id }) => id as string);
  const ready = reportTemplates.filter(({ state }) => open.includes(state.what));
  if (getting.issuers.length === 0)
    return (
      <>
        <PageHeader title="Download a report" />
        <ErrorTexts
          texts={[
            getting.error?.message ??
              (user.issuers === 'all'
                ? 'The registry has no issuer yet.'
                : 'You have no access to any issuer. Ask your transfer agent for access.'),
          ]}
        />
        <a href={routes.get()}>Try again</a>
      </>
    );
  const [first] = getting.issuers;
  return (
    <>
      <PageHeader
        kicker={getting.issuers.length === 1 ? first?.name : undefined}
        title="Download a report"
        description="Choose a report and select Download. The file is created while you wait and saved under Downloads."
      />
      <ErrorTexts texts={texts} />
      <GetForm getting={getting} problems={fields} />
      <section className="mt-10">
        <h2 className="font-title text-lg">Report templates</h2>
        <ul className="mt-1 flex flex-col gap-1">
          {ready.map(({ slug, title, use }) => (
            <li key={slug}>
              <Link href={routes.getRecipe(slug)}>{title}</Link>
              <span className="text-muted"> · {use}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

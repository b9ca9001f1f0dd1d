// Page that creates a preset report with one button.

import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireUser } from '#components/page/page-guards';
import { PageHeader } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import { reportTemplateOf } from '#lib/reports/report-templates';
import { dayIn, getParams, periodIn } from '#lib/reports/self-service-form';
import { selfServiceReportOf } from '#lib/reports/self-service-reports';
import { only, routes, type SearchParams } from '#lib/routes';
import { ErrorTexts, readErrors } from './errors.tsx';
import { GetButton, getAction, Hidden, IssuerPart } from './get-form.tsx';
import { type Getting, loadReportForm } from './load-report-form.ts';
import { MeetingRecipe } from './meeting-recipe.tsx';

type Props = { params: Promise<{ recipe: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: reportTemplateOf((await params).recipe)?.title ?? 'Not found' };
}

/**
 * What the button creates: 'Holder list of Prairie Solar Holdings, Inc., as of Oct 31, 2026, as an Excel
 * workbook.'
 */
function textOf({ state, issuers, today }: Getting): string {
  const report = selfServiceReportOf(state.what);
  const issuer = issuers.find((one) => `${one.customerIssuerId}` === state.issuer);
  const day = report?.days === 'day' ? dayIn(state, today) : null;
  const period = report?.days === 'period' ? periodIn(state, today) : null;
  const pdf = report?.pdfOnly || (state.format || report?.format) === 'pdf';
  return [
    `${report?.title}${issuer ? ` of ${issuer.name}` : ''}`,
    day && `as of ${formatDate(day)}`,
    period && `from ${formatDate(period.from)} to ${formatDate(period.to)}`,
    pdf ? 'as a PDF' : 'as an Excel workbook',
  ]
    .filter(Boolean)
    .join(', ');
}

/** A file needed repeatedly: the address selects it and one button creates it. */
export async function RecipePage({ params, searchParams }: Props) {
  const { recipe: slug } = await params;
  const given = await searchParams;
  const issuer = only(given.issuer);
  const user = await requireUser(routes.getRecipe(slug, { issuer }));
  const recipe = reportTemplateOf(slug);
  if (!recipe) notFound();
  const getting = await loadReportForm(user, { issuer, day: given.day }, recipe.state);
  const { fields, texts } = readErrors(only(given.problem));
  if (!getting.reports.some(({ id }) => id === recipe.state.what)) notFound();
  if (recipe.state.what === 'meeting')
    return (
      <MeetingRecipe
        recipe={recipe}
        getting={getting}
        requested={only(given.asof) ?? null}
        problems={fields}
        texts={texts}
      />
    );
  const { issuer: _issuer, ...settled } = getParams(getting.state);
  return (
    <>
      <PageHeader kicker="Report template" title={recipe.title} description={`${recipe.use}.`} />
      <ErrorTexts texts={getting.error ? [getting.error.message] : texts} />
      <form method="post" action={getAction} className="group/get flex flex-col gap-6">
        <p className="border-y border-line py-3 text-lg">{textOf(getting)}.</p>
        <IssuerPart getting={getting} problems={fields} />
        <Hidden token={getting.token} state={{ ...settled, recipe: slug }} />
        <div>
          <GetButton>Download</GetButton>
        </div>
      </form>
      <p className="mt-8 text-muted">
        Need another report? <a href={routes.get()}>Choose a report</a>.
      </p>
    </>
  );
}

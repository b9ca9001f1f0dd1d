import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { TimeZoneProvider } from '#components/ui/clock';
import { env } from '#lib/env';
import { builtReports, reportTitle } from '#lib/reports/catalogue';
import { store } from '#lib/session/store';
import { readSetting } from '#lib/store/installation';
import { PublicFileView } from './public-file-view.tsx';

export const metadata: Metadata = { title: 'Download a file' };

const problems = ['busy', 'refused'] as const;

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * For the addressee of a file that was sent by a link, where an administrator allowed sending: reads no session and nothing
 * of the register. The page is the same for every link: what a link tells is decided in lib/gateway/runs/sent-file.ts.
 */
export async function PublicFilePage({ searchParams }: Props) {
  if (!(await readSetting(store(), 'sending'))) notFound();
  const { problem } = await searchParams;
  const { registry } = env();
  return (
    <TimeZoneProvider timeZone={registry.timeZone}>
      <main className="mx-auto min-h-dvh max-w-3xl px-5 py-8 sm:px-8">
        <p className="mb-6 font-title text-xl">Sharebook</p>
        <PublicFileView
          titles={Object.fromEntries(builtReports.map((id) => [id, reportTitle(id)]))}
          problem={problems.find((one) => one === problem) ?? null}
          isFictional={registry.demo}
        />
      </main>
    </TimeZoneProvider>
  );
}

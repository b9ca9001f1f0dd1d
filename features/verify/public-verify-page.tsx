import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { TimeZoneProvider } from '#components/ui/clock';
import { Link } from '#components/ui/link';
import { env } from '#lib/env';
import { builtReports, reportTitle } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { PublicVerifyView } from './public-verify-view.tsx';

export const metadata: Metadata = { title: 'Verify a file' };

/**
 * For people without an account, where the operator decided so: reads no session and nothing of the register. What a
 * digest may tell is decided in lib/gateway/runs/public-verification.ts.
 */
export function PublicVerifyPage() {
  const { publicVerification, registry } = env();
  if (!publicVerification) notFound();
  return (
    <TimeZoneProvider timeZone={registry.timeZone}>
      <main className="mx-auto min-h-dvh max-w-4xl px-5 py-8 sm:px-8">
        <p className="mb-6 flex flex-wrap items-baseline justify-between gap-4 print:hidden">
          <span className="font-title text-xl">Sharebook</span>
          <Link href={routes.signIn()}>Sign in</Link>
        </p>
        <PublicVerifyView
          titles={Object.fromEntries(builtReports.map((id) => [id, reportTitle(id)]))}
          isFictional={registry.demo}
        />
      </main>
    </TimeZoneProvider>
  );
}

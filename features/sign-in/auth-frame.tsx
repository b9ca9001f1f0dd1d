import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge';
import { env } from '#lib/env';
import { Engraving } from './engraving.tsx';

type Props = { title: string; children: ReactNode; foot?: ReactNode };

/** Layout of every sign-in page; nothing in it needs script. */
export function AuthFrame({ title, children, foot }: Props) {
  const { demo, environment } = env().registry;
  return (
    <main className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,1fr)_minmax(28rem,34rem)]">
      <div className="relative overflow-hidden bg-sunken max-lg:hidden">
        <Engraving />
        <div className="relative flex h-full flex-col justify-between p-10">
          <p className="font-title text-2xl">Sharebook</p>
          <div className="max-w-md">
            <p className="font-title text-[2rem] leading-tight text-balance">Who owns what, as of when.</p>
            <p className="mt-3 text-lg text-muted">
              The register of shareholders, its balances and its reports, exact to the share on any day.
            </p>
          </div>
        </div>
      </div>
      <div className="flex flex-col border-line bg-raised px-5 py-8 sm:px-12 lg:border-l">
        <div className="flex items-center justify-between gap-4">
          <p className="font-title text-xl lg:invisible">Sharebook</p>
          <Badge tone={demo ? 'sandbox' : 'accent'}>{environment}</Badge>
        </div>
        <div className="my-auto w-full max-w-md py-8">
          <h1 className="font-title text-2xl">{title}</h1>
          {children}
        </div>
        <p className="text-xs text-muted">{foot ?? 'Sign-ins are recorded.'}</p>
      </div>
    </main>
  );
}

import type { Metadata, Viewport } from 'next';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { keepEarlyPresses } from '#components/ui/browser/early-press';
import { rowHeightCookie, rowHeightOf } from '#components/ui/browser/row-height';
import { themeCookie, themeOf } from '#components/ui/browser/theme';
import { typefaceClass } from './typeface.ts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Sharebook', template: '%s · Sharebook' },
  description: 'The share register: who owns what, as of when.',
  robots: { index: false, follow: false },
  formatDetection: { telephone: false, date: false, address: false, email: false },
};

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const chosen = await cookies();
  const theme = themeOf(chosen.get(themeCookie)?.value);
  const rows = rowHeightOf(chosen.get(rowHeightCookie)?.value);
  const nonce = (await headers()).get('x-sharebook-nonce') ?? undefined;
  return (
    <html
      lang="en"
      className={typefaceClass}
      data-theme={theme === 'system' ? undefined : theme}
      data-rows={rows === 'standard' ? undefined : rows}
    >
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own function as text */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `(${keepEarlyPresses})()` }} />
        {children}
      </body>
    </html>
  );
}

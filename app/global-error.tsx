'use client';

import PageError from '#components/shell/page-error';
import './globals.css';

/** Used when the root layout itself fails: the same panel in a document of its own. */
export default function GlobalError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Sharebook</title>
        <main className="px-4">
          <PageError {...props} />
        </main>
      </body>
    </html>
  );
}

import type { Metadata } from 'next';
import { NothingHere } from '#components/shell/nothing-here';

export const metadata: Metadata = { title: 'Page not found' };

/** For addresses outside the shell. */
export default function NotFound() {
  return (
    <main id="main">
      <NothingHere />
    </main>
  );
}

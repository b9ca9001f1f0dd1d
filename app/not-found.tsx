import type { Metadata } from 'next';
import { NothingHere } from '#components/shell/nothing-here';

export const metadata: Metadata = { title: 'Nothing here' };

/** For addresses outside the shell. */
export default function NotFound() {
  return (
    <main id="main">
      <NothingHere />
    </main>
  );
}

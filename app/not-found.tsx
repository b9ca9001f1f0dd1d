import type { Metadata } from 'next';
import { NothingHere } from './nothing-here.tsx';

export const metadata: Metadata = { title: 'Nothing here' };

/** Where no frame is drawn around it. */
export default function NotFound() {
  return (
    <main id="main">
      <NothingHere />
    </main>
  );
}

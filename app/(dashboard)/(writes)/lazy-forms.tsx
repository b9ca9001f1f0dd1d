'use client';

import { lazyComponent } from '@/components/ui/lazy-component';
import { Waiting } from '../waiting.tsx';

const waiting = <Waiting sentence="The form is being loaded." lines={10} />;

// Forms read stored values from the browser, so they render only there; a page needs one of them.
export const HolderForm = lazyComponent(
  () => import('./holder-screen.tsx').then((part) => part.HolderForm),
  waiting,
  'when drawn',
);
export const IssueForm = lazyComponent(
  () => import('./issue-form.tsx').then((part) => part.IssueForm),
  waiting,
  'when drawn',
);

'use client';

import { FormPlaceholder } from '#components/data/form-placeholder';
import { lazyComponent } from '#components/ui/browser/lazy-component';

const waiting = <FormPlaceholder />;

// Forms read stored values from the browser, so they render only there; a page needs one of them.
export const IssueForm = lazyComponent(
  () => import('./issue-form.tsx').then((part) => part.IssueForm),
  waiting,
  'when drawn',
);

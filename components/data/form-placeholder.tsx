'use client';

import { LoadingPlaceholder } from './loading-placeholder.tsx';

/** In place of a form. It is taller than most windows, as forms are, so that what follows does not show first and then move. */
export const FormPlaceholder = () => <LoadingPlaceholder text="Loading form…" lines={30} />;

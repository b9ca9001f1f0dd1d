'use client';

import PageError from '../page-error.tsx';

/** Error boundary of these pages, inside their layout. */
export default PageError;

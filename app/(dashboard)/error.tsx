'use client';

import PageError from '../page-error.tsx';

/** Error boundary of the signed-in pages, inside their layout. */
export default PageError;

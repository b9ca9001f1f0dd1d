'use client';

import PageError from '../page-error.tsx';

/** The last resort of these pages, inside their frame. */
export default PageError;

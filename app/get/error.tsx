'use client';

import PageError from '#components/shell/page-error';

/** Error boundary of these pages, inside their layout. */
export default PageError;

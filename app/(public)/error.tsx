'use client';

import PageError from '#components/shell/page-error';

/** Error boundary of the sign-in pages, inside their layout. */
export default PageError;

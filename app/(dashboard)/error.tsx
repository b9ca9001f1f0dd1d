'use client';

import PageError from '../error.tsx';

/** The same panel inside the shell, so that the menu still works. */
export default PageError;

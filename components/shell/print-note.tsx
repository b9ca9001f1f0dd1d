'use client';

import { useEffect } from 'react';

export type PrintNoteProps = { issuer: string; asOf: string; printedOn: string };

/**
 * Issuer and date in print: at the top of the first page, and at the bottom of each where the browser supports
 * it.
 */
export function PrintNote({ issuer, asOf, printedOn }: PrintNoteProps) {
  const text = `${issuer} · ${asOf} · Printed ${printedOn}`;
  useEffect(() => {
    const root = document.documentElement.style;
    root.setProperty('--print-note', JSON.stringify(text));
    return () => {
      root.removeProperty('--print-note');
    };
  }, [text]);
  return <p className="hidden border-b border-rule pb-1 text-sm print:block">{text}</p>;
}

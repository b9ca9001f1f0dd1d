'use client';

import { useEffect } from 'react';

export type PrintNoteProps = { issuer: string; asOf: string; printedOn: string };

/** Issuer and date for paper: at the head of the first page, and at the foot of each where the browser can. */
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

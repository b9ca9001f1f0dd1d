'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const checkMs = 1_000;

/** With script: polls every second while the report is in progress, without moving the page. */
export function PollRun() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), checkMs);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}

/**
 * With script: downloads the file once, right after the button was pressed; a reload does not download it
 * again.
 */
export function AutoDownload({ once, href }: { once: string; href: string }) {
  useEffect(() => {
    const key = `taken:${once}`;
    if (window.sessionStorage.getItem(key)) return;
    window.sessionStorage.setItem(key, '1');
    window.location.assign(href);
  }, [once, href]);
  return null;
}

'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const lookMs = 1_000;

/** With script: looks again every second while the file is on its way, without the page jumping. */
export function Follow() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), lookMs);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}

/** With script: takes the file once, by itself, when the button was only just pressed; a reload does not take it again. */
export function Take({ once, href }: { once: string; href: string }) {
  useEffect(() => {
    const key = `taken:${once}`;
    if (window.sessionStorage.getItem(key)) return;
    window.sessionStorage.setItem(key, '1');
    window.location.assign(href);
  }, [once, href]);
  return null;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/**
 * A page that goes on to `location` by itself, instead of a redirect. On the way back from another site a redirect would
 * still count as coming from there, and the browser would keep our Strict session cookie to itself; and a form's redirect
 * to a provider is barred by `form-action`. A step from a page of our own is neither.
 */
export function onwardPage(location: string, headers: Headers): Response {
  const address = location.replace(/[&"<>]/g, (letter) => entities[letter] ?? '');
  headers.delete('location');
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('cache-control', 'no-store');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment · Sharebook</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0;url=${address}"></head>
<body><main><h1>One moment</h1><p><a href="${address}">Go on</a></p></main></body></html>`;
  return new Response(html, { status: 200, headers });
}

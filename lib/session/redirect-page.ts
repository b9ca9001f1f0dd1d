const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/**
 * A page that navigates to `location`, instead of a redirect. After a return from another site, a redirect
 * still counts as cross-site, so the browser would not send our Strict session cookie; and `form-action` blocks
 * a form's redirect to a provider. Navigation from our own page avoids both.
 */
export function redirectPage(location: string, headers: Headers): Response {
  const address = location.replace(/[&"<>]/g, (letter) => entities[letter] ?? '');
  headers.delete('location');
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('cache-control', 'no-store');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment · Sharebook</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0;url=${address}"></head>
<body><main><h1>One moment</h1><p><a href="${address}">Continue</a></p></main></body></html>`;
  return new Response(html, { status: 200, headers });
}

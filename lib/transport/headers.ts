// Security headers of every response.

/** Denies scripts, loading, framing and forms: right for data and files, and the fallback for pages. */
const denyAllPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const unused = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

const strictTransport = 'max-age=31536000; includeSubDomains';

/**
 * Headers of every response: pages, data, build files, redirects, errors. Pages get their own content security
 * policy from proxy.ts; if that were missing, this one applies and no script runs.
 */
export const responseHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': denyAllPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unused.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const overHttps = { ...responseHeaders, 'strict-transport-security': strictTransport };

/** Headers of every response; `secure`, with HSTS, when users connect over https. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return secure ? overHttps : responseHeaders;
}

/** Nothing may run, load, frame or be sent anywhere: right for data and files, and what a page falls back to. */
const sealedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

export const strictTransport = 'max-age=31536000; includeSubDomains';

/**
 * What every answer says to the browser (assurance S-07): pages, data, files of the build, redirects, errors. Pages get
 * a content policy of their own from proxy.ts; were it missing, this one stands and no script runs.
 */
export const answerHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': sealedPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unused.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

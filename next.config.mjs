// Sent with every answer. The content policy with nonces belongs to the pages and is set where they are rendered.
const headers = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=()' },
];

/** @type {import('next').NextConfig} */
export default {
  agentRules: false,
  poweredByHeader: false,
  typedRoutes: true,
  reactStrictMode: true,
  // Images are never optimized on the fly: the optimizer fetches addresses it is given.
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pg-cursor', '@node-rs/argon2', 'undici'],
  headers: async () => [{ source: '/:path*', headers }],
};

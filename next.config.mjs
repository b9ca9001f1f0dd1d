import { responseHeaders } from '#lib/transport/headers';

const headers = Object.entries(responseHeaders).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
export default {
  agentRules: false,
  poweredByHeader: false,
  typedRoutes: true,
  // The step `types` of `npm run check` and `npm test` checks them. Here it took a third of the time of a build.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  // No on-the-fly image optimization: the optimizer fetches the addresses it is given.
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pg-cursor', '@node-rs/argon2', 'undici', 'prom-client', 'pino'],
  headers: async () => [
    { source: '/:path*', headers },
    // Every answer to an operation of the interface is JSON. Next compresses the answer of a route handler only if its
    // type is known before: the handler's own headers are lists to it, which its compression takes for no type.
    {
      source: '/api/upstream/api/v1/:path*',
      headers: [{ key: 'content-type', value: 'application/json; charset=utf-8' }],
    },
  ],
};

import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { jsonText } from '#lib/api/respond';
import { compressLarge } from './compress.ts';

const about = { requestId: 'r-1', secure: false };
const large = JSON.stringify(Array.from({ length: 2000 }, (_, row) => ({ row, holder: `Holder ${row}` })));

async function asked(text: string, acceptEncoding: string | null) {
  const headers = new Headers(acceptEncoding === null ? {} : { 'accept-encoding': acceptEncoding });
  const response = await compressLarge(jsonText(text, about), headers);
  return { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

describe('a large answer', () => {
  it.each(['gzip', 'br, gzip', 'gzip, deflate, br, zstd', 'GZIP;q=0.5', 'deflate;q=1, gzip; q=1.0'])(
    'is gzip for %s',
    async (accepted) => {
      const { headers, body } = await asked(large, accepted);
      expect(headers.get('content-encoding')).toBe('gzip');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('content-length')).toBe(String(body.byteLength));
      expect(body.byteLength).toBeLessThan(large.length / 5);
      expect(gunzipSync(body).toString('utf8')).toBe(large);
      // The other headers stay.
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('x-request-id')).toBe('r-1');
    },
  );

  it.each([null, '', 'br', 'identity', 'gzip;q=0', 'gzip;q=0.000', 'xgzip', 'gzipped'])(
    'is sent as it is for %s',
    async (accepted) => {
      const { headers, body } = await asked(large, accepted);
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(body.toString('utf8')).toBe(large);
    },
  );
});

it('a small answer is sent as it is', async () => {
  const { headers, body } = await asked('{"a":1}', 'gzip');
  expect(headers.get('content-encoding')).toBeNull();
  expect(body.toString('utf8')).toBe('{"a":1}');
});

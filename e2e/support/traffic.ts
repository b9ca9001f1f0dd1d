// Records what a browser receives and searches it for secrets.

import { expect, type Page } from '@playwright/test';

/** Must never reach a browser: secrets, the registry's address, links with access codes, full tax IDs. */
function forbidden(): RegExp[] {
  const registry = process.env.E2E_REGISTRY;
  return [
    /demo-agent-secret|demo-readonly-secret|demo-issuer-secret/,
    /access_token|client_secret/,
    /DownloadReport\/[A-Za-z0-9]/i,
    /\b9\d\d-[0-4]\d-\d{4}\b/,
    /\b00-\d{7}\b/,
    /\b(046-?454-?286|012-?345-?674|044-?556-?678|098-?700-?123)\b/,
    ...(registry ? [new RegExp(registry.replaceAll('.', '\\.'))] : []),
  ];
}

/** Records every response of a page, headers included; `check` throws on the first forbidden text. */
export function record(page: Page) {
  const seen: { url: string; text: string }[] = [];
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    const keep = async () => {
      const headers = JSON.stringify(await response.allHeaders().catch(() => ({})));
      const body = await response.text().catch(() => '');
      seen.push({ url: response.url(), text: `${headers}\n${body}` });
    };
    pending.push(keep());
  });
  return {
    async check() {
      await Promise.all(pending);
      expect(seen.length).toBeGreaterThan(20);
      for (const pattern of forbidden()) {
        const found = seen.filter(({ url, text }) => pattern.test(url) || pattern.test(text));
        expect(
          found.map(({ url }) => url),
          `answers that match ${pattern}`,
        ).toEqual([]);
      }
      const foreign = seen.filter(
        ({ url }) => !url.startsWith(process.env.BASE_URL ?? '') && !/^(blob|data):/.test(url),
      );
      expect(
        foreign.map(({ url }) => url),
        'answers from elsewhere',
      ).toEqual([]);
    },
  };
}

import { type RunningApp, signIn, startApp } from '#tests/app/running';

// Compares the response times for "not yours" and "does not exist": `node tests/gateway/access/time-class.ts [pairs]`
// starts the product, requests holders of another issuer and unknown holders in turn, and prints Welch's t. Not
// part of the test suite: timing on a busy machine is not reliable.
const pairs = Number(process.argv[2] ?? 1000);

type Sample = { times: number[] };

const mean = ({ times }: Sample) => times.reduce((sum, one) => sum + one, 0) / times.length;
const variance = (sample: Sample) => {
  const middle = mean(sample);
  return sample.times.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (sample.times.length - 1);
};
const median = ({ times }: Sample) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/** Welch's t of two samples; the slowest hundredth of both is left out, because of pauses of the machine. */
function welch(a: Sample, b: Sample): number {
  const spread = variance(a) / a.times.length + variance(b) / b.times.length;
  return (mean(a) - mean(b)) / Math.sqrt(spread);
}

function trimmed({ times }: Sample): Sample {
  return { times: [...times].sort((a, b) => a - b).slice(0, Math.ceil(times.length * 0.99)) };
}

/** Accounts that hold shares of another issuer and none of the officer's. */
async function foreignAccounts({ url }: RunningApp): Promise<string[]> {
  const cookie = await signIn(url, 'operator@harborline.example');
  const of = async (issuer: number) => {
    const path = `/api/upstream/api/v1/Issuer/shareholder/cap/table?customerIssuerId=${issuer}&start=0&numberOfRows=1000`;
    const text = await (await fetch(url + path, { headers: { cookie } })).text();
    return new Set([...text.matchAll(/"shareholderCustomerId":"([^"]+)"/g)].map(([, id]) => id ?? ''));
  };
  const own = await of(1001);
  return [...(await of(1006))].filter((account) => !own.has(account));
}

async function measure(app: RunningApp): Promise<void> {
  const foreign = await foreignAccounts(app);
  const cookie = await signIn(app.url, 'officer@larkspur.example');
  const samples = { foreign: { times: [] as number[] }, absent: { times: [] as number[] } };
  const request = async (account: string) => {
    const path = `/api/upstream/api/v1/Shareholder/Details?customerShareholderId=${encodeURIComponent(account)}`;
    const from = performance.now();
    const response = await fetch(app.url + path, { headers: { cookie } });
    await response.arrayBuffer();
    // Denials in a burst are rate-limited: the wait is not measured.
    if (response.status === 429) {
      await new Promise((rested) =>
        setTimeout(rested, 1000 * Number(response.headers.get('retry-after') ?? 1)),
      );
      return null;
    }
    if (response.status !== 404) throw new Error(`${account} answered ${response.status}.`);
    return performance.now() - from;
  };
  for (let pair = -20; pair < pairs; pair += 1) {
    const known = foreign[Math.abs(pair) % foreign.length] ?? '';
    // An unknown account ID of the same length and characters as the existing one.
    const turns: [keyof typeof samples, string][] = [
      ['foreign', known],
      ['absent', known.replace(/\d/g, (digit) => `${9 - Number(digit)}`).replace(/^./, 'Q')],
    ];
    if (Math.random() < 0.5) turns.reverse();
    for (const [kind, account] of turns) {
      let took = await request(account);
      while (took === null) took = await request(account);
      if (pair >= 0) samples[kind].times.push(took);
    }
  }
  const t = welch(trimmed(samples.foreign), trimmed(samples.absent));
  for (const [kind, sample] of Object.entries(samples))
    console.log(
      `${kind.padEnd(8)} n=${sample.times.length} mean ${mean(sample).toFixed(3)} ms, median ${median(sample).toFixed(3)} ms`,
    );
  console.log(`Welch's t ${t.toFixed(2)}; beyond 4.5 the two could be told apart.`);
  process.exitCode = Math.abs(t) < 4.5 ? 0 : 1;
}

const app = await startApp();
try {
  await measure(app);
} finally {
  await app.stop();
}

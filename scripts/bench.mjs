// npm run bench [name…]: runs the measurements one after the other, prints their tables, puts them in bench/results.json.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const wanted = process.argv.slice(2);
const names = readdirSync('bench', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && (wanted.length === 0 || wanted.includes(entry.name)))
  .map((entry) => entry.name)
  .filter((name) => existsSync(`bench/${name}/measure.ts`));

const file = 'bench/results.json';
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
for (const name of names) {
  const { measure } = await import(`../bench/${name}/measure.ts`);
  console.log(`\n${name}`);
  const rows = await measure();
  const rounded = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        typeof value === 'number' ? Math.round(value * 100) / 100 : value,
      ]),
    ),
  );
  console.table(rounded);
  results[name] = rounded;
}
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
process.exit(0);

import { parseArgs } from 'node:util';
import { median, printTable, spread } from '../kit/table.ts';
import { runBare } from './bare.ts';
import type { Measured, Wanted } from './measurement.ts';
import { servePage } from './page.ts';
import { runSession, runTogether } from './session.ts';

/** Compares a live session with a bare screencast, alternately; then measures how many concurrent sessions keep up. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    most: { type: 'string', default: '4' },
  },
});
const page = await servePage();
const wanted: Wanted = {
  url: `http://127.0.0.1:${page.port}/`,
  allowed: `127.0.0.1:${page.port}`,
  framesMs: Number(values.seconds) * 1000,
  clicks: 12,
  pauseMs: 400,
};
const runs = { bare: [] as Measured[], session: [] as Measured[] };
for (let round = 0; round < Number(values.rounds); round++) {
  runs.bare.push(await runBare(wanted));
  runs.session.push(await runSession(wanted));
}
const latency = (all: Measured[]) => all.map(({ latenciesMs }) => median(latenciesMs));
const row = (name: string, all: Measured[]) => [
  name,
  spread(all.map(({ fps }) => fps)),
  spread(all.map(({ recordedFps }) => recordedFps)),
  spread(latency(all), 0),
  all[0]?.cpuShare == null
    ? ''
    : spread(
        all.map(({ cpuShare }) => (cpuShare ?? 0) * 100),
        0,
      ),
  all[0]?.pssBytes == null
    ? ''
    : spread(
        all.map(({ pssBytes }) => (pssBytes ?? 0) / 2 ** 20),
        0,
      ),
];
if (runs.bare.length > 0) {
  printTable(
    ['', 'frames/s delivered', 'recorded', 'input to picture, ms', 'CPU, % of a core', 'memory, MiB'],
    [row('bare screencast', runs.bare), row('live session', runs.session)],
  );
  const ratio = (of: (one: Measured[]) => number[]) => median(of(runs.session)) / median(of(runs.bare));
  const frames = ratio((all) => all.map(({ fps }) => fps)).toFixed(2);
  console.log(`\nframes ${frames} × (wanted ≥ 0.9), latency ${ratio(latency).toFixed(2)} × (wanted ≤ 1.3)`);
}

for (let count = 1; count <= Number(values.most); count++) {
  const all = await runTogether(count, wanted);
  const isEnough = all.every((fps) => fps >= 4.5);
  console.log(
    `${count} at once, of 5 frames/s: ${all.map((fps) => fps.toFixed(1)).join(', ')}${isEnough ? '' : ' – too few'}`,
  );
  if (!isEnough) break;
}
page.close();

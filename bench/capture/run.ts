import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { median, printTable, seconds, spread } from '../kit/table.ts';
import { bare, type Engine, ours, type Run, singleFile } from './engines.ts';

/** `bench/README.md` explains the figures and names the targets. */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    big: { type: 'string' },
    throughput: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
const out = fileURLToPath(new URL('../out/capture/', import.meta.url));
const latencyMs = 20;
const throughputMs = 60_000;
let folders = 0;

const site = await startSampleSite({ latencyMs });
try {
  if (options.throughput) await throughput(site);
  else if (options.big) await bigBody(site, Number(options.big));
  else await sideBySide(site);
} finally {
  await site.close();
}

/** Each round runs every engine once, so other load of the machine affects all of them. */
async function sideBySide(sample: SampleSite): Promise<void> {
  const engines = chosen(sample);
  const address = `${sample.httpOrigin}/`;
  const runs = new Map<string, (Run & { whole: number })[]>(engines.map(({ name }) => [name, []]));
  const expected = sample.resources();
  for (let round = 1; round <= rounds; round++) {
    for (const engine of engines) {
      const run = await runWhole(engine, address);
      const lost = expected.filter((resource) => !isWhole(sample, resource, run.kept));
      runs.get(engine.name)!.push({ ...run, whole: expected.length - lost.length });
      console.log(
        `${round}/${rounds} ${engine.name}: ${seconds(run.usage.wallMs)} s, CPU ${seconds(run.usage.cpuMs)} s, ${mib(run.usage.peakPssBytes)} MiB, bodies ${expected.length - lost.length}/${expected.length}, ${run.state}`,
      );
      if (lost.length > 0 && lost.length < 10) for (const { url } of lost) console.log(`    lost ${url}`);
    }
  }
  const base = runs.get(bare.name);
  const ratio = (measured: Run[], figure: (run: Run) => number) =>
    base ? (median(measured.map(figure)) / median(base.map(figure))).toFixed(2) : '–';
  const cpu = ({ usage }: Run) => usage.cpuMs;
  const memory = ({ usage }: Run) => usage.peakPssBytes;
  printTable(
    [
      'engine',
      'wall s',
      'CPU s',
      '× bare',
      'peak PSS MiB',
      '× bare',
      `bodies whole of ${expected.length}`,
      'all whole',
    ],
    [...runs].map(([name, measured]) => [
      name,
      spread(measured.map(({ usage }) => usage.wallMs / 1000)),
      spread(measured.map((run) => cpu(run) / 1000)),
      ratio(measured, cpu),
      spread(
        measured.map((run) => memory(run) / 2 ** 20),
        0,
      ),
      ratio(measured, memory),
      spread(
        measured.map(({ whole }) => whole),
        0,
      ),
      `${measured.filter(({ whole }) => whole === expected.length).length} of ${measured.length}`,
    ]),
  );
}

/** Memory that a long body adds to the recording node, without the browser's. */
async function bigBody(sample: SampleSite, mebibytes: number): Promise<void> {
  const engine = ours(sample);
  const peaks = { without: [] as number[], with: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    for (const [kind, bigMb] of [
      ['without', 5],
      ['with', mebibytes],
    ] as const) {
      const run = await runWhole(engine, `${sample.httpOrigin}/shop?big=${bigMb}`);
      const lost = sample.resources({ bigMb }).filter((resource) => !isWhole(sample, resource, run.kept));
      peaks[kind].push(run.usage.peakOwnRssBytes / 2 ** 20);
      console.log(
        `${round}/${rounds} ${kind}: node ${mib(run.usage.peakOwnRssBytes)} MiB, ${seconds(run.usage.wallMs)} s, ${lost.length} lost, ${run.state}`,
      );
    }
  }
  printTable(
    ['', 'peak RSS of the node, MiB'],
    [
      [`without a body of ${mebibytes} MiB`, spread(peaks.without, 0)],
      ['with it', spread(peaks.with, 0)],
      ['difference of the medians', (median(peaks.with) - median(peaks.without)).toFixed(0)],
    ],
  );
}

/** Runs two captures at a time for a minute; checks their records after the measurement. */
async function throughput(sample: SampleSite): Promise<void> {
  const rows: string[][] = [];
  for (const engine of [bare, ours(sample)]) {
    const runs: Run[] = [];
    const kept: string[] = [];
    const started = performance.now();
    const worker = async () => {
      while (performance.now() - started < throughputMs) {
        const folder = newFolder();
        kept.push(folder);
        const run = await engine.run(`${sample.httpOrigin}/shop?big=0`, folder);
        runs.push(run);
        const { wallMs, cpuMs } = run.usage;
        console.log(`${engine.name}: ${seconds(wallMs)} s, CPU ${seconds(cpuMs)} s, ${run.state}`);
      }
    };
    await Promise.all([worker(), worker()]);
    const lastedMs = performance.now() - started;
    const whole = engine === bare ? null : await wholeOf(sample, runs);
    for (const folder of kept) rmSync(folder, { recursive: true, force: true });
    const cpu = seconds(median(runs.map(({ usage }) => usage.cpuMs)));
    const perMinute = ((runs.length / lastedMs) * 60_000).toFixed(1);
    rows.push([engine.name, String(runs.length), whole === null ? '–' : String(whole), cpu, perMinute]);
  }
  printTable(['engine', 'runs', 'whole and complete', 'CPU s', 'a minute'], rows);
}

async function wholeOf(sample: SampleSite, runs: Run[]): Promise<number> {
  const expected = sample.resources({ bigMb: 0 });
  let whole = 0;
  for (const run of runs) {
    const bodies = await run.bodies();
    if (run.state.startsWith('complete') && expected.every((one) => isWhole(sample, one, bodies))) whole += 1;
  }
  return whole;
}

function chosen(sample: SampleSite): Engine[] {
  const wanted = (name: string) => options.only === undefined || name === options.only;
  return [
    ...(wanted('bare') ? [bare] : []),
    ...(wanted('ours') ? [ours(sample)] : []),
    ...(wanted('single-file') ? [singleFile()].filter((engine) => engine !== null) : []),
  ];
}

function isWhole(
  sample: SampleSite,
  { url, sha256 }: { url: string; sha256: string | null },
  bodies: ReadonlySet<string>,
): boolean {
  if (sha256 !== null) return bodies.has(sha256);
  return sample.requests.some(
    (request) => request.url === url && request.sha256 !== null && bodies.has(request.sha256),
  );
}

function newFolder(): string {
  const folder = `${out}${process.pid}-${folders++}`;
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** One run; reads its records before it removes the folder. */
async function runWhole(engine: Engine, address: string): Promise<Run & { kept: ReadonlySet<string> }> {
  const folder = newFolder();
  try {
    const run = await engine.run(address, folder);
    return { ...run, kept: await run.bodies() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function mib(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

import { build, type UserConfig } from 'vite';
import { entry, pages } from './pages.ts';

/** A chunk of the bundler's own splitting: modules that exactly the same pages load. */
export interface Chunk {
  file: string;
  sizeBytes: number;
  /** Files of the chunks it imports statically. */
  imports: readonly string[];
}

/** The files with which a browser begins a load. */
export type Load = readonly string[];

interface Group {
  files: string[];
  /** Loads that need it. */
  loads: Set<number>;
  sizeBytes: number;
  /** Groups it imports, directly or through others. */
  needs: Set<Group>;
}

/**
 * Additional weight of pages when modules are grouped into chunks; every page counts at least once. Home has the most,
 * because every user's visit begins there. Recording loads all of its parts at once, to work offline.
 */
const frequentPages = {
  '/login': 10,
  '/home': 15,
  '/attestation/{ano}': 10,
  '/website-show/query': 10,
  '/website-show/chain': 4,
  '/record': 4,
};

/** The page with which most visits of users begin. */
const firstPage = '/home';

/**
 * Size at which one more request costs as much as unneeded bytes: about 2.5 KiB compressed, which a connection of 10
 * Mbit/s carries in 2 ms and HTTP/1.1 over six connections spends on a request with a 20 ms round trip.
 */
const requestBytes = 6_500;

/**
 * Merges shared chunks until no merge saves more than it costs: a merge saves a request wherever both chunks are
 * loaded, and costs the bytes of one wherever only the other is needed. Merges never create circular imports. @returns
 * lists of files; chunks that stay alone and those a load begins with are not in any
 */
export function groupChunks(chunks: readonly Chunk[], loads: readonly Load[]): string[][] {
  const needsOf = closures(chunks);
  const first = new Set(loads.flat());
  const groups = new Map<string, Group>();
  for (const { file, sizeBytes } of chunks) {
    const users = loads.flatMap((load, at) =>
      load.some((one) => one === file || needsOf.get(one)?.has(file)) ? [at] : [],
    );
    if (!first.has(file) && users.length > 0)
      groups.set(file, { files: [file], loads: new Set(users), sizeBytes, needs: new Set() });
  }
  for (const [file, group] of groups)
    for (const needed of needsOf.get(file) ?? []) if (groups.has(needed)) group.needs.add(groups.get(needed) as Group);
  let left = [...groups.values()];
  for (let pair = bestPair(left); pair; pair = bestPair(left)) left = merge(left, pair);
  return left.filter(({ files }) => files.length > 1).map(({ files }) => files);
}

/**
 * Joins those groups of one load into its largest that no load without the largest needs: one request instead of many for
 * the page with which most visits begin, at the cost of some bytes for the pages that load the largest anyway. A group
 * between two of them is one of them, so no import becomes circular.
 */
export function joinForLoad(
  groups: readonly string[][],
  o: { chunks: readonly Chunk[]; loads: readonly Load[]; load: Load },
): string[][] {
  const needsOf = closures(o.chunks);
  const sizeOf = new Map(o.chunks.map(({ file, sizeBytes }) => [file, sizeBytes]));
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + (sizeOf.get(file) ?? 0), 0);
  const uses = (load: Load, group: readonly string[]) =>
    group.some((file) => load.some((first) => first === file || needsOf.get(first)?.has(file)));
  const ofLoad = groups.filter((group) => uses(o.load, group));
  // Chunks that all loads need already form one group.
  const isEverywhere = (group: readonly string[]) => o.loads.every((load) => uses(load, group));
  const [largest] = ofLoad.filter((group) => !isEverywhere(group)).sort((one, other) => sum(other) - sum(one));
  if (!largest) return [...groups];
  const others = o.loads.filter((load) => !uses(load, largest));
  const joined = ofLoad.filter((group) => group === largest || !others.some((load) => uses(load, group)));
  return [...groups.filter((group) => !joined.includes(group)), joined.flat()];
}

/** All chunks that a chunk imports, directly or through others. */
function closures(chunks: readonly Chunk[]): Map<string, Set<string>> {
  const importsOf = new Map(chunks.map(({ file, imports }) => [file, imports]));
  const visit = (file: string, found: Set<string>): Set<string> => {
    for (const one of importsOf.get(file) ?? [])
      if (!found.has(one)) {
        found.add(one);
        visit(one, found);
      }
    return found;
  };
  return new Map(chunks.map(({ file }) => [file, visit(file, new Set())]));
}

type Pair = readonly [Group, Group];

function bestPair(groups: readonly Group[]): Pair | undefined {
  let best: { pair: Pair; saved: number } | undefined;
  for (const [at, one] of groups.entries())
    for (const other of groups.slice(at + 1)) {
      const saved = savedBy(one, other, best?.saved ?? 0);
      if (saved > (best?.saved ?? 0) && !areCircular(one, other)) best = { pair: [one, other], saved };
    }
  return best?.pair;
}

/** Bytes that a merge saves over all loads; may stop early once they are at most `wanted`. */
function savedBy(one: Group, other: Group, wanted: number): number {
  let both = 0;
  for (const load of one.loads) if (other.loads.has(load)) both++;
  let saved = requestBytes * both;
  if (saved <= wanted) return 0;
  saved -= one.sizeBytes * (other.loads.size - both) + other.sizeBytes * (one.loads.size - both);
  if (saved <= wanted) return 0;
  const union = new Set([...one.loads, ...other.loads]);
  // A load of one now loads what the other imports, too.
  for (const needed of new Set([...one.needs, ...other.needs])) {
    if (needed === one || needed === other) continue;
    let more = 0;
    for (const load of union) if (!needed.loads.has(load)) more++;
    saved -= (needed.sizeBytes + requestBytes) * more;
    if (saved <= wanted) return 0;
  }
  return saved;
}

const areCircular = (one: Group, other: Group): boolean => reachesThrough(one, other) || reachesThrough(other, one);
const reachesThrough = (from: Group, to: Group): boolean =>
  [...from.needs].some((between) => between !== to && between.needs.has(to));

function merge(groups: readonly Group[], [one, other]: Pair): Group[] {
  const merged: Group = {
    files: [...one.files, ...other.files],
    loads: new Set([...one.loads, ...other.loads]),
    sizeBytes: one.sizeBytes + other.sizeBytes,
    needs: new Set([...one.needs, ...other.needs].filter((needed) => needed !== one && needed !== other)),
  };
  const rest = groups.filter((group) => group !== one && group !== other);
  for (const { needs } of rest) {
    const neededOne = needs.delete(one);
    const neededOther = needs.delete(other);
    if (neededOne || neededOther) for (const needed of [merged, ...merged.needs]) needs.add(needed);
  }
  for (const { loads } of merged.needs) for (const load of merged.loads) loads.add(load);
  return [...rest, merged];
}

/**
 * Builds the site once without writing it, to see which chunks the bundler makes and which pages need them.
 * @returns the bundler's option that puts modules into the groups
 */
export async function chunkGroups(config: UserConfig) {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, manifest: false, minify: true },
  });
  if (!('output' in built)) throw new Error('The site could not be built.');
  const chunks = built.output.filter((one) => one.type === 'chunk');
  const fileOf = (module: string): string => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/apps/web/${module}`));
    if (!chunk) throw new Error(`${module} was not built.`);
    return chunk.fileName;
  };
  const listed = Object.values(pages).map(({ modules }) => [entry, ...modules].map(fileOf));
  const frequent = Object.entries(frequentPages).flatMap(([path, times]) =>
    Array<Load>(times).fill([entry, ...(pages[path]?.modules ?? [])].map(fileOf)),
  );
  // Parts that a page loads later: dialogs, charts.
  const later = chunks
    .filter(({ isDynamicEntry, fileName }) => isDynamicEntry && !listed.flat().includes(fileName))
    .map(({ fileName }) => [fileOf(entry), fileName]);
  const sized = chunks.map(({ fileName, code, imports }) => ({ file: fileName, sizeBytes: code.length, imports }));
  // Pages that load the same files count once, except the frequent ones.
  const loads = [...new Map([...listed, ...later].map((load) => [load.join(), load])).values(), ...frequent];
  const first = [entry, ...(pages[firstPage]?.modules ?? [])].map(fileOf);
  const groups = joinForLoad(groupChunks(sized, loads), { chunks: sized, loads, load: first });
  const modulesOf = new Map(chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds]));
  const nameOf = new Map(
    groups.flatMap((files, at) =>
      files.flatMap((file) => (modulesOf.get(file) ?? []).map((id) => [id, `shared-${at}`])),
    ),
  );
  return {
    includeDependenciesRecursively: false,
    groups: [{ debugName: 'shared', name: (id: string) => nameOf.get(id) ?? null }],
  };
}

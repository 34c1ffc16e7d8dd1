import { calls, type Region } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { queries, queryOf } from '../../api/queries.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('region-field', text);

export interface Place {
  province: string | null;
  city: string | null;
  district: string | null;
}
export const nowhere: Place = { province: null, city: null, district: null };

/** True if the deepest chosen region has no subregions. Reads the regions that are already loaded. */
export function isWhole({ province, city, district }: Place): boolean {
  const shown = [calls.addresses.provinces.path, calls.addresses.regionsUnder.path].flatMap((path) =>
    queries.getQueriesData<{ list: Region[] }>({ queryKey: [path] }).flatMap(([, page]) => page?.list ?? []),
  );
  return shown.some(({ id, isParted }) => id === (district ?? city ?? province) && !isParted);
}

interface Props {
  /** Set by Form.Item, like the props below. */
  id?: string;
  value?: Place;
  onChange?: (place: Place) => void;
}

/** Three dependent pickers, and a search that fills all of them. */
export function RegionField({ id, value = nowhere, onChange = () => {} }: Props) {
  const t = useWords();
  const { province, city, district } = value;
  const provinces = useQuery(queryOf(calls.addresses.provinces, {})).data?.list;
  const cities = useUnder(provinces, province);
  const districts = useUnder(cities, city);
  return (
    <fieldset id={id} className="addresses-region-field" aria-label={t('region')}>
      <Search onFound={onChange} />
      <Picker
        label={t('province')}
        regions={provinces}
        value={province}
        onPick={(id) => onChange({ province: id, city: null, district: null })}
      />
      {(cities === undefined || cities.length > 0) && (
        <Picker
          label={t('city')}
          regions={cities}
          value={city}
          onPick={(id) => onChange({ province, city: id, district: null })}
        />
      )}
      {(districts === undefined || districts.length > 0) && (
        <Picker
          label={t('district')}
          regions={districts}
          value={district}
          onPick={(id) => onChange({ province, city, district: id })}
        />
      )}
    </fieldset>
  );
}

/** Subregions of the chosen one of `regions`; undefined while loading or if none is chosen. */
function useUnder(regions: readonly Region[] | undefined, id: string | null): readonly Region[] | undefined {
  const isParted = regions?.find((region) => region.id === id)?.isParted;
  const { data } = useQuery({ ...queryOf(calls.addresses.regionsUnder, { id: id ?? '' }), enabled: isParted === true });
  return isParted === false || regions?.length === 0 ? [] : isParted ? data?.list : undefined;
}

interface PickerProps {
  label: string;
  regions: readonly Region[] | undefined;
  value: string | null;
  onPick: (id: string) => void;
}

function Picker({ label, regions, value, onPick }: PickerProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="large"
      disabled={regions === undefined}
      value={regions?.some(({ id }) => id === value) ? value : null}
      options={regions?.map(({ id, name }) => ({ value: id, label: name }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onPick}
    />
  );
}

function Search({ onFound }: { onFound: (place: Place) => void }) {
  const t = useWords();
  const [name, setName] = useState('');
  const { data, isFetching } = useQuery({
    ...queryOf(calls.addresses.regionsNamed, { name: name.trim() }),
    enabled: name.trim() !== '',
  });
  // A found region may have subregions: the user completes it with the pickers.
  const found = name.trim() === '' ? [] : (data?.list ?? []);
  const pick = (chosen: string) => {
    const [province = null, city = null, district = null] = found.find(({ id }) => id === chosen)?.path ?? [];
    onFound({ province: province?.id ?? null, city: city?.id ?? null, district: district?.id ?? null });
    setName('');
  };
  return (
    <Select
      className="addresses-region-search"
      aria-label={t('search')}
      placeholder={t('searchHint')}
      size="large"
      value={null}
      loading={isFetching}
      showSearch={{ filterOption: false, searchValue: name, onSearch: setName }}
      options={found.map(({ id, path }) => ({ value: id, label: path.map((region) => region.name).join(' ') }))}
      notFoundContent={name.trim() === '' ? t('type') : isFetching ? null : t('nothing')}
      onChange={pick}
    />
  );
}

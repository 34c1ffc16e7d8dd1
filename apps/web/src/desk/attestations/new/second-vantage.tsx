import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form } from 'antd';
import { queryOf } from '../../../api/queries.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('second-vantage', text);

/** Whether nodes in two places are online, so that a page can be captured from both. */
export function usePlaces(): string[] {
  const { data } = useQuery({ ...queryOf(calls.attestations.capturePlaces, {}), meta: { isShownInPlace: true } });
  return data?.places.map(({ name }) => name) ?? [];
}

/** Asks for a second record from another place; not with linked pages or a signed-in profile. */
export function SecondVantage({ places, isPossible }: { places: readonly string[]; isPossible: boolean }) {
  const t = useWords();
  return (
    <Form.Item
      name="secondVantage"
      valuePropName="checked"
      extra={t(isPossible ? 'hint' : 'notTogether', { places: places.join(t('and')) })}
    >
      <Checkbox disabled={!isPossible}>{t('label')}</Checkbox>
    </Form.Item>
  );
}

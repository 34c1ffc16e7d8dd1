import { type Spending, serviceWords } from '@proofkeep/contract';
import { amount } from '../../ui/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words.ts';

const useWords = words('spending-tables', {
  period: ['日期', 'Date'],
  member: ['成员', 'Member'],
  service: ['服务', 'Service'],
  quantity: ['数量', 'Quantity'],
  package: ['套餐抵扣', 'From packages'],
  cents: ['从余额', 'From the balance'],
  total: ['合计', 'Total'],
});

type Spent = Pick<Spending['periods'][number], 'service' | 'quantity' | 'packageUnits' | 'cents'>;

/** The values of the chart for who does not see it, the newest first. */
export function PeriodsTable({ spent, caption }: { spent: Spending; caption: string }) {
  const say = useWords();
  return (
    // What scrolls must be reached by keyboard (WCAG 2.2, 2.1.1).
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has nothing else to focus
    <section className="cost-scroll" tabIndex={0} aria-label={caption}>
      <table className="cost-numbers numbers">
        <thead>
          <tr>
            <th scope="col">{say('period')}</th>
            <SpentHead />
          </tr>
        </thead>
        <tbody>
          {spent.periods.toReversed().map((row) => (
            <tr key={`${row.period} ${row.service}`}>
              <th scope="row">{row.period}</th>
              <SpentCells row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface MembersProps {
  spent: Spending;
  hasMembers: boolean;
  caption: string;
}

export function MembersTable({ spent: { members }, hasMembers, caption }: MembersProps) {
  const say = useWords();
  const total = members.reduce((sum, { cents }) => sum + cents, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has nothing else to focus
    <section className="panel cost-scroll cost-members" tabIndex={0} aria-label={caption}>
      <table className="cost-numbers numbers">
        <thead>
          <tr>
            {hasMembers && <th scope="col">{say('member')}</th>}
            <SpentHead />
          </tr>
        </thead>
        <tbody>
          {members.map((row) => (
            <tr key={`${row.userId} ${row.service}`}>
              {hasMembers && <th scope="row">{row.name}</th>}
              <SpentCells row={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={hasMembers ? 4 : 3}>
              {say('total')}
            </th>
            <td>{amount(total)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function SpentHead() {
  const say = useWords();
  return (
    <>
      <th scope="col">{say('service')}</th>
      <th scope="col">{say('quantity')}</th>
      <th scope="col">{say('package')}</th>
      <th scope="col">{say('cents')}</th>
    </>
  );
}

function SpentCells({ row: { service, quantity, packageUnits, cents } }: { row: Spent }) {
  const language = useLanguage();
  const { name, unit } = serviceWords[service];
  return (
    <>
      <td>{wordIn(name, language)}</td>
      <td>
        {quantity} {wordIn(unit, language)}
      </td>
      <td>{packageUnits || '-'}</td>
      <td>{amount(cents)}</td>
    </>
  );
}

import { type Spending, serviceWords } from '@proofkeep/contract';
import { amount, decimal } from '../../ui/formatters.ts';
import { quantityOf } from '../../ui/quantity.ts';
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

/** In a narrow window its rows stand as cards. */
export function MembersTable({ spent: { members }, hasMembers, caption }: MembersProps) {
  const say = useWords();
  const total = members.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <table className="table cost-table cost-members panel">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {hasMembers && <th scope="col">{say('member')}</th>}
          <th scope="col">{say('service')}</th>
          <th scope="col" className="right">
            {say('quantity')}
          </th>
          <th scope="col" className="right">
            {say('package')}
          </th>
          <th scope="col" className="right">
            {say('cents')}
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((row) => (
          <MemberRow key={`${row.userId} ${row.service}`} row={row} hasMembers={hasMembers} />
        ))}
        <tr className="cost-total">
          <th scope="row" colSpan={hasMembers ? 4 : 3}>
            {say('total')}
          </th>
          <td className="right numbers">{amount(total)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function MemberRow({ row, hasMembers }: { row: Spending['members'][number]; hasMembers: boolean }) {
  const say = useWords();
  const language = useLanguage();
  const { name, service, quantity, packageUnits, cents } = row;
  return (
    <tr>
      {hasMembers && <td className="cost-member">{name}</td>}
      <td className="cost-service">{wordIn(serviceWords[service].name, language)}</td>
      <td className="right numbers" data-label={say('quantity')}>
        {quantityOf(service, quantity, language)}
      </td>
      <td className="right numbers" data-label={say('package')}>
        {packageUnits === 0 ? '-' : decimal(packageUnits, 0)}
      </td>
      <td className="right numbers" data-label={say('cents')}>
        {amount(cents)}
      </td>
    </tr>
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
  return (
    <>
      <td>{wordIn(serviceWords[service].name, language)}</td>
      <td>{quantityOf(service, quantity, language)}</td>
      <td>{packageUnits === 0 ? '-' : decimal(packageUnits, 0)}</td>
      <td>{amount(cents)}</td>
    </>
  );
}

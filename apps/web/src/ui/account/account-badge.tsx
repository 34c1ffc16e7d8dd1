import './account-badge.css';

/** White text has at least 5:1 on each; red stays reserved for failure. */
const colors = ['#1f4e8c', '#0f6b5c', '#7a3e9d', '#84500b', '#8f2f6b', '#4b6316', '#475569', '#5340b5'] as const;

/** One of eight colours by account: accounts of equal names look different, and an account looks the same everywhere. */
export function colorOf(accountId: string): string {
  let sum = 0;
  for (const character of accountId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return colors[sum % colors.length] as string;
}

/** First letter of an account's name on its colour; the name is shown beside it. */
export function AccountBadge({ accountId, name }: { accountId: string; name: string }) {
  const [first = '?'] = name.trim();
  return (
    <span className="account-badge" style={{ background: colorOf(accountId) }} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  );
}

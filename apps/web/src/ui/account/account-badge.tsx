import './account-badge.css';

const colors = 8;

/** One of eight colours by account: accounts of equal names look different, and an account looks the same everywhere. */
export function colorOf(accountId: string): number {
  let sum = 0;
  for (const character of accountId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % colors;
}

/** First letter of an account's name on its colour; the name is shown beside it. */
export function AccountBadge({ accountId, name }: { accountId: string; name: string }) {
  const [first = '?'] = name.trim();
  return (
    <span className="account-badge" data-color={colorOf(accountId)} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  );
}

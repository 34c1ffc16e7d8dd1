import { BellOutlined } from '@ant-design/icons';
import { Badge } from 'antd';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { words } from '../../ui/words/words.ts';
import { useUnread } from './queries.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bell', text);

/** Link to the messages with the unread count. */
export function Bell() {
  const t = useWords();
  const count = useUnread()?.total ?? 0;
  const label = count > 0 ? t('unread', { count }) : t('messages');
  return (
    <LinkButton
      to={paths.messages}
      type="text"
      icon={
        <Badge count={count} size="small" offset={[count > 9 ? 4 : 2, count > 9 ? -4 : -2]} aria-hidden>
          <BellOutlined />
        </Badge>
      }
      aria-label={label}
      title={label}
    />
  );
}

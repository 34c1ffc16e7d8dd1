import { CheckOutlined, DeleteOutlined } from '@ant-design/icons';
import { messageKindWords, sentenceIn, type UserMessage } from '@proofkeep/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Ago } from '../../ui/kit/ago.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('message-row', text);

interface Props {
  row: UserMessage;
  onRead: () => void;
  onDelete: () => void;
}

/** Following a message's link marks it as read. */
export function MessageRow({ row, onRead, onDelete }: Props) {
  const t = useWords();
  const language = useLanguage();
  const { kind, message, link, at, isRead } = row;
  const text = sentenceIn(message, language);
  return (
    <li data-read={isRead}>
      <div className="messages-text">
        {!isRead && (
          <span className="messages-dot">
            <span className="visually-hidden">{t('unread')}</span>
          </span>
        )}
        {link ? (
          <Link to={link} onClick={isRead ? undefined : onRead}>
            {text}
          </Link>
        ) : (
          <span>{text}</span>
        )}
      </div>
      <p className="messages-about secondary">
        <span className="chip">{wordIn(messageKindWords[kind], language)}</span>
        <Ago at={at} />
      </p>
      <div className="messages-acts">
        {!isRead && (
          <IconAct
            icon={<CheckOutlined aria-hidden />}
            name={t('read')}
            label={t('readOne', { text })}
            onClick={onRead}
          />
        )}
        <IconAct
          icon={<DeleteOutlined aria-hidden />}
          name={t('remove')}
          label={t('removeOne', { text })}
          onClick={onDelete}
        />
      </div>
    </li>
  );
}

interface IconActProps {
  icon: ReactNode;
  name: string;
  label: string;
  onClick: () => void;
}

const IconAct = ({ icon, name, label, onClick }: IconActProps) => (
  <Button type="text" icon={icon} aria-label={label} title={name} onClick={onClick} />
);

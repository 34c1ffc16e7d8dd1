import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { type CourtEvidence, type CourtItem, courtLimits } from '@proofkeep/contract';
import { Button, Input } from 'antd';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { words } from '../../ui/words/words.ts';
import { Verification } from './verification.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('court-items', text);

interface Props {
  item: CourtItem;
  at: number;
  count: number;
  evidence: CourtEvidence | undefined;
  isDragged: boolean;
  onDrag: () => void;
  onDragOver: () => void;
  onDrop: () => void;
  onMove: (to: number) => void;
  onChange: (item: CourtItem) => void;
  onRemove: () => void;
}

export function Item(props: Props) {
  const { item, at, evidence, isDragged, onDrag, onDragOver, onDrop, onChange } = props;
  return (
    <li
      className="court-applications-item"
      data-dragged={isDragged}
      onDragOver={(event) => {
        event.preventDefault();
        onDragOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <Head {...props} onDrag={onDrag} />
      <Fields item={item} at={at} onChange={onChange} />
      <Verification evidence={evidence} />
    </li>
  );
}

function Head({ item, at, count, onDrag, onDrop, onMove, onRemove }: Props) {
  const t = useWords();
  return (
    <div className="court-applications-line">
      <span
        className="court-applications-handle"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          // Firefox doesn't drag elements without data.
          event.dataTransfer.setData('text/plain', item.ano);
          onDrag();
        }}
        onDragEnd={onDrop}
      >
        <Button
          type="text"
          data-handle
          icon={<HolderOutlined aria-hidden />}
          aria-label={t('handle', { place: at + 1 })}
          aria-keyshortcuts="ArrowUp ArrowDown"
          onKeyDown={(event) => {
            const to = { ArrowUp: at - 1, ArrowDown: at + 1 }[event.key];
            if (to === undefined) return;
            event.preventDefault();
            onMove(to);
          }}
        />
      </span>
      <strong className="numbers">{t('number', { number: at + 1 })}</strong>
      <Link className="mono" to={paths.attestation(item.ano)}>
        {item.ano}
      </Link>
      <span className="court-applications-tools">
        <Button
          type="text"
          icon={<ArrowUpOutlined aria-hidden />}
          aria-label={t('up', { place: at + 1 })}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <Button
          type="text"
          icon={<ArrowDownOutlined aria-hidden />}
          aria-label={t('down', { place: at + 1 })}
          disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        />
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('remove', { place: at + 1 })}
          onClick={onRemove}
        />
      </span>
    </div>
  );
}

function Fields({ item, at, onChange }: Pick<Props, 'item' | 'at' | 'onChange'>) {
  const t = useWords();
  const field = (name: 'name' | 'source' | 'purpose' | 'pages') => ({
    id: `${name}-${at}`,
    value: item[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...item, [name]: target.value }),
  });
  return (
    <div className="court-applications-fields">
      <label htmlFor={`name-${at}`}>{t('name')}</label>
      <Input {...field('name')} maxLength={courtLimits.name} />
      <label htmlFor={`source-${at}`}>{t('source')}</label>
      <Input {...field('source')} maxLength={courtLimits.source} placeholder={t('sourceExample')} />
      <label htmlFor={`purpose-${at}`}>{t('purpose')}</label>
      <Input.TextArea
        {...field('purpose')}
        autoSize
        maxLength={courtLimits.purpose}
        placeholder={t('purposeExample')}
      />
      <label htmlFor={`pages-${at}`}>{t('pages')}</label>
      <Input {...field('pages')} className="court-applications-pages" maxLength={courtLimits.pages} placeholder="3-8" />
    </div>
  );
}

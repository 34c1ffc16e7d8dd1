import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { type LiveOutput, liveLimits } from '@proofkeep/contract';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { words } from '../../../ui/words/words.ts';
import type { Input as Sent } from './connection.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-bar', text);
type State = Extract<LiveOutput, { type: 'state' }>;

/** Tabs and address bar of the remote browser. */
export function Bar({ state, send }: { state: State; send: (input: Sent) => void }) {
  const t = useWords();
  const front = state.tabs.find(({ isActive }) => isActive);
  return (
    <div className="attestations-session-bar">
      <div className="attestations-session-tabs">
        {state.tabs.map(({ id, title, url, isActive }) => {
          const name = title || url || t('empty');
          return (
            <span key={id} className="attestations-session-tab" data-active={isActive}>
              <button
                type="button"
                aria-pressed={isActive}
                onClick={() => send({ type: 'tab', action: 'select', tab: id })}
              >
                {name}
              </button>
              <button
                type="button"
                aria-label={t('close', { name })}
                onClick={() => send({ type: 'tab', action: 'close', tab: id })}
              >
                <CloseOutlined aria-hidden />
              </button>
            </span>
          );
        })}
        <Button
          type="text"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          aria-label={t('open')}
          onClick={() => send({ type: 'new-tab' })}
        />
      </div>
      <div className="attestations-session-address">
        {(['back', 'forward'] as const).map((to) => (
          <Button
            key={to}
            type="text"
            icon={to === 'back' ? <ArrowLeftOutlined aria-hidden /> : <ArrowRightOutlined aria-hidden />}
            aria-label={t(to)}
            disabled={!(to === 'back' ? state.canGoBack : state.canGoForward)}
            onClick={() => send({ type: 'go', to })}
          />
        ))}
        <Button
          type="text"
          icon={front?.isLoading ? <CloseOutlined aria-hidden /> : <ReloadOutlined aria-hidden />}
          aria-label={t(front?.isLoading ? 'stop' : 'reload')}
          onClick={() => send({ type: 'go', to: front?.isLoading ? 'stop' : 'reload' })}
        />
        <Address key={front?.id} url={front?.url ?? ''} onGo={(url) => send({ type: 'navigate', url })} />
        <Select
          aria-label={t('zoom')}
          className="attestations-session-zoom"
          value={state.zoom}
          options={liveLimits.zooms.map((value) => ({ value, label: `${value * 100}%` }))}
          onChange={(factor) => send({ type: 'zoom', factor })}
        />
      </div>
    </div>
  );
}

/** Shows the page's URL unless the user is typing another one. */
function Address({ url, onGo }: { url: string; onGo: (url: string) => void }) {
  const t = useWords();
  const [typed, type] = useState<string | null>(null);
  return (
    <form
      className="attestations-session-address-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed?.trim()) onGo(typed.trim());
        type(null);
      }}
    >
      <Input
        aria-label={t('address')}
        className="mono"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        placeholder={t('addressHint')}
        value={typed ?? (url === 'about:blank' ? '' : url)}
        onChange={({ target }) => type(target.value)}
        onBlur={() => type(null)}
        onFocus={({ target }) => target.select()}
      />
    </form>
  );
}

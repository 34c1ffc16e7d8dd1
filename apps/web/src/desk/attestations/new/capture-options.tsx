import { type CaptureDevice, captureLocales, captureTimezones, waitForTextLength } from '@proofkeep/contract';
import { Checkbox, Form, Input, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useLanguage, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('capture-options', text);

/** Initial values of the form. */
export const usualCapture = {
  device: 'desktop' as CaptureDevice,
  locale: 'zh-CN' as (typeof captureLocales)[number],
  timezone: 'Asia/Shanghai' as (typeof captureTimezones)[number],
  waitForText: '',
  allDensities: false,
};

/** What is done about overlays, certificates and the review. */
export function CaptureChecks() {
  const t = useWords();
  return (
    <fieldset>
      <legend>{t('options')}</legend>
      {(['dismissConsent', 'acceptInvalidTls', 'autoConfirm'] as const).map((option) => (
        <Form.Item key={option} name={option} valuePropName="checked" noStyle>
          <Checkbox>{t(option)}</Checkbox>
        </Form.Item>
      ))}
    </fieldset>
  );
}

/** How the site is visited; recorded with the evidence. Collapsed, because most pages don't need it. */
export function CaptureOptions({ children }: { children?: ReactNode }) {
  const t = useWords();
  const language = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <details className="attestations-new-more">
      <summary>{t('more')}</summary>
      <div className="attestations-new-more-fields">
        <Form.Item name="device" label={t('device')}>
          <Segmented
            options={[
              { value: 'desktop', label: t('desktop') },
              { value: 'phone', label: t('phone') },
            ]}
          />
        </Form.Item>
        <Form.Item name="locale" label={t('locale')}>
          <Select options={captureLocales.map((value) => ({ value, label: names.of(value) ?? value }))} />
        </Form.Item>
        <Form.Item name="timezone" label={t('timezone')}>
          <Select options={captureTimezones.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="waitForText" label={t('waitForText')} extra={t('waitHint')}>
          <Input maxLength={waitForTextLength} />
        </Form.Item>
        <Form.Item name="allDensities" valuePropName="checked" noStyle>
          <Checkbox>{t('allDensities')}</Checkbox>
        </Form.Item>
        {children}
      </div>
    </details>
  );
}

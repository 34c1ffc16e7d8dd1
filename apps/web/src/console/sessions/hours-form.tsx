import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { calls, type DaySpan, type SessionHours } from '@proofkeep/contract';
import { Button, Form, Input, InputNumber, Switch } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { dayText } from '../../ui/session/times.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-sessions-hours', text);

const week = [0, 1, 2, 3, 4, 5, 6] as const;
/** A Monday, for deriving the names of the weekdays. */
const monday = Date.UTC(2026, 0, 5);
const newSpan: DaySpan = { from: '09:00', to: '12:00' };

const numbers = [
  ['minutes', 15, 240],
  ['breakMinutes', 0, 120],
  ['noticeHours', 1, 240],
  ['windowDays', 1, 90],
] as const;

/** Weekly hours, exceptional days, and the spacing of sessions. Booked sessions stay, whatever changes. */
export function HoursForm({ hours }: { hours: SessionHours }) {
  const t = useWords();
  const language = useLanguage();
  const [form] = Form.useForm<SessionHours>();
  const { refusal, isSending, submit } = useSubmit(form, async (values: SessionHours) => {
    await ask(calls.consoleReservations.saveSessionHours, values);
    toast.success(t('saved'));
    await refresh('officeSessions');
  });
  const weekday = (at: number) =>
    dayText(new Date(monday + at * 86_400_000).toISOString().slice(0, 10), language)
      .split(' ')
      .at(language === 'zh' ? 1 : 0) ?? '';
  return (
    <Form form={form} layout="vertical" requiredMark={false} initialValues={hours} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      <h3>{t('weekly')}</h3>
      {week.map((at) => (
        <div key={at} className="console-sessions-day" role="group" aria-label={weekday(at)}>
          <span>{weekday(at)}</span>
          <Spans name={['weekly', at]} empty={t('closed')} />
        </div>
      ))}
      <h3>{t('exceptions')}</h3>
      <p className="secondary">{t('exceptionsHint')}</p>
      <Form.List name="exceptions">
        {(days, { add, remove }) => (
          <>
            {days.map(({ key, name }) => (
              <div key={key} className="console-sessions-day" role="group" aria-label={t('exception')}>
                <Form.Item name={[name, 'day']} noStyle rules={[{ required: true, message: t('dayMissing') }]}>
                  <Input type="date" aria-label={t('day')} />
                </Form.Item>
                <Spans name={[name, 'spans']} empty={t('absent')} />
                <Button type="text" icon={<DeleteOutlined />} aria-label={t('remove')} onClick={() => remove(name)} />
              </div>
            ))}
            <Button icon={<PlusOutlined />} onClick={() => add({ day: '', spans: [] })}>
              {t('addDay')}
            </Button>
          </>
        )}
      </Form.List>
      <h3>{t('spacing')}</h3>
      <div className="console-sessions-numbers">
        {numbers.map(([name, min, max]) => (
          <Form.Item key={name} name={name} label={t(name)} rules={[{ required: true, message: t('numberMissing') }]}>
            <InputNumber min={min} max={max} precision={0} />
          </Form.Item>
        ))}
      </div>
      <Form.Item name="offersVideo" label={t('offersVideo')} extra={t('videoHint')} valuePropName="checked">
        <Switch aria-label={t('offersVideo')} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={isSending}>
        {t('save')}
      </Button>
    </Form>
  );
}

/** The spans of one day. */
function Spans({ name, empty }: { name: (string | number)[]; empty: string }) {
  const t = useWords();
  return (
    <Form.List name={name}>
      {(spans, { add, remove }) => (
        <div className="console-sessions-spans">
          {spans.length === 0 && <span className="secondary">{empty}</span>}
          {spans.map(({ key, name: at }) => (
            <span key={key} className="console-sessions-span">
              <Form.Item name={[at, 'from']} noStyle>
                <Input type="time" step={300} aria-label={t('from')} />
              </Form.Item>
              –
              <Form.Item name={[at, 'to']} noStyle>
                <Input type="time" step={300} aria-label={t('to')} />
              </Form.Item>
              <Button type="text" icon={<DeleteOutlined />} aria-label={t('removeSpan')} onClick={() => remove(at)} />
            </span>
          ))}
          {spans.length < 6 && (
            <Button
              type="text"
              icon={<PlusOutlined />}
              aria-label={t('addSpan')}
              onClick={() => add(spans.length === 0 ? newSpan : { from: '14:00', to: '17:00' })}
            />
          )}
        </div>
      )}
    </Form.List>
  );
}

import { type Alteration, type Message, message } from '@proofkeep/contract';
import type { Capture } from './capture.ts';
import { tlsErrorsOf } from './page/tls-errors.ts';

/** Returns one sentence for each change that the capture made to the page or to how it was requested. */
export function alterationsOf(capture: Capture): Alteration[] {
  const { actions, consentPressed: label, withheld } = capture;
  const count = (kind: Alteration['kind'], times: number, said: () => Message): Alteration[] =>
    times > 0 ? [{ kind, said: said() }] : [];
  const emulation = capture.emulation.peek();
  const hasOtherName = emulation !== undefined && emulation.ownUserAgent !== emulation.userAgent;
  const navigations = actions.count('kept');
  const dialogs = actions.count('dialog');
  const closed = actions.count('window') - capture.job.limits.popups;
  const refetched = capture.record.peek()?.exchanges.filter(({ source }) => source === 'refetch').length ?? 0;
  const lazy = capture.madeEager;
  const isPhone = capture.job.device === 'phone';
  return [
    ...count('device', Number(isPhone), () => message('altered.device')),
    ...count('user-agent', Number(hasOtherName && !isPhone), () => message('altered.user-agent')),
    ...overriddenTls(capture),
    ...count('signed-in', capture.job.cookies.length, () =>
      message('altered.signed-in', { count: capture.job.cookies.length }),
    ),
    ...(label === null ? [] : count('consent', 1, () => message('altered.consent', { label }))),
    ...count('navigation', navigations, () => message('altered.navigation', { times: navigations })),
    ...count('dialogs', dialogs, () => message('altered.dialogs', { count: dialogs })),
    ...count('windows', closed, () => message('altered.windows', { count: closed })),
    ...count('lazy-loading', lazy, () => message('altered.lazy-loading', { count: lazy })),
    ...count('densities', capture.otherDensities, () =>
      message('altered.densities', { count: capture.otherDensities }),
    ),
    ...count('scripts-stopped', actions.count('scripts-ended'), () => message('altered.scripts-ended')),
    ...count('scripts-stopped', Number(capture.held), () => message('altered.scripts-stopped')),
    ...count('refetched', refetched, () => message('altered.refetched', { count: refetched })),
    ...count('credentials-withheld', withheld, () => message('altered.withheld', { count: withheld })),
  ];
}

/** Includes the hosts of subresources: once one invalid certificate is accepted, all of them are. */
function overriddenTls({ document, rejectedCertificates, startedAt }: Capture): Alteration[] {
  const page = document.peek();
  const ownHost = URL.parse(page?.committed?.url ?? '')?.hostname;
  const ownError = page?.securityState?.certificateSecurityState?.certificateNetworkError;
  return [...(rejectedCertificates.peek() ?? [])].flatMap(([host, certificate]) =>
    tlsErrorsOf(host, certificate, startedAt, host === ownHost ? ownError : undefined).map(
      (error): Alteration => ({ kind: 'tls-overridden', said: message('altered.tls-overridden', { host, error }) }),
    ),
  );
}

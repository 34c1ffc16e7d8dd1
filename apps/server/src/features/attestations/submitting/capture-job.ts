import { type CaptureChoice, type CaptureJob, captureDevices, type RowChoice } from '@proofkeep/contract';

/** A CaptureJob without its number and URL. */
export const jobOf = (kind: CaptureJob['kind'], choice: CaptureChoice) => ({
  kind,
  ...visitOf(choice),
  allDensities: choice.allDensities,
  dismissConsent: choice.dismissConsent,
  tls: choice.acceptInvalidTls ? 'record-invalid' : 'require-valid',
});

/** The fields of a job that a row of a batch overrides. */
export const visitOf = ({ device, ...visit }: RowChoice): Partial<CaptureJob> =>
  Object.fromEntries(
    Object.entries({ device, viewport: device && captureDevices[device], ...visited(visit) }).filter(
      ([, value]) => value !== undefined,
    ),
  );

const visited = ({ locale, timezone, waitForText }: RowChoice) => ({ locale, timezone, waitForText });

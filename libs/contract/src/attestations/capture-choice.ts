import { z } from 'zod';
import { captureLocales, captureTimezones, waitForTextLength } from '../capture/job.ts';

const flag = z.stringbool().or(z.boolean());
const device = z.enum(['desktop', 'phone']);
const locale = z.enum(captureLocales);
const timezone = z.enum(captureTimezones);
const waitForText = z.string().trim().max(waitForTextLength);

/** How a site is visited; the same options for pages, product pages and batches of them. */
export const captureChoice = {
  device: device.default('desktop'),
  /** Asked of the site, and seen by the page. */
  locale: locale.default('zh-CN'),
  timezone: timezone.default('Asia/Shanghai'),
  /** The page is captured once it shows this text, or after 15 seconds. */
  waitForText: waitForText.default(''),
  /** Keep the images for all screen densities (`srcset`). */
  allDensities: flag.default(false),
  /** Press the button of a recognised consent overlay; recorded with a picture before and after. */
  dismissConsent: flag.default(false),
  /** Capture also where the browser does not accept the certificate, and record that. */
  acceptInvalidTls: flag.default(false),
};

/** Options of such a visit. */
export type CaptureChoice = z.infer<z.ZodObject<typeof captureChoice>>;

/** Options that one row of a batch has otherwise than the batch. */
export const RowChoice = z.strictObject({
  device: device.optional(),
  locale: locale.optional(),
  timezone: timezone.optional(),
  waitForText: waitForText.optional(),
});
export type RowChoice = z.infer<typeof RowChoice>;

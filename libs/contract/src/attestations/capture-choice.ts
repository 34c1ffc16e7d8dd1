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
  /** Requested from the site, and visible to the page. */
  locale: locale.default('zh-CN'),
  timezone: timezone.default('Asia/Shanghai'),
  /** The page is captured once it shows this text, or after 15 seconds. */
  waitForText: waitForText.default(''),
  /** Keep the images for all screen densities (`srcset`). */
  allDensities: flag.default(false),
  /** Clicks the button of a recognised consent overlay; recorded with a picture before and after. */
  dismissConsent: flag.default(false),
  /** Captures the page even if the browser rejects its X.509 certificate, and records that. */
  acceptInvalidTls: flag.default(false),
};

/** Options of such a visit. */
export type CaptureChoice = z.infer<z.ZodObject<typeof captureChoice>>;

/** Options in which a row of a batch differs from the batch. */
export const RowChoice = z.strictObject({
  device: device.optional(),
  locale: locale.optional(),
  timezone: timezone.optional(),
  waitForText: waitForText.optional(),
  secondVantage: z.boolean().optional(),
});
export type RowChoice = z.infer<typeof RowChoice>;

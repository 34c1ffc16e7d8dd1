/** Window width if the capture has no screenshot to read it from (contract: CaptureJob). */
export const usualWidthPx = 1440;

/** How often a page asks for the URL of an open replay: well below the 15 minutes after which it expires. */
export const renewalMs = 5 * 60_000;

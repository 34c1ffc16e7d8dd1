import { hostname } from 'node:os';
import type { Capture } from '../capture.ts';
import { tool } from '../tool.ts';
import type { WarcOrigin } from './warc-record.ts';

/** @returns what the network record of a capture says about its maker */
export const originOf = (capture: Capture): WarcOrigin => ({
  software: `${tool.name}/${tool.version} ${capture.lease.peek()?.version ?? ''}`.trim(),
  operator: capture.config.CAPTURE_OPERATOR,
  hostname: hostname(),
  userAgent: capture.emulation.peek()?.userAgent ?? null,
});

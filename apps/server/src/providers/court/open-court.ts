import type { Config } from '../../config.ts';
import type { Court } from './court.ts';
import { developmentCourt } from './development.ts';
import { type CourtSettings, openHttpCourt } from './http-court.ts';

/**
 * Opens the configured court, whose settings the configuration has checked; null if users submit evidence themselves.
 */
export async function openCourt(config: Pick<Config, 'COURT_PROVIDER'> & CourtSettings): Promise<Court | null> {
  if (config.COURT_PROVIDER === 'http') return openHttpCourt(config);
  return config.COURT_PROVIDER === 'development' ? developmentCourt : null;
}

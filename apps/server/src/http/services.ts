import type { Jobs } from '../jobs/jobs.ts';
import type { Vault } from '../kit/vault.ts';
import type { Log } from '../log/log.ts';
import type { IdentityProvider } from '../providers/identity.ts';
import type { Mails } from '../providers/mail.ts';
import type { Payments } from '../providers/payment/payments.ts';
import type { TextMessages } from '../providers/text-messages.ts';
import type { ThirdParties } from '../providers/third-parties.ts';
import type { Replay } from '../replay/replay.ts';
import type { Store } from '../store/store.ts';
import type { Watchers } from './live-notices.ts';

/** What the functions of the features work with beside the database. */
export interface Services {
  textMessages: TextMessages;
  /** Codes by text message that strangers are sent within an hour, all phones together. */
  mostTextCodesAnHour: number;
  mails: Mails;
  /** Null: nobody outside is asked, operators compare. */
  identity: IdentityProvider | null;
  payments: Payments;
  vault: Vault;
  thirdParties: ThirdParties;
  /** Keys of the partner applications, by their ids. */
  partnerApps: ReadonlyMap<string, string>;
  store: Store;
  jobs: Jobs;
  log: Log;
  watchers: Watchers;
  /** Verifier key of the log (C2SP signed-note). */
  vkey: string;
  /** Subject of the certificate with which certificates are sealed. */
  sealedBy: string;
  /** Where the service is reached from outside, without a slash at its end. */
  publicUrl: string;
  /** Whether there is enough space on disk to begin another capture. */
  hasSpace(): Promise<boolean>;
  /** Destinations that captures may reach although they are not public. */
  egressAllow: readonly string[];
  /** Hosts of `PUBLIC_URL` and `REPLAY_URL`: captured pages may not go there. */
  ownHosts: readonly string[];
  /** Replays captured pages; null where they are not replayed. */
  replay: Pick<Replay, 'addressesOf'> | null;
}

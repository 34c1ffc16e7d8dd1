import type { IceServer, ReceivingAccount } from '@proofkeep/contract';
import type { RestingAuthority } from '@proofkeep/seal';
import type { Anchors } from '@proofkeep/verify';
import type { Jobs } from '../jobs/jobs.ts';
import type { DocumentSigner } from '../kit/document-signer.ts';
import type { UploadLocks } from '../kit/upload-locks.ts';
import type { Vault } from '../kit/vault.ts';
import type { Log } from '../log/log.ts';
import type { Court } from '../providers/court/court.ts';
import type { IdentityProvider } from '../providers/identity.ts';
import type { Mails } from '../providers/mail.ts';
import type { Payments } from '../providers/payment/payments.ts';
import type { TextMessages } from '../providers/text-messages.ts';
import type { ThirdParties } from '../providers/third-parties/third-parties.ts';
import type { Replay } from '../replay/replay.ts';
import type { Store } from '../store/store.ts';
import type { Watchers } from './live-notices.ts';

/** Dependencies of the handlers, besides the database. */
export interface Services {
  textMessages: TextMessages;
  /** Hourly limit of codes by text message to unknown browsers, for all phones together. */
  mostTextCodesAnHour: number;
  /** When live sessions end by themselves, and how often their chains are timestamped. */
  liveSessions: { awayMs: number; idleMs: number; stampEveryMs: number };
  mails: Mails;
  /** Null if operators check identity cards by hand. */
  identity: IdentityProvider | null;
  /** Null: evidence is exported and submitted to courts by hand. */
  court: Court | null;
  payments: Payments;
  /** The platform's bank account; null: bank transfers aren't offered. */
  bankAccount: ReceivingAccount | null;
  vault: Vault;
  thirdParties: ThirdParties;
  /** Keys of partner applications by application id. */
  partnerApps: ReadonlyMap<string, string>;
  store: Store;
  uploadLocks: UploadLocks;
  jobs: Jobs;
  log: Log;
  /** Trust anchors of verification on this machine. */
  anchors: Anchors;
  /** Signs and timestamps documents. */
  documentSigner: DocumentSigner;
  watchers: Watchers;
  /** Verifier key of the log (C2SP signed-note). */
  vkey: string;
  /** Subject of the X.509 certificate that seals certificates. */
  sealedBy: string;
  /** Public URL of the service, without a trailing slash. */
  publicUrl: string;
  /** Outside timestamp authorities that don't answer this server. */
  restingAuthorities(): RestingAuthority[];
  /** Whether there is enough disk space to start another capture. */
  hasSpace(): Promise<boolean>;
  /** Non-public destinations that captures may reach. */
  egressAllow: readonly string[];
  /** Hosts of `PUBLIC_URL` and `REPLAY_URL`, which captured pages may not reach. */
  ownHosts: readonly string[];
  /** Servers by which the browsers of a room find each other, with credentials for one person. */
  iceServers(person: string, now: Date): IceServer[];
  /** Null if captured pages are not replayed. */
  replay: Pick<Replay, 'addressesOf' | 'pdfAddressOf'> | null;
}

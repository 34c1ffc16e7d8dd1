import { accountDay } from '@proofkeep/contract';
import { strokes } from '../features/notarization/testing/matters.ts';
import {
  attestation,
  attestations,
  bindingCode,
  checkCode,
  device,
  recording,
  session,
  submission,
} from './rights/evidence.ts';
import {
  abandonedMatter,
  courtApplication,
  matter,
  matterDocument,
  matterMaterial,
  matterParty,
  withdrawnApplication,
} from './rights/matters.ts';
import { bankTransfer, invoice, invoiceable, invoiceHeader, order, payment, person } from './rights/money.ts';
import {
  address,
  dataExport,
  factor,
  invitation,
  listExport,
  member,
  message,
  picture,
  place,
  report,
  seat,
  sides,
  upload,
} from './rights/people.ts';
import { inserted, isEmpty, type Row, type ThingRow, unknownId } from './rights/row.ts';
import { selfs } from './rights/selfs.ts';

/** Rows by feature and call. */
const things: Record<string, Record<string, ThingRow>> = {
  addresses: {
    address: address(),
    editAddress: address({ ...place, recipient: '王芳', phone: '13800000000' }),
    deleteAddress: address(),
  },
  liveSessions: {
    sessionInfo: session('queuing'),
    sessionUser: session('queuing', (id) => ({ id })),
    cancelSession: session('queuing'),
    stopSession: session('capturing'),
    sessionTime: session('queuing'),
    editSession: session('succeeded', (id) => ({ id, name: 'named' })),
    deleteSession: session('cancelled'),
    sessionTicket: session('queuing'),
  },
  attestations: {
    urlList: attestations('queuing', isEmpty),
    batch: submission('queuing'),
    batchList: { ...submission('queuing'), isLeftOut: isEmpty },
    batchRetry: submission('succeeded'),
    batchResults: submission('succeeded'),
    deleteView: inserted(
      `insert into saved_view (login_id, name, query) select login, uuidv7()::text, '' from o`,
      'person',
      (id) => ({ id }),
    ),
    listExportFile: listExport,
    discardListExport: listExport,
    deleteCookieProfile: inserted(
      `insert into cookie_profile (login_id, person_id, name, site, cookies, cookie_count, expires_at)
       select login, login, 'shop', 'shop.example', ''::bytea, 1, now() + interval '1 day' from o`,
      'person',
      (id) => ({ id }),
    ),
    confirm: attestations('preview', (data) => (data as { changed: string[] }).changed.length === 0),
    reject: attestation('preview'),
    captureAgain: attestation('preview'),
    cancel: attestation('queuing'),
    retry: attestation('failed'),
    picture: attestation('queuing'),
    pictures: attestations('queuing', isEmpty),
    info: attestation('queuing'),
    openReplay: attestation('queuing'),
    editUrl: attestation('succeeded', (id) => ({ id, name: 'mine' })),
    editFile: attestation('succeeded', (id) => ({ id, name: 'mine' })),
    setLabels: attestation('succeeded', (id) => ({ id, labels: ['mine'] })),
    feedback: attestation('failed', (ano) => ({ ano, text: 'it failed' })),
    certificate: attestation('queuing'),
    certificatePdf: attestation('queuing'),
    timestamp: attestation('queuing'),
    timestampBytes: attestation('queuing'),
    bundle: attestation('queuing', (attestationNo) => ({ attestationNo })),
    signature: attestation('queuing'),
  },
  bankTransfers: {
    reportBankTransfer: {
      ...upload('attachment', (receipt) => ({
        amountCents: 100,
        payerName: '王芳',
        transferredOn: accountDay(new Date()),
        receipt,
      })),
      refusal: 'UPLOAD_GONE',
    },
    bankReceipt: bankTransfer,
    withdrawBankTransfer: bankTransfer,
  },
  courtApplications: {
    saveCourtApplication: courtApplication(),
    courtApplication: courtApplication(),
    courtEvidence: courtApplication(),
    prepareCourtApplication: withdrawnApplication,
    editCourtApplication: courtApplication(),
    submitCourtApplication: courtApplication(),
    askCourt: courtApplication(),
    fileCourtApplication: courtApplication(),
    withdrawCourtApplication: courtApplication(),
    courtList: courtApplication(),
    courtPackage: courtApplication(),
  },
  deeds: { matterBundleFacts: matter(), matterBundle: matter() },
  notarization: {
    matterDraft: matter(),
    saveMatterDraft: matter({ kind: 'copy' }),
    submitMatter: abandonedMatter,
    abandonMatter: matter({ reason: 'not needed' }),
    matterInfo: matter(),
    matterSummary: matter(),
    matterPdfs: matter(),
    matterFile: matterDocument((ids) => ({ id: ids.split(' ')[0], documentId: ids.split(' ')[1] })),
    matterMaterial,
    sealImage: matterDocument((ids) => ({ id: ids.split(' ')[0] })),
    sendSigningCode: matterParty(),
    sendPartyLink: matterParty(),
    signImage: matterParty({ strokes }),
    signPdf: matterParty({ imageId: unknownId, code: '123456', sha256: ['0'.repeat(64)] }),
    disputeMatter: matter({ reason: 'not what was said' }),
    payMatter: matter({ way: 'funds' }),
  },
  netcourt: {
    netcourt: attestation('queuing', (id) => ({ id })),
    netcourtFile: attestation('queuing', (id) => ({ id })),
    submitToCourt: attestation('queuing', (id) => ({ id })),
  },
  orders: {
    order: order(),
    payOrder: order({ way: 'balance' }),
    openPayment: payment,
    checkOrder: order(),
    closeOrder: order(),
  },
  enforcer: {
    bindDevice: bindingCode,
    unbindDevice: device,
    recording: recording('ended'),
    deleteRecording: recording('ended'),
    closeRecording: recording('open'),
    payRecording: recording('ended'),
  },
  exports: { discardExport: dataExport, exportFile: dataExport },
  costCenter: {
    package: inserted(
      `insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
       select account, gen_random_uuid()::text, 'evidence', '', '', 1, login, now, now + interval '1 day' from o`,
      'account',
      (packageId) => ({ packageId }),
    ),
  },
  certification: {
    beginPersonal: sides,
    removeEnterpriseDocument: upload('licence', (fileId) => ({ fileId })),
  },
  invoices: {
    header: invoiceHeader(),
    editHeader: invoiceHeader(person),
    deleteHeader: invoiceHeader(),
    apply: invoiceable,
    info: invoice('issued'),
    reapply: invoice('applied'),
    withdraw: invoice('applied'),
    pdf: invoice('issued'),
  },
  members: {
    withdraw: invitation('another'),
    accept: invitation('owner'),
    decline: invitation('owner'),
    leave: seat,
    setMemberPassword: member({ password: 'carry-the-lantern-home' }),
    editMember: member({ name: '李四' }),
    disableMember: member(),
    enableMember: member(),
    removeMember: member(),
    changeMemberPhone: member({ phone: '13700000000', code: '000000' }),
    offerHandover: member(),
    switchTo: seat,
  },
  reservations: {
    sessionSlots: matter(),
    bookSession: matter({ startsAt: '2026-12-01T01:00:00.000Z', way: 'in-person' }),
    releaseSession: matter({ reason: 'not needed' }),
    sessionCalendar: matter(),
  },
  messages: { deleteNews: message(), readNews: message(), restoreNews: message('now') },
  signIn: {
    renameFactor: factor({ name: 'mine' }),
    removeFactor: factor(),
    endSession: inserted(
      `insert into session (token_sha256, login_id, person_id, kind, address, user_agent, expires_at)
       select sha256(gen_random_uuid()::text::bytea), login, login, 'session', '', '', now + interval '1 day' from o`,
      'person',
      (id) => ({ id }),
    ),
    unbindThirdAccount: inserted(
      `insert into third_account (person_id, provider, subject, bound_at) select login, 'work', login::text, now from o`,
      'person',
      (id) => ({ id }),
    ),
  },
  proof: {
    issueCode: attestation('queuing', (ano) => ({ ano, label: 'court' })),
    checkCodes: attestation('queuing'),
    revokeCode: checkCode,
    showOnProof: attestation('queuing', (ano) => ({ ano, shows: ['picture'] })),
  },
  reports: {
    ownReport: report('open'),
    replyToReport: report('answered', { text: 'it still fails' }),
    closeReport: report('open'),
  },
  uploads: { upload: picture, removeUpload: picture },
};

/** Undefined for a call that has no row yet. */
export function rowOf({ feature, name }: { feature: string; name: string }): Row | undefined {
  return things[feature]?.[name] ?? (selfs[feature]?.split(/\s+/).includes(name) ? 'self' : undefined);
}

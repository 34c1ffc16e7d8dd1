export { accountCalls as account } from './account/calls.ts';
export { addressCalls as addresses } from './addresses/calls.ts';
export { announcementCalls as announcements } from './announcements/calls.ts';
export { attestationCalls as attestations } from './attestations/calls.ts';
export { bankTransferCalls as bankTransfers } from './bank-transfers/calls.ts';
export { behaviorCalls as behavior } from './behavior/calls.ts';
export { certificationCalls as certification } from './certification/calls.ts';
export { chainCalls as chain } from './chain/calls.ts';
export { closingCalls as closing } from './closing/calls.ts';
export { consoleCalls as console } from './console/calls.ts';
export { costCenterCalls as costCenter } from './cost-center/calls.ts';
export { courtApplicationCalls as courtApplications } from './court-applications/calls.ts';
export { dictionaryCalls as dictionary } from './dictionary/calls.ts';
export { exportCalls as exports } from './exports/calls.ts';
export { homeCalls as home } from './home/calls.ts';
export { invoiceCalls as invoices } from './invoices/calls.ts';
export { liveSessionCalls as liveSessions } from './live-sessions/calls.ts';
export { memberCalls as members } from './members/calls.ts';
export { messageCalls as messages } from './messages/calls.ts';
export { moneyCalls as money } from './money/price-calls.ts';
export { netcourtCalls as netcourt } from './netcourt/calls.ts';
export { notarizationCalls as notarization } from './notarization/calls.ts';
export { consoleNotarizationCalls as consoleNotarization } from './notarization/console-calls.ts';
export {
  consoleReservationCalls as consoleReservations,
  reservationCalls as reservations,
} from './notarization/reservation-calls.ts';
export { orderCalls as orders } from './orders/calls.ts';
export { consoleOrderCalls as consoleOrders } from './orders/console-calls.ts';
export { peopleCalls as people } from './people/calls.ts';
export { phoneSigningCalls as phoneSigning } from './phone-signing/calls.ts';
export { consolePhoneSigningCalls as consolePhoneSigning } from './phone-signing/console-calls.ts';
export { proofCalls as proof } from './proof/calls.ts';
export { recoveryCalls as recovery } from './recovery/calls.ts';
export { reportCalls as reports } from './reports/calls.ts';
export { signInCalls as signIn } from './sign-in/calls.ts';
export { staffCalls as staff } from './staff/calls.ts';
export { uploadCalls as uploads } from './uploads/calls.ts';
export { verificationCalls as verification } from './verification/calls.ts';

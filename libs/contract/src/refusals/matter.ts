import type { RefusalKind } from '../usual-refusals.ts';

/** Refusals about notarization matters and applications to courts. */
export const matterRefusals = {
  NO_COURT: {
    status: 409,
    statusCode: '409202',
    says: [
      '平台未接入法院系统，请下载文件后自行提交',
      "No court's system is connected. Download the file and submit it yourself.",
    ],
  },
  COURT_EVIDENCE_FAILED: {
    status: 409,
    statusCode: '409211',
    says: [
      '有 {count} 件存证未通过核验，不能签章清单。请查看核验结果',
      '{count} {count:attestation|attestations} failed verification, so the list was not signed. See the results.',
    ],
  },
  COURT_LIST_CHANGED: {
    status: 409,
    statusCode: '409212',
    says: ['清单已在别处修改，请刷新后再试', 'The list was changed elsewhere. Reload it and try again.'],
  },
  SLOT_TAKEN: {
    status: 409,
    statusCode: '409751',
    says: ['这个时间已不可预约，请另选时间', 'This time is no longer free. Choose another one.'],
  },
  MOVES_USED_UP: {
    status: 409,
    statusCode: '409752',
    says: [
      '面谈已改期 3 次，如需再改请联系公证处',
      'The session was already rescheduled three times. Call the notary office to change it again.',
    ],
  },
  DIGITS_OVER: {
    status: 409,
    statusCode: '409851',
    says: [
      '这组数字已失效，请重新录制，系统会给出新的数字',
      'These digits are no longer valid. Record again; you will get new ones.',
    ],
  },
  NOT_READ: {
    status: 409,
    statusCode: '409852',
    says: ['请先把每份文书读到最后', 'Read each document to the end first.'],
  },
  EVIDENCE_ALTERED: {
    status: 409,
    statusCode: '409861',
    says: [
      '有存证核验未通过，请在存证清单中查看核验结果',
      'An attestation failed verification. See the result in the list of attestations.',
    ],
  },
  IDENTITY_OPEN: {
    status: 409,
    statusCode: '409862',
    says: [
      '还有当事人没有完成身份核验。请退回其未完成的步骤，由其完成或由您当面核验',
      "A party hasn't completed identification. Ask them to finish the open steps, or identify them in person.",
    ],
  },
  RECORDING_UNPLAYED: {
    status: 409,
    statusCode: '409863',
    says: ['请先完整观看每位当事人的录像', "Play each party's recordings to the end first."],
  },
  SESSION_BOOKED: {
    status: 409,
    statusCode: '409864',
    says: [
      '该事项已约定面谈。请先将面谈改期，再更换承办公证员',
      'A session is booked for this matter. Reschedule it first, then assign another notary.',
    ],
  },
} as const satisfies Record<string, RefusalKind>;

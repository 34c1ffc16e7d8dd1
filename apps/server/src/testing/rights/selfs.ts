/**
 * Calls without an owned object. `recordingSegment`, `file`, `filePreview`, `openPdf`, `addFile`, `finishUpload` and
 * `preserveFiles` have their own tests: they need a segment with its content, a sealed attestation, one of files or
 * digests, an upload under way, or a received file.
 */
export const selfs: Record<string, string> = {
  account: `challenge sendRegisterCode sendLoginCode sendResetCode checkCode register login loginByPhone logout resetPassword
    changePassword choosePassword accountInfo rename swapToken`,
  addresses: 'addresses addAddress provinces regionsUnder regionsNamed',
  announcements: 'list all create edit publish correct withdraw',
  attestations: `preserveUrls preserveProducts cleanSheet batchSubmit uploadFile openUploads finishUpload unusedFiles preserveFiles preserveDigests
    fileDuplicates addFile filePreview openPdf list downloadList askListExport listExports groupCounts fileList labels views saveView cookieProfiles saveCookieProfile file
    live capturePlaces`,
  bankTransfers: `bankAccount bankTransfers consoleBankTransfers consoleBankTransfer consoleBankReceipt creditBankTransfer
    rejectBankTransfer`,
  behavior: 'behavior usage',
  notarization: 'matters usedAttestations notarizableAttestations createMatter notaryOffices matterTemplate',
  liveSessions: 'openSession sessionList',
  orders: 'rechargeOptions recharge orderPackage orders refundOrder consoleRechargeOffer changeRechargeOffer',
  certification: `certifyInfo certifyStatus changePersonal withdrawPersonal changeEnterprise withdrawEnterprise
    enterpriseCertification returnedPersonal queryPersonal identityFront identityBack
    enterpriseDocument reviewQueue reviewCase reviewImage approveCertification refuseCertification revokeCertification`,
  chain: 'chainInfo',
  closing: 'closing askClosing undoClosing',
  console: `staffLogin staffEnrol staffEnrolled staffLoginCode staffLogout staffMe proveStaff changeStaffPassword
    beginStaffFactor confirmStaffFactor consoleCaptures consoleOverview`,
  consoleNotarization: `queuedMatters notaryMatter notaryMatterFile notaryMatterMaterial verifyMatterEvidence
    acceptMatter requestCorrection declineMatter
    rejectMatter terminateMatter suspendMatter resumeMatter assignMatter waiveFee identifyParty confirmIdentities repeatSteps saveQuestions startSession endSession amendMatter reopenSession issueDeed shipDeed
    ownOffice templates templateVersions saveTemplate previewTemplate offices createOffice changeOffice assignNotary
    notaryCertificates revokeCertificate supplyCertificate`,
  consoleReservations: 'sessionHours saveSessionHours officeSessions moveMatterSession missSession',
  reservations: 'reservations',
  consoleOrders: 'consoleOrders consoleOrder consolePayments paymentIssues reviewPaymentIssue ledgerSummary',
  consolePhoneSigning: 'partyEvidence partyEvidenceFile recordPlayback',
  costCenter:
    'statements statement statementPdf statementSheet costCenter entries exportEntries spending setLowBalance packages buyNotarizeList',
  courtApplications: 'courtApplications putForward',
  consoleDeeds: 'officeBundleFacts officeBundle',
  deeds: 'publicDeed',
  dictionary: 'dict dictByBody dictList consoleDictionary dictionaryHistory changeDictionary restoreDictionary',
  enforcer: `bindingCode deviceList recordingList recordingSegment announceDevice deviceStatus announceSegments uploadSegment`,
  exports: 'dataExport askExport',
  home: 'opening accountHome notices',
  invoices: `headers addHeader invoiceableOrders list mailedPdf consoleInvoices consoleInvoice consolePdf attachFile issue
    reject redFlush`,
  members: `findByPhone invitedList invite invitationsToMe sendMemberCode createMember memberList auditList sendPhoneCode
    bindPhone identities handover withdrawHandover acceptHandover declineHandover`,
  messages: `news countNews notificationSettings setNotification setNotificationLanguage sendEmailCode setEmail
    removeEmail`,
  videoRooms: 'partyRoom consentToRecording partyRoomTicket',
  consoleVideoRooms: `notaryRoom openRoom notaryRoomTicket endRoom recordRoomAnswer beginRecording sendRecordingChunk finishRecording
    roomRecording`,
  phoneSigning: `sendPartyCode partySignIn partySignOut partyMatter consent decline cardPicture ownCardPicture submitCard beginVideo
    showDigit finishVideo partyQuestions answerQuestion finishQuestions documentText partyFile recordReading storePartyHandwriting
    sendPartySigningCode signPartyDocuments`,
  people: 'findPeople lookAtAccount barAccount unbarAccount barLogin unbarLogin readTrail',
  money: `quote currentPrices basePrices tradePrice basePrice consolePrices consolePriceList savePriceDraft discardPriceDraft
    publishPrices`,
  recovery: `recoveryAbout sendRecoveryCode askRecovery ownRecovery stopRecovery recoveries recoveryCase approveRecovery
    refuseRecovery`,
  proof: 'proof openProof collect openProofReplay reportVerification sampleProof sampleBundle',
  reports: 'reportProblem ownReports consoleReports consoleReport answerReport dismissReport',
  signIn: `ways secondStep passkeyOptions loginByPasskey factors sendConfirmCode confirm confirmByPasskey newTotp addTotp
    newPasskey addPasskey newRecoveryCodes sessions endOtherSessions appId appStatus appScan appApprove appRefuse thirdBegin
    loginByThirdAccount bindings bindThirdAccount rebindThirdAccount registerByPartner`,
  staff: 'listStaff createStaff resetStaff disableStaff enableStaff',
  uploads: 'uploadFile uploadImage ownUploads',
  verification: 'queryByFile queryByHolder queryByCertificate hashFile',
};

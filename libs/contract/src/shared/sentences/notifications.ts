/** Sentences of messages to users. */
export const notificationsSentences = {
  'message.capture-waits': [
    '“{name}”已完成取证，请在 {days} 天内确认。',
    '“{name}” is ready to review. Confirm it within {days} {days:day|days}.',
  ],
  'message.capture-failed': [
    '“{name}”取证失败：{why}未收取费用，可以重试。',
    "“{name}” couldn't be captured: {why} You weren't charged and can try again.",
  ],
  'message.capture-sealed': [
    '“{name}”已封存，可下载存证证书和证据包。',
    '“{name}” is sealed. You can download its certificate and evidence bundle.',
  ],
  'message.capture-expired': [
    '“{name}”在 {days} 天内未确认，已取消，冻结的费用已退回。',
    "“{name}” wasn't confirmed within {days} {days:day|days} and was cancelled. The amount on hold was released.",
  ],
  'message.batch-finished': [
    '“{name}”处理完毕，共 {count} 件：已封存 {preserved} 件，待确认 {waiting} 件，失败 {failed} 件。',
    '“{name}” has finished: {preserved} of {count} sealed, {waiting} to review, {failed} failed.',
  ],
  'message.batch-expired': [
    '“{name}”中有 {expired} 件在 {days} 天内未确认，已取消，冻结的费用已退回。',
    "“{name}”: {expired} {expired:capture was|captures were} cancelled because {expired:it wasn't|they weren't} confirmed within {days} {days:day|days}. The amount on hold was released.",
  ],
  'message.order-lapsed': [
    '订单 {order} 未在限时内支付，已关闭；其中的 {count} 个网页没有取证。',
    "Order {order} wasn't paid in time and was closed. Its {count} {count:page wasn't|pages weren't} captured.",
  ],
  'message.invited': [
    '“{account}”邀请您成为其成员，请在 {days} 天内答复。',
    '“{account}” invites you to become a member. Please reply within {days} {days:day|days}.',
  ],
  'message.invitation-joined': [
    '{name}已接受邀请，加入本账号。',
    '{name} accepted the invitation and joined this account.',
  ],
  'message.invitation-declined': ['{name}谢绝了邀请。', '{name} declined the invitation.'],
  'message.seat-left': ['{name}已退出本账号。', '{name} has left this account.'],
  'message.acted-as': ['{name}切换为您的身份进行操作。', '{name} switched to act as you.'],
  'message.phone-bound': ['登录手机号已更换为 {phone}。', 'Your sign-in phone is now {phone}.'],
  'message.password-changed': [
    '登录密码已修改，其他设备已退出登录。如非本人操作，请立即重设密码。',
    "Your password was changed and your other devices were signed out. If this wasn't you, reset it now.",
  ],
  'message.password-reset': [
    '登录密码已通过手机验证码重设，所有设备已退出登录。如非本人操作，请立即重设密码。',
    "Your password was reset with an SMS code, and all devices were signed out. If this wasn't you, reset it now.",
  ],
  'message.password-set': [
    '“{account}”为您设置了新的登录密码。下次登录时，须先设置您自己的密码。',
    "“{account}” set a new password for you. At your next sign-in you'll be asked to choose your own.",
  ],
  'message.factor-added': [
    '已添加两步验证方式“{name}”。如非本人操作，请立即移除并修改密码。',
    "The second factor “{name}” was added. If this wasn't you, remove it and change your password now.",
  ],
  'message.factor-removed': [
    '已移除两步验证方式“{name}”。如非本人操作，请立即修改密码。',
    "The second factor “{name}” was removed. If this wasn't you, change your password now.",
  ],
  'message.recovery-asked': [
    '有人凭密码和短信验证码申请移除您的两步验证方式（IP 地址 {address}）。如非本人操作，请登录并终止该申请，然后修改密码。',
    "Someone with your password and an SMS code requested removal of your two-step verification (IP address {address}). If this wasn't you, sign in, stop the request, and change your password.",
  ],
  'message.recovery-scheduled': [
    '移除两步验证方式的申请已核实，将于 {hours} 小时后生效。如非本人操作，请在此之前登录并终止该申请。',
    "The request to remove your two-step verification was approved and takes effect in {hours} {hours:hour|hours}. If this wasn't you, sign in and stop it before then.",
  ],
  'message.recovery-done': [
    '您的两步验证方式已全部移除，所有设备已退出登录。请登录后重新添加。',
    'Your two-step verification was removed and all devices were signed out. Sign in and set it up again.',
  ],
  'message.recovery-refused': [
    '移除两步验证方式的申请未通过核实。如确为本人申请，请联系客服。',
    'The request to remove your two-step verification was rejected. If it was yours, contact support.',
  ],
  'message.recovery-stopped': [
    '移除两步验证方式的申请已终止。如申请并非您提出，请立即修改密码。',
    "The request to remove your two-step verification was stopped. If you didn't make it, change your password now.",
  ],
  'message.recovery-expired': [
    '移除两步验证方式的申请在 {days} 天内未处理，已过期。如仍需要，请重新申请。',
    "The request to remove your two-step verification wasn't processed within {days} {days:day|days} and expired. Submit it again if you still need it.",
  ],
  'message.third-bound': [
    '已绑定第三方账号（{provider}），可用其登录。如非本人操作，请立即解绑并修改密码。',
    "A third-party account ({provider}) was linked and can sign in as you. If this wasn't you, unlink it and change your password now.",
  ],
  'message.third-unbound': [
    '已解绑第三方账号（{provider}），不能再用其登录。如非本人操作，请立即修改密码。',
    "The third-party account ({provider}) was unlinked and can no longer sign in. If this wasn't you, change your password now.",
  ],
  'message.member-edited': [
    '“{account}”修改了您的姓名、权限、可见范围或消费限额。',
    '“{account}” changed your name, permissions, scope or spending limit.',
  ],
  'message.member-disabled': [
    '“{account}”已停用您的成员身份。如有疑问，请联系该账号的持有人。',
    '“{account}” disabled your membership. If you have questions, contact the account owner.',
  ],
  'message.member-removed': [
    '“{account}”已删除您的成员身份，您不再能以其名义操作。',
    '“{account}” deleted your membership. You can no longer act for it.',
  ],
  'message.member-phone': [
    '“{account}”已将您子账号的登录手机号更换为 {phone}，您的登录已退出。',
    '“{account}” changed the phone of your sub-account to {phone} and signed you out.',
  ],
  'message.handover-offered': [
    '{name}请您接手账号“{account}”，成为其持有人。请在 {days} 天内答复。',
    '{name} asks you to take over the account “{account}” as its holder. Please reply within {days} {days:day|days}.',
  ],
  'message.handover-withdrawn': [
    '{name}已撤回移交账号“{account}”的请求。',
    '{name} withdrew the offer to hand over the account “{account}”.',
  ],
  'message.handover-declined': [
    '{name}谢绝接手账号“{account}”。',
    '{name} declined to take over the account “{account}”.',
  ],
  'message.handover-done': [
    '账号“{account}”已移交给{name}。您仍是其成员，拥有全部权限，需重新登录。',
    'The account “{account}” now belongs to {name}. You remain a member with all permissions; sign in again.',
  ],
  'message.handover-taken': ['您已成为账号“{account}”的持有人。', 'You are now the holder of the account “{account}”.'],
  'message.email-set': [
    '通知邮箱已设为 {email}。如非本人操作，请立即修改密码。',
    "Notifications now go to {email}. If this wasn't you, change your password now.",
  ],
  'message.email-removed': [
    '通知邮箱已移除，不再发送邮件。如非本人操作，请立即修改密码。',
    "Your notification email was removed; no more email will be sent. If this wasn't you, change your password now.",
  ],

  'message.certified-personal': ['个人实名认证已通过。', 'Your personal certification was approved.'],
  'message.certified-enterprise': ['企业认证已通过。', 'Your company certification was approved.'],
  'message.certification-refused-personal': [
    '个人实名认证未通过：{reason}。请修改后重新提交。',
    'Your personal certification was rejected: {reason}. Correct it and submit again.',
  ],
  'message.certification-refused-enterprise': [
    '企业认证未通过：{reason}。请修改后重新提交。',
    'Your company certification was rejected: {reason}. Correct it and submit again.',
  ],
  'message.certification-revoked-personal': [
    '您的个人实名认证已被撤销：{reason}。如需继续使用，请重新提交；如有疑问，请联系客服。',
    'Your personal certification was revoked: {reason}. You can submit it again; contact support if you have questions.',
  ],
  'message.certification-revoked-enterprise': [
    '您的企业认证已被撤销：{reason}。如需继续使用，请重新提交；如有疑问，请联系客服。',
    'Your company certification was revoked: {reason}. You can submit it again; contact support if you have questions.',
  ],
  'message.certification-changed-personal': [
    '个人实名认证的变更已通过，新姓名自即刻起生效；此前的存证保留当时的姓名。',
    'The change to your personal certification was approved. Earlier attestations keep the name they were made under.',
  ],
  'message.certification-changed-enterprise': [
    '企业认证的变更已通过，新信息自即刻起生效；此前的存证保留当时的企业名称。',
    'The change to your company certification was approved. Earlier attestations keep the name they were made under.',
  ],
  'message.certification-change-refused-personal': [
    '个人实名认证的变更未通过：{reason}。原认证继续有效。',
    'The change to your personal certification was rejected: {reason}. The current certification stays valid.',
  ],
  'message.certification-change-refused-enterprise': [
    '企业认证的变更未通过：{reason}。原认证继续有效。',
    'The change to your company certification was rejected: {reason}. The current certification stays valid.',
  ],
  'message.certification-change-denied': [
    '个人实名认证的变更未通过：支付宝未能确认是您本人。原认证继续有效，可重新提交。',
    "The change to your certification was rejected: Alipay couldn't confirm your identity. The current certification stays valid.",
  ],
  'message.certified-elsewhere': [
    '您的实名信息刚在另一个账号完成认证。如非本人操作，请立即联系客服。',
    "Another account was just certified with your identity. If this wasn't you, contact support now.",
  ],
  'message.closing-asked': [
    '您申请了注销账号，{days} 天后生效。其间可随时登录并撤销。如非本人操作，请立即登录撤销并修改密码。',
    "You asked to close your account; it closes in {days} {days:day|days}. You can sign in and undo this at any time before then. If this wasn't you, undo it and change your password now.",
  ],
  'message.closing-undone': [
    '账号注销已撤销，一切照旧。',
    'The closure of your account was cancelled. Nothing has changed.',
  ],
  'message.closing-stopped': [
    '账号注销已中止：冷静期内出现了未完成的事项或新的余额。处理完毕后可重新申请。',
    "Your account wasn't closed because of unfinished business or a new balance. Resolve it and request closure again.",
  ],
  'message.export-ready': [
    '您的账号数据已准备好，{days} 天内可下载。',
    'Your data export is ready. You can download it for {days} {days:day|days}.',
  ],
  'message.export-too-large': [
    '账号数据导出失败：证据包合计过大。请不含证据包重新导出，证据包逐个下载。',
    'Your data export failed: the bundles exceed 50 GB. Export again without them and download bundles one by one.',
  ],
  'message.export-no-space': [
    '账号数据导出失败：平台暂时没有足够的空间。请稍后重试，或者不含证据包导出。',
    'Your data export failed: we are short of space right now. Try again later, or export without bundles.',
  ],
  'message.list-export-ready': [
    '存证列表（{rows} 行）已导出，{days} 天内可下载。',
    'Your list of {rows} {rows:attestation|attestations} is ready. You can download it for {days} {days:day|days}.',
  ],
  'message.list-export-too-long': [
    '存证列表导出失败：超过 {most} 行。请缩小范围后重新导出。',
    'Your list was not exported: it has more than {most} rows. Narrow the filters and export again.',
  ],
  'message.list-export-given-up': [
    '存证列表导出失败：平台出现故障。请重试；如再次失败，请联系客服。',
    'Your list was not exported because of a fault on our side. Try again; if it fails again, contact support.',
  ],
  'message.export-given-up': [
    '账号数据导出失败：平台出现故障。请重试；如再次失败，请联系客服。',
    'Your data export failed because of a fault on our side. Try again; if it fails again, contact support.',
  ],
  'message.order-paid': ['订单 {order} 已支付：{amount}。', 'Order {order} has been paid: {amount}.'],
  'message.payment-late': [
    '订单 {order} 关闭后收到付款 {amount}，将按原路退回。',
    '{amount} arrived for order {order} after it was closed. It will be refunded to the original payment method.',
  ],
  'message.payment-double': [
    '订单 {order} 被重复支付，多付的 {amount} 将按原路退回。',
    'Order {order} was paid twice. The extra {amount} will be refunded to the original payment method.',
  ],
  'message.payment-mismatch': [
    '订单 {order} 收到 {amount}，与应付的不符，暂未入账；我们核对后会通知您。',
    "{amount} arrived for order {order}, which doesn't match the amount due. It isn't booked yet; we'll check it and let you know.",
  ],
  'message.payment-kept': [
    '订单 {order} 收到的 {amount} 已计入您的余额。',
    '{amount} received for order {order} was added to your balance.',
  ],
  'message.report-answered': ['您反馈的问题已有回复。', 'The problem you reported has been answered.'],
  'message.bank-transfer-reported': [
    '已收到您提交的对公转账 {amount}，我们会核对银行对账单，到账后计入余额并通知您。',
    "Your bank transfer of {amount} was reported. We'll check the bank statement and notify you once it is in your balance.",
  ],
  'message.bank-transfer-credited': [
    '对公转账 {amount} 已计入余额，订单 {order}。',
    'Your bank transfer of {amount} was added to your balance (order {order}).',
  ],
  'message.bank-transfer-credited-other': [
    '对公转账实际到账 {amount}（您提交的是 {reported}），已按到账金额计入余额，订单 {order}。',
    '{amount} arrived by bank transfer (you reported {reported}). The amount received was added to your balance (order {order}).',
  ],
  'message.bank-transfer-rejected': [
    '对公转账 {amount} 未入账：{reason}。余额没有变化，核对后可以重新提交。',
    'Your bank transfer of {amount} was not credited: {reason}. Your balance is unchanged; you can report it again.',
  ],
  'message.bank-transfer-withdrawn': [
    '对公转账 {amount} 的提交已撤回。如已转出款项，请重新提交，以便入账。',
    'The report of your bank transfer of {amount} was withdrawn. If you sent the money, report it again so that we can credit it.',
  ],
  'message.refund-done': ['订单 {order} 的退款 {amount} 已退回。', '{amount} of order {order} was refunded.'],
  'message.balance-low': [
    '账户余额 {balance}，已低于您设置的提醒金额 {threshold}。余额不足时无法发起存证，请及时充值。',
    'Your balance is {balance}, below your alert of {threshold}. Top up to keep preserving pages.',
  ],
  'message.package-expiring': [
    '套餐“{package}”将于 {day} 到期，还有未用完的额度。',
    "Your package “{package}” expires on {day} and isn't used up yet.",
  ],
  'message.matter-submitted': [
    '公证申请 {no} 已提交，等待公证处受理。',
    'Matter {no} was submitted and is awaiting the notary office.',
  ],
  'message.matter-correction': ['公证申请 {no} 需要补正：{reason}', 'Matter {no} needs a correction: {reason}'],
  'message.court-accepted': ['举证申请 {no} 已被法院接收。', 'The court accepted application {no}.'],
  'message.court-returned': ['举证申请 {no} 被法院退回：{reason}', 'The court returned application {no}: {reason}'],
  'message.matter-accepted': [
    '公证申请 {no} 已受理，请缴纳公证费。',
    'Matter {no} was accepted. Pay the fee to continue.',
  ],
  'message.matter-identity': [
    '公证事项 {no} 已进入身份核验，请各方当事人完成核验。',
    'Matter {no}: all parties can now verify their identity.',
  ],
  'message.matter-step': [
    '公证事项 {no} 有一项身份核验需要重做：{reason}',
    'Matter {no}: an identity step has to be repeated: {reason}',
  ],
  'message.matter-scheduling': ['公证事项 {no} 需要面谈，请预约时间。', 'Matter {no} needs a session. Choose a time.'],
  'message.matter-booked': [
    '公证事项 {no} 的面谈已预约：{time}（北京时间）。',
    'The session of matter {no} is booked for {time} (Beijing time).',
  ],
  'message.matter-moved': [
    '公证事项 {no} 的面谈被公证处取消：{reason}。请另选时间。',
    'The notary office cancelled the session of matter {no}: {reason} Choose another time.',
  ],
  'message.matter-missed': [
    '公证事项 {no} 的面谈有人未到场：{reason}。请另选时间。',
    'A participant did not attend the session of matter {no}: {reason} Choose another time.',
  ],
  'message.matter-session-soon': [
    '提醒：公证事项 {no} 的面谈将于 {time}（北京时间）开始。',
    'Reminder: the session of matter {no} begins at {time} (Beijing time).',
  ],
  'message.matter-signing': [
    '公证事项 {no} 的文书已备好，请各方当事人签署。',
    'The documents of matter {no} are ready to sign.',
  ],
  'message.matter-amended': [
    '公证事项 {no} 的文书已重新制作，此前的签署作废，请重新签署：{reason}',
    'New documents for matter {no}; earlier signatures are void. Sign again: {reason}',
  ],
  'message.matter-issued': ['公证事项 {no} 已出具公证书 {deed}。', 'The deed {deed} for matter {no} was issued.'],
  'message.matter-shipped': [
    '公证事项 {no} 的公证书已寄出：{carrier}，运单号 {tracking}。',
    'The deed for matter {no} was posted: {carrier}, tracking number {tracking}.',
  ],
  'message.matter-rejected': ['公证申请 {no} 不予办理：{reason}', 'Matter {no} was rejected: {reason}'],
  'message.matter-declined': ['公证申请 {no} 不予受理：{reason}', 'Matter {no} was not accepted: {reason}'],
  'message.matter-terminated': ['公证事项 {no} 已终止：{reason}', 'Matter {no} was terminated: {reason}'],
  'message.matter-waiting': [
    '公证事项 {no} 正等待您或其他当事人办理，连续 {days} 天没有进展将自动终止。',
    'Matter {no} is waiting for you or another party. It will be closed after {days} {days:day|days} without progress.',
  ],
  'message.matter-suspended': [
    '公证事项 {no} 暂停计算办理期限：{reason}',
    'The deadline of matter {no} is suspended: {reason}',
  ],
  'message.matter-resumed': ['公证事项 {no} 已恢复计算办理期限。', 'The deadline of matter {no} has resumed.'],
  'message.matter-expired': ['公证申请 {no} 因长期未办理已终止。', 'Matter {no} has expired.'],
  'message.matter-abandoned': ['公证申请 {no} 已撤回。', 'Matter {no} was withdrawn.'],
  'message.invoice-issued': [
    '发票 {invoice} 已开具：{amount}，{title}。',
    'Invoice {invoice} has been issued: {amount}, {title}.',
  ],
  'message.invoice-file': [
    '发票 {invoice} 的文件已上传，可以下载了。',
    'The file of invoice {invoice} is ready to download.',
  ],
  'message.invoice-replaced': [
    '发票 {invoice} 的文件已更换，请重新下载：{reason}',
    'The file of invoice {invoice} was replaced. Please download it again: {reason}',
  ],
  'message.invoice-rejected': [
    '发票申请 {application}（{amount}）被驳回：{reason}',
    'Invoice application {application} ({amount}) was rejected: {reason}',
  ],
  'message.invoice-withdrawn': [
    '{name} 撤回了发票申请 {application}（{amount}），其中的订单可以重新申请。',
    '{name} withdrew invoice application {application} ({amount}). Its orders can be invoiced again.',
  ],
  'message.invoice-flushed': [
    '发票 {invoice}（{amount}）已红冲：{reason}。未退款的部分可以重新申请。',
    "Invoice {invoice} ({amount}) was reversed: {reason}. The part that wasn't refunded can be invoiced again.",
  ],
  'message.refund-failed': [
    '订单 {order} 的退款 {amount} 未能退回，请联系客服。',
    'The refund of {amount} for order {order} failed. Please contact support.',
  ],
  'message.certification-denied': [
    '个人实名认证未通过：支付宝未能确认是您本人。请重试。',
    "Your personal certification was rejected: Alipay couldn't confirm your identity. Please try again.",
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>;

/** A cause of action of a civil case. */
export interface CauseOfAction {
  /** Our own code; the regulation renumbers its causes with each revision. */
  code: string;
  /** Official wording in Chinese. */
  zh: string;
  /** Our translation, for information only: the official text is Chinese. */
  en: string;
}

const group = (name: readonly [zh: string, en: string], causes: readonly (readonly [string, string, string])[]) => ({
  name,
  causes: causes.map(([code, zh, en]): CauseOfAction => ({ code, zh, en })),
});

/**
 * Common causes of action for preserved web pages, in the wording of 最高人民法院《民事案件案由规定》 (法〔2020〕347号, in force since
 * 2021-01-01). The list is a selection: any other cause is entered as text.
 */
export const causesOfAction = [
  group(
    ['人格权纠纷', 'Personality rights'],
    [
      ['name-right', '姓名权纠纷', 'Right to a name'],
      ['trade-name-right', '名称权纠纷', 'Right to an entity name'],
      ['portrait-right', '肖像权纠纷', 'Right to one’s likeness'],
      ['voice', '声音保护纠纷', 'Protection of voice'],
      ['reputation', '名誉权纠纷', 'Reputation'],
      ['honor', '荣誉权纠纷', 'Honour'],
      ['privacy', '隐私权纠纷', 'Privacy'],
      ['personal-information', '个人信息保护纠纷', 'Protection of personal information'],
      ['general-personality', '一般人格权纠纷', 'General personality right'],
    ],
  ),
  group(
    ['合同纠纷', 'Contracts'],
    [
      ['sale', '买卖合同纠纷', 'Sale'],
      ['online-sale', '信息网络买卖合同纠纷', 'Sale over an information network'],
      ['instalment-sale', '分期付款买卖合同纠纷', 'Sale by instalments'],
      ['loan', '借款合同纠纷', 'Loan'],
      ['financial-loan', '金融借款合同纠纷', 'Loan by a financial institution'],
      ['private-lending', '民间借贷纠纷', 'Private lending'],
      ['microloan', '小额借款合同纠纷', 'Microloan'],
      ['guarantee', '保证合同纠纷', 'Guarantee'],
      ['mortgage', '抵押合同纠纷', 'Mortgage'],
      ['lease', '租赁合同纠纷', 'Lease'],
      ['house-lease', '房屋租赁合同纠纷', 'Lease of premises'],
      ['financial-lease', '融资租赁合同纠纷', 'Financial lease'],
      ['factoring', '保理合同纠纷', 'Factoring'],
      ['work', '承揽合同纠纷', 'Work'],
      ['construction', '建设工程施工合同纠纷', 'Construction'],
      ['transport', '运输合同纠纷', 'Transport'],
      ['custody', '保管合同纠纷', 'Custody'],
      ['mandate', '委托合同纠纷', 'Mandate'],
      ['entrusted-wealth', '委托理财合同纠纷', 'Entrusted wealth management'],
      ['brokerage', '行纪合同纠纷', 'Commission agency'],
      ['intermediary', '中介合同纠纷', 'Intermediary services'],
      ['advertising', '广告合同纠纷', 'Advertising'],
      ['service', '服务合同纠纷', 'Services'],
      ['network-service', '网络服务合同纠纷', 'Network services'],
      ['telecom-service', '电信服务合同纠纷', 'Telecommunication services'],
      ['education', '教育培训合同纠纷', 'Education and training'],
      ['tourism', '旅游合同纠纷', 'Travel'],
      ['property-service', '物业服务合同纠纷', 'Property management'],
      ['assignment', '债权转让合同纠纷', 'Assignment of claims'],
      ['assumption', '债务转移合同纠纷', 'Transfer of debts'],
      ['credit-card', '信用卡纠纷', 'Credit card'],
      ['recourse', '追偿权纠纷', 'Recourse'],
      ['partnership-contract', '合伙合同纠纷', 'Partnership'],
      ['unjust-enrichment', '不当得利纠纷', 'Unjust enrichment'],
    ],
  ),
  group(
    ['知识产权合同纠纷', 'Intellectual property contracts'],
    [
      ['copyright-contract', '著作权合同纠纷', 'Copyright contract'],
      ['copyright-licence', '著作权许可使用合同纠纷', 'Copyright licence'],
      ['trademark-contract', '商标合同纠纷', 'Trademark contract'],
      ['trademark-licence', '商标使用许可合同纠纷', 'Trademark licence'],
      ['patent-contract', '专利合同纠纷', 'Patent contract'],
      ['technology-contract', '技术合同纠纷', 'Technology contract'],
      ['software-contract', '计算机软件开发合同纠纷', 'Software development'],
      ['franchise', '特许经营合同纠纷', 'Franchise'],
    ],
  ),
  group(
    ['知识产权权属、侵权纠纷', 'Intellectual property ownership and infringement'],
    [
      ['copyright', '著作权权属、侵权纠纷', 'Copyright ownership and infringement'],
      ['copyright-ownership', '著作权权属纠纷', 'Copyright ownership'],
      ['online-dissemination', '侵害作品信息网络传播权纠纷', 'Right of dissemination over information networks'],
      ['reproduction', '侵害作品复制权纠纷', 'Right of reproduction'],
      ['distribution-right', '侵害作品发行权纠纷', 'Right of distribution'],
      ['adaptation', '侵害作品改编权纠纷', 'Right of adaptation'],
      ['authorship', '侵害作品署名权纠纷', 'Right of authorship'],
      ['screening', '侵害作品放映权纠纷', 'Right of projection'],
      ['recordings', '侵害录音录像制作者权纠纷', 'Rights of producers of recordings'],
      ['software-copyright', '侵害计算机软件著作权纠纷', 'Software copyright'],
      ['trademark', '商标权权属、侵权纠纷', 'Trademark ownership and infringement'],
      ['trademark-infringement', '侵害商标权纠纷', 'Trademark infringement'],
      ['patent', '专利权权属、侵权纠纷', 'Patent ownership and infringement'],
      ['invention-patent', '侵害发明专利权纠纷', 'Infringement of an invention patent'],
      ['utility-patent', '侵害实用新型专利权纠纷', 'Infringement of a utility model'],
      ['design-patent', '侵害外观设计专利权纠纷', 'Infringement of a design patent'],
      ['company-name', '侵害企业名称（商号）权纠纷', 'Infringement of an enterprise name'],
      ['domain', '网络域名权属、侵权纠纷', 'Domain name ownership and infringement'],
      ['no-infringement', '确认不侵害知识产权纠纷', 'Declaration of non-infringement'],
    ],
  ),
  group(
    ['不正当竞争纠纷', 'Unfair competition'],
    [
      ['passing-off', '仿冒纠纷', 'Passing off'],
      ['false-advertising', '虚假宣传纠纷', 'False advertising'],
      ['trade-secret', '侵害商业秘密纠纷', 'Trade secrets'],
      ['disparagement', '商业诋毁纠纷', 'Commercial disparagement'],
      ['online-competition', '网络不正当竞争纠纷', 'Unfair competition online'],
      ['prize-sale', '有奖销售纠纷', 'Prize-giving sales'],
      ['monopoly', '垄断纠纷', 'Monopoly'],
    ],
  ),
  group(
    ['侵权责任纠纷', 'Tort liability'],
    [
      ['network-tort', '网络侵权责任纠纷', 'Network tort'],
      ['virtual-property', '网络侵害虚拟财产纠纷', 'Virtual property'],
      ['product-liability', '产品责任纠纷', 'Product liability'],
      ['producer-liability', '产品生产者责任纠纷', 'Liability of producers'],
      ['seller-liability', '产品销售者责任纠纷', 'Liability of sellers'],
      ['property-damage', '财产损害赔偿纠纷', 'Damage to property'],
    ],
  ),
  group(
    ['劳动争议、人事争议', 'Labour disputes'],
    [
      ['labor-contract', '劳动合同纠纷', 'Labour contract'],
      ['labor-pay', '追索劳动报酬纠纷', 'Recovery of wages'],
      ['non-compete', '竞业限制纠纷', 'Non-competition'],
    ],
  ),
  group(
    ['与公司有关的纠纷', 'Company disputes'],
    [
      ['share-transfer', '股权转让纠纷', 'Transfer of shares'],
      ['company-interests', '损害公司利益责任纠纷', 'Liability for harm to the company'],
      ['creditor-interests', '股东损害公司债权人利益责任纠纷', 'Liability of shareholders towards creditors'],
    ],
  ),
] as const;

/** Finds a cause by its code. */
export const causeOf = (code: string): CauseOfAction | undefined =>
  causesOfAction.flatMap(({ causes }): readonly CauseOfAction[] => causes).find((cause) => cause.code === code);

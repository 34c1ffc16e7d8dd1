import type { Word } from '../shared/words.ts';
import { dictionaryDefaults } from './defaults.ts';
import { type DictionaryName, type DictionaryValue, dictionaryValues } from './values.ts';

interface Entry<Name extends DictionaryName> {
  /** Schema of the value. */
  value: (typeof dictionaryValues)[Name];
  /** Used until an operator sets another value. */
  initial: DictionaryValue<Name>;
  name: Word;
  /** Tells the operator where readers see it. */
  seen: Word;
}

const entry = <Name extends DictionaryName>(key: Name, name: Word, seen: Word): Entry<Name> => ({
  value: dictionaryValues[key],
  initial: dictionaryDefaults[key],
  name,
  seen,
});

/** The settings of the platform that an operator edits in the console: a closed list. */
export const dictionary: { [Name in DictionaryName]: Entry<Name> } = {
  basicInfo: entry(
    'basicInfo',
    ['基本信息', 'Basic information'],
    ['显示在公开页面与登录页面的页脚', 'Shown in the footer of public and sign-in pages'],
  ),
  files: entry(
    'files',
    ['文件', 'Documents'],
    ['以链接形式显示在公开页面的页脚', 'Shown as links in the footer of public pages'],
  ),
  imageList: entry(
    'imageList',
    ['图片', 'Images'],
    ['以标识形式显示在公开页面的页脚', 'Shown as badges in the footer of public pages'],
  ),
  price: entry(
    'price',
    ['费用说明', 'Pricing notes'],
    ['显示在公开页面的页脚；不影响实际计费', 'Shown in the footer of public pages; does not affect billing'],
  ),
  NotarizationService: entry(
    'NotarizationService',
    ['合作公证处', 'Notary offices'],
    ['显示在公开页面的页脚', 'Shown in the footer of public pages'],
  ),
  valueAdded: entry(
    'valueAdded',
    ['增值服务', 'Value-added services'],
    [
      '决定公证面谈能否以视频进行，以及新申请是否默认需要',
      'Whether notarization sessions can be by video, and whether new applications ask for one by default',
    ],
  ),
  ossUrl: entry('ossUrl', ['文件存储地址', 'Public file URL'], ['提供给接口调用方', 'Provided to API clients']),
};

/** Names of all dictionaries, in the order of the console. */
export const dictionaryNames = Object.keys(dictionary) as [DictionaryName, ...DictionaryName[]];

/** The supported encodings, named as in the Encoding Standard. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'macintosh',
  'x-mac-cyrillic',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Returns the common name of an encoding. */
export const encodingName = (encoding: Encoding): string =>
  NAMES[encoding] ?? encoding.replace('windows', 'Windows').replace('iso', 'ISO')

const NAMES: Partial<Readonly<Record<Encoding, string>>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'koi8-r': 'KOI8-R',
  'koi8-u': 'KOI8-U',
  ibm866: 'DOS 866',
  macintosh: 'Mac Roman',
  'x-mac-cyrillic': 'Mac Cyrillic',
  shift_jis: 'Shift-JIS',
  'euc-jp': 'EUC-JP',
  'iso-2022-jp': 'ISO-2022-JP',
  gb18030: 'GB18030 (GBK)',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
}

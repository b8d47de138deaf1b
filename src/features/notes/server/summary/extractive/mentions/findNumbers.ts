import type { Lexicon } from '../lexicon.ts'

/** Number words from two on, by language (ISO 639-1). "One" is rarely a number. */
const NUMBER_WORDS: Readonly<Record<string, string>> = {
  en: `(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:a |one )?hundred|(?:a |one )?thousand|(?:a |one )?million|half a million)(?: (?:and )?(?:hundred|thousand|million|billion|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?))*`,
  de: `zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)?(?:und)?(?:zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)|(?:drei|vier|fünf|sech|sieb|acht|neun)zehn|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)?(?:hundert|tausend)\\p{L}*|(?:eine|zwei|drei|vier|fünf|zehn) millionen?`,
  es: `dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\\p{L}+|veinte|veinti\\p{L}+|(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)(?: y (?:un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve))?|cien|ciento|\\p{L}*cientos|mil|(?:un|dos|tres) millon(?:es)?`,
  fr: `deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|dix-\\p{L}+|vingt(?:[- ]\\p{L}+)?|trente(?:-\\p{L}+)?|quarante(?:-\\p{L}+)?|cinquante(?:-\\p{L}+)?|soixante(?:-\\p{L}+)?|quatre-vingts?|cent|cents|mille|(?:un|deux|trois) millions?`,
  it: `due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|quattordici|quindici|sedici|dicia\\p{L}+|diciotto|vent(?:i|uno)\\p{L}*|trenta\\p{L}*|quaranta\\p{L}*|cinquanta\\p{L}*|sessanta\\p{L}*|settanta\\p{L}*|ottanta\\p{L}*|novanta\\p{L}*|cento\\p{L}*|\\p{L}*cento|mille|\\p{L}*mila|(?:un|due|tre) milion[ei]`,
  pt: `dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|catorze|quinze|dezasseis|dezassete|dezoito|dezanove|(?:vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa)(?: e (?:um|uma|dois|duas|três|quatro|cinco|seis|sete|oito|nove))?|cem|cento|\\p{L}*centos|mil|(?:um|dois|três) milh(?:ão|ões)`,
}

const DIGITS = '[$€£¥₩]? ?\\d+(?:[.,:]\\d+)*(?: ?(?:%|percent|prozent|por ciento|pour cent|per cento|por cento|[$€£¥₩]))?'
/** Digits or Chinese and Japanese numerals, with the following counter. */
const EAST_ASIAN =
  /(?:[$€£¥₩]? ?\d+(?:[.,:]\d+)*|[一二三四五六七八九十百千万萬億亿两兩]{2,}|[二三四五六七八九十两兩](?=[人名个個年月日天周週小時时分円元件次回台箱本枚歳岁割%]))\s?(?:%|％|[人名个個年月日天周週時时分円元件次回台箱本枚歳岁割成]|パーセント|ヶ月|か月|週間|時間|小时|小時|百分|퍼센트|명|개|년|월|일|주|시간|분|원|번|건)?/gu

/** Returns the numbers in a text with the things they count, such as "forty clinics" or "12%". */
export function findNumbers(text: string, lexicon: Lexicon): string[] {
  if (lexicon.separator === '' || lexicon.language === 'ko')
    return (text.match(EAST_ASIAN) ?? [])
      .map((number) => number.trim())
      .filter((number) => number.length > 1 || /\d/.test(number))
  const spelled = NUMBER_WORDS[lexicon.language]
  const number = spelled ? `(?:${DIGITS}|${spelled})` : `(?:${DIGITS})`
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}'’-])(${number})(?![\\p{L}\\p{N}-])(?:\\s+(\\p{L}[\\p{L}\\p{M}'’-]*))?`, 'giu')
  return [...text.matchAll(pattern)].flatMap(([, value = '', unit]) => {
    const isSpelled = !/\d/.test(value)
    const counted = unit !== undefined && isThing(unit, lexicon) ? ` ${unit}` : ''
    // A number word alone is not informative: "two of them", "nineteen now read".
    return isSpelled && counted === '' && value.split(/[\s-]/u).length < 2
      ? []
      : [`${isSpelled ? value.toLowerCase() : value.trim()}${counted}`]
  })
}

const NO_THINGS = new Set([
  'older',
  'beyond',
  'newer',
  'bigger',
  'smaller',
  'different',
  'per',
  'times',
  'years-old',
  'now',
  'can',
])

const isThing = (word: string, { getTerm, language }: Lexicon): boolean =>
  getTerm(word) !== undefined &&
  !NO_THINGS.has(word.toLowerCase()) &&
  /^\p{Lu}/u.test(word) === (language === 'de') &&
  !(language === 'en' && /(?:ly|ing)$/.test(word))

export const hasNumber = (text: string, lexicon: Lexicon): boolean => findNumbers(text, lexicon).length > 0

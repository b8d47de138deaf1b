/** The words for 0 to 20, the tens and the powers, by language (ISO 639-1): a list that starts with zero, then `word:value`. */
const UNITS: readonly string[] = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti',
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito dezanove vinte',
  '〇 一 二 三 四 五 六 七 八 九',
  '영 일 이 삼 사 오 육 칠 팔 구',
]
const TENS =
  'thirty:30 forty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 dreißig:30 vierzig:40 fünfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90 ' +
  'treinta:30 cuarenta:40 cincuenta:50 sesenta:60 setenta:70 ochenta:80 noventa:90 trente:30 quarante:40 cinquante:50 soixante:60 trenta:30 quaranta:40 ' +
  'cinquanta:50 sessanta:60 settanta:70 ottanta:80 novanta:90 trinta:30 quarenta:40 cinquenta:50 sessenta:60 oitenta:80 ' +
  'eine:1 einen:1 una:1 uma:1 une:1 two:2 duas:2 zwo:2 eins:1 兩:2 两:2'
const POWERS =
  'hundred:100 thousand:1000 million:1000000 hundert:100 tausend:1000 millionen:1000000 cien:100 ciento:100 mil:1000 millones:1000000 cent:100 cents:100 ' +
  'mille:1000 millions:1000000 cento:100 mila:1000 milioni:1000000 cem:100 milhões:1000000 十:10 百:100 千:1000 万:10000 萬:10000 亿:100000000 億:100000000 십:10 백:100 천:1000 만:10000'

const toEntries = (list: string): [string, number][] =>
  list.split(' ').map((entry) => {
    const [word = '', value = ''] = entry.split(':')
    return [word, Number(value)]
  })
const VALUES = new Map([
  ...UNITS.flatMap((list) => list.split(' ').map((word, value): [string, number] => [word, value])),
  ...toEntries(TENS),
])
const FACTORS = new Map(toEntries(POWERS))
const PARTS = [...VALUES.keys(), ...FACTORS.keys(), 'und', 'and', 'y', 'e', 'et'].toSorted((a, b) => b.length - a.length)
const PART = new RegExp(PARTS.join('|'), 'gu')

/** Returns the values of the numbers that are written in words in a text of any of ten languages. */
export function spelledNumbers(text: string): ReadonlySet<number> {
  const found = new Set<number>()
  const words =
    text
      .toLowerCase()
      .replaceAll(/[〇一二三四五六七八九十百千万萬亿億两兩]+/gu, ' $& ')
      .match(/[\p{L}〇]+/gu) ?? []
  let [total, current, isOpen] = [0, 0, false]
  const close = () => {
    if (isOpen) found.add(total + current)
    ;[total, current, isOpen] = [0, 0, false]
  }
  for (const word of words) {
    const parts = splitNumber(word)
    if (!parts) {
      close()
      continue
    }
    let isJoined = false
    for (const part of parts) {
      const value = VALUES.get(part)
      const factor = FACTORS.get(part)
      if (value !== undefined) {
        // "Two three" are two numbers, "twenty three" and "fünfundvierzig" are one.
        if (isOpen && !isJoined && current % 100 !== 0 && value >= current % 100) close()
        current += value
        found.add(value)
        isOpen = true
      } else if (factor !== undefined) {
        // In 二百三十 only the last digit counts for the second factor.
        const last = current < 100 ? current : current % 10
        current += Math.max(1, last) * factor - last
        if (factor >= 1000) [total, current] = [total + current, 0]
        isOpen = true
      }
      isJoined = part === 'und'
    }
  }
  close()
  return found
}

/** Returns the parts of a word such as "fünfundvierzig"; undefined when it is no number. */
function splitNumber(word: string): string[] | undefined {
  const parts = word.match(PART) ?? []
  return parts.length > 0 && parts.join('') === word ? parts : undefined
}

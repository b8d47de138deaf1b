import { type LanguageRules, wholeWords } from './LanguageRules.ts'

const UP_TO_TWELVE = 'ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf'.split(' ')

export const german: LanguageRules = {
  name: 'de',
  decimalSign: ',',
  isSpaced: true,
  numerals: {
    cardinals:
      'null:0 ein:1 eins:1 eine:1 einen:1 einer:1 zwei:2 zwo:2 drei:3 vier:4 funf:5 fuenf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwolf:12 zwoelf:12 dreizehn:13 vierzehn:14 funfzehn:15 sechzehn:16 siebzehn:17 achtzehn:18 neunzehn:19 ' +
      'zwanzig:20 dreissig:30 vierzig:40 funfzig:50 sechzig:60 siebzig:70 achtzig:80 neunzig:90 hundert:100 tausend:1000 million:1000000 millionen:1000000 milliarde:1000000000 milliarden:1000000000 billion:1000000000000 billionen:1000000000000 ' +
      `anderthalb:1.5 ${UP_TO_TWELVE.map((word, n) => `${word}einhalb:${n + 1.5}`).join(' ')}`,
    ordinals: [
      'erst:1',
      'zweit:2',
      'dritt:3',
      'viert:4',
      'funft:5',
      'sechst:6',
      'siebt:7',
      'siebent:7',
      'acht:8',
      'neunt:9',
      'zehnt:10',
      'elft:11',
      'zwolft:12',
    ]
      .flatMap((entry) => ['e', 'en', 'er', 'es', 'em'].map((ending) => entry.replace(':', `${ending}:`)))
      .join(' '),
    cardinalOf: (word) => {
      const [, stem, dritt] = /^(.+?)(?:(?:st|t)|(dritt|erst|siebt))(?:e|en|er|es|em)$/u.exec(word) ?? []
      const last = { dritt: 'drei', erst: 'eins', siebt: 'sieben' }[dritt ?? ''] ?? ''
      return stem === undefined ? [] : [stem + last]
    },
    joints: 'und',
    isCompound: true,
    point: 'komma|punkt',
    andHalf: /^ und (?:ein )?(?:halb|halbe|halbes|halber)(?!\p{L})/u,
    collectives: 'dutzend:12',
    articles: 'ein eine einen einer einem',
  },
  months: [
    'januar|janner|jan',
    'februar|feber|feb',
    'marz|mrz',
    'april|apr',
    'mai',
    'juni|juno',
    'juli',
    'august|aug',
    'september|sept|sep',
    'oktober|okt',
    'november|nov',
    'dezember|dez',
  ],
  dates: ['#\\.? ?M'],
  weekdays: ['montags?', 'dienstags?', 'mittwochs?', 'donnerstags?', 'freitags?', 'samstags?|sonnabends?', 'sonntags?'].map(
    (day) => `(?:${day})(?:fruh|vormittags?|mittags?|nachmittags?|abends?|morgens?|nachts?)?`,
  ),
  relativeDays: [
    ['ubermorgen', 'day+2'],
    ['vorgestern', 'day-2'],
    ['gestern', 'day-1'],
    ['(?<!(?:am|jeden|guten|heute|gestern|diesen|\\p{L}tag) )morgen(?! frueh)', 'day+1'],
    ['heute', 'day+0'],
    ['nachste[nr]? woche|kommende[nr]? woche', 'week+1'],
    ['letzte[nr]? woche|vorige[nr]? woche|vergangene[nr]? woche', 'week-1'],
    ['nachsten monats?|kommenden monats?', 'month+1'],
    ['letzten monats?|vorigen monats?', 'month-1'],
    ['nachste[sn] jahr(?:es)?|kommende[sn] jahr(?:es)?', 'year+1'],
    ['letzte[sn] jahr(?:es)?|vorige[sn] jahr(?:es)?', 'year-1'],
    ['nachste[sn] quartals?', 'quarter+1'],
    ['letzte[sn] quartals?', 'quarter-1'],
    ['ende (?:der|dieser) woche', 'end:week'],
    ['wochenende', 'weekend'],
    ['ende (?:des|dieses) monats|monatsende', 'end:month'],
    ['ende (?:des|dieses) jahres|jahresende', 'end:year'],
    ['ende (?:des|dieses) quartals|quartalsende', 'end:quarter'],
  ],
  clock: [
    ['halb #', 'h-30'],
    ['dreiviertel #', 'h-15'],
    ['viertel vor #', 'h-15'],
    ['viertel nach #', 'h+15'],
    ['(?<!um )(?<!# )viertel #', 'h-45'],
    ['# (?:minuten )?vor #', 'm-h'],
    ['# (?:minuten )?nach #', 'm+h'],
    ['#:# ?(?:uhr|h)?', 'h+m'],
    ['# uhr #', 'h+m'],
    ['# ?uhr', 'h'],
    ['um #(?= (?:am abend|morgens|abends|fruh|nachmittags|vormittags|in der fruh))', 'h'],
    ['(?:zu |am )?mittag|zwolf uhr mittags', '=720'],
    ['mitternacht', '=0'],
  ],
  morning: '(?:vormittags?|morgens|am morgen|fruh|in der fruh|heute morgen)(?!\\p{L})',
  evening: '(?:nachmittags?|abends?|am abend|nachts)(?!\\p{L})',
  fractions: [
    ['#/#', 'a/b'],
    ['(?:#|die) halfte', 0.5],
    ['halfte', 0.5],
    ['drei ?viertel', 0.75],
    ['# viertel', 0.25],
    ['dreivierteln?', 0.75],
    ['halb(?:e[nrsm]?)?', 0.5],
    ['# ?drittel', 1 / 3],
    ['# ?funftel', 0.2],
    ['# ?achtel', 0.125],
    ['# ?zehntel', 0.1],
    ['viertel(?= \\p{L})', 0.25],
  ],
  percent: ['prozent(?:punkte?n?)?', 'vom hundert'],
  decades: [
    ...['zwanziger', 'dreissiger', 'vierziger', 'funfziger', 'sechziger', 'siebziger', 'achtziger', 'neunziger'].map(
      (word, n): [string, number] => [`${word}(?: ?jahren?)?`, (n + 2) * 10],
    ),
    ['#er(?: ?jahren?)?', undefined],
    ['# er(?: ?jahren?)', undefined],
  ],
  units: [
    ['euros?', 'EUR'],
    ['(?:us-?)?dollars?', 'USD'],
    ['pfund', 'GBP'],
    ['yen', 'JPY'],
    ['yuan', 'CNY'],
    ['(?:schweizer )?franken', 'CHF'],
    ['rupien', 'INR'],
    ['sekunden?', 'second'],
    ['minuten?', 'minute'],
    ['(?:stunden?|std)', 'hour'],
    ['tage?n?', 'day'],
    ['wochen?', 'week'],
    ['monate?n?', 'month'],
    ['jahre?n?(?! alt)', 'year'],
  ],
  halfAfter: ' und (?:eine? )?halbe?s?',
  lengths: [
    ['drei ?viertelstunden?', 'minute', 45],
    ['dreiviertelstunde', 'minute', 45],
    ['viertelstunde', 'minute', 15],
    ['# stunde und (?:eine halbe|#)', 'hour', 1.5],
    ['halbstunde', 'minute', 30],
    ['halbjahr', 'month', 6],
    ['(?:# )halbe stunde', 'minute', 30],
  ],
  negation: {
    words: wholeWords('nicht|kein|keine|keinen|keinem|keiner|keines|nie|niemals|niemand|niemanden|nichts|weder'),
    softer: wholeWords(
      'ohne|gegen|abgelehnt|lehnt|lehnen|ablehnen|abgesagt|absagen|verschoben|verworfen|gestrichen|verzichtet|verzichten|verzicht|unmöglich|kaum|verboten|statt|anstatt|storniert|verweigert|weigert|fehlt|fehlen|bleibt|bleiben|verhindert|unverändert|ausgeschlossen|erst|nur|vermieden|vermeiden',
    ),
    unclear: wholeWords(
      'nicht (?:vor|bevor|bis)|glaube nicht|denke nicht|nicht (?:mehr als|sicher|alle|jede|jeder|jedes|unbedingt)|noch nicht|wenn .{0,60}nicht|nichts (?:als|anderes)',
    ),
    except: wholeWords(
      'nicht (?:zu )?vergessen|vergiss nicht|vergesst nicht|nicht wahr|nicht nur|warum nicht|kein problem|keine frage|keine ahnung|nicht später als|nicht mehr als|nicht weniger als|nicht spater als|wenn nicht|oder nicht|ob (?:\\p{L}+ )?nicht|nicht schlecht|ich weiß nicht|ich weiss nicht|nichts als',
    ),
    clauses:
      /[,;:.!?…—]|(?<!\p{L})(?:aber|sondern|weil|denn|damit|obwohl|während|und (?:wir|ich|sie|er|es|dann|die|der|das)|dafür)(?!\p{L})/iu,
  },
  firstPerson: wholeWords('ich|mir|mich|mein|meine|meinen|wir|uns|unser|unsere'),
  request: wholeWords(
    '(?:kannst|könntest|würdest|musst|solltest|sollst) du|(?:können|könnten|würden|müssen|sollten) sie|könnt ihr|du (?:musst|solltest|kannst)|bitte',
  ),
}

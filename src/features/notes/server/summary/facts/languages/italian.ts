import { type LanguageRules, wholeWords } from './LanguageRules.ts'

const TENS = 'venti:20 trenta:30 quaranta:40 cinquanta:50 sessanta:60 settanta:70 ottanta:80 novanta:90'

export const italian: LanguageRules = {
  name: 'it',
  decimalSign: ',',
  isSpaced: true,
  numerals: {
    cardinals:
      'zero:0 un:1 uno:1 una:1 due:2 tre:3 quattro:4 cinque:5 sei:6 sette:7 otto:8 nove:9 dieci:10 undici:11 dodici:12 tredici:13 quattordici:14 quindici:15 sedici:16 diciassette:17 diciotto:18 diciannove:19 ' +
      // The last vowel is dropped before another vowel: "ventuno", "centottanta".
      `${TENS} ${TENS.replaceAll(/[ai]:/g, ':')} cento:100 cent:100 mille:1000 mila:1000 milione:1000000 milioni:1000000 miliardo:1000000000 miliardi:1000000000`,
    ordinals:
      'primo:1 prima:1 secondo:2 seconda:2 terzo:3 terza:3 terzi:3 quinto:5 quinta:5 sesto:6 sesta:6 settimo:7 settima:7 ottavo:8 ottava:8 nono:9 nona:9 decimo:10 decima:10',
    cardinalOf: (word) => {
      const [, stem] = /^(.+)esim[oaie]$/u.exec(word) ?? []
      return stem === undefined ? [] : ['', 'i', 'o', 'e', 'a'].map((vowel) => stem + vowel)
    },
    joints: 'e',
    isCompound: true,
    point: 'virgola|punto',
    andHalf: /^ e mezz[oa](?!\p{L})/u,
    collectives:
      'dozzina:12 dozzine:12 decina:10 decine:10 quindicina:15 ventina:20 trentina:30 cinquantina:50 centinaio:100 centinaia:100 migliaio:1000 migliaia:1000',
    articles: 'un una',
  },
  months: [
    'gennaio',
    'febbraio',
    'marzo',
    'aprile',
    'maggio',
    'giugno',
    'luglio',
    'agosto',
    'settembre',
    'ottobre',
    'novembre',
    'dicembre',
  ],
  dates: ['#(?: di)? M'],
  weekdays: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'sabato', 'domenica'],
  relativeDays: [
    ['dopodomani', 'day+2'],
    ["l'altro ieri|altroieri", 'day-2'],
    ['domani', 'day+1'],
    ['ieri', 'day-1'],
    ['oggi|stasera|stanotte', 'day+0'],
    ['prossima settimana|settimana prossima', 'week+1'],
    ['settimana scorsa|scorsa settimana', 'week-1'],
    ['prossimo mese|mese prossimo', 'month+1'],
    ['mese scorso|scorso mese', 'month-1'],
    ['prossimo anno|anno prossimo', 'year+1'],
    ['anno scorso|scorso anno', 'year-1'],
    ['fine (?:della |di questa )?settimana|fine settimana', 'end:week'],
    ['fine (?:del )?mese|fine di questo mese', 'end:month'],
    ["fine (?:dell')?anno|fine di quest'anno", 'end:year'],
  ],
  clock: [
    ['# meno (?:un |# )quarto', 'h-15'],
    ['# e (?:un |# )quarto', 'h+15'],
    ["(?:alle|all'|dalle|le|ore) # meno #", 'h-m'],
    ["(?:alle|all'|dalle|le|ore) # e #", 'h+m'],
    ['(?:ore )?#[:.]#', 'h+m'],
    ["(?:alle|all'|dalle|fino alle|entro le|verso le|per le|ore|sono le)(?: ore)? #", 'h'],
    ['le #(?= (?:di|del))', 'h'],
    ['mezzogiorno e mezz[oa]', '=750'],
    ['mezzogiorno', '=720'],
    ['mezzanotte e mezz[oa]', '=30'],
    ['mezzanotte', '=0'],
  ],
  morning: 'di mattina|del mattino|della mattina',
  evening: 'di sera|della sera|del pomeriggio|di pomeriggio|stasera',
  fractions: [
    ['#/#', 'a/b'],
    ['meta', 0.5],
    ['# quarti', 0.25],
    ['(?:#|un) quarto', 0.25],
    ['# º', 'a/b'],
    ['mezz[oa](?= ?(?:#|\\p{L}))', 0.5],
  ],
  percent: ['per ?cento', 'punti percentuali'],
  minus: ['(?<!piu o )meno #', '# (?:gradi )?sotto (?:lo )?#'],
  decades: [['anni #', undefined]],
  units: [
    ['(?:di )?euro', 'EUR'],
    ['(?:di )?dollar[oi]', 'USD'],
    ['sterline?', 'GBP'],
    ['(?:di )?yen', 'JPY'],
    ['(?:di )?yuan', 'CNY'],
    ['franchi', 'CHF'],
    ['rupie', 'INR'],
    ['secondi', 'second'],
    ['minut[oi]', 'minute'],
    ['or[ae]', 'hour'],
    ['giorn[oi]', 'day'],
    ['settiman[ae]', 'week'],
    ['mes[ei]', 'month'],
    ['ann[oi]', 'year'],
  ],
  halfAfter: ' e mezz[oa]',
  lengths: [
    ["(?:#'|un'|# )ora e (?:mezza|mezzo|#)", 'hour', 1.5],
    ["mezz'ora|mezzora", 'minute', 30],
    ["quarto d'ora", 'minute', 15],
    ["# quarti d'ora", 'minute', 45],
    ['(?:#|un) anno e mezzo', 'month', 18],
  ],
  negation: {
    words: wholeWords('non|mai|niente|nulla|nessuno|nessuna|nessun|né|dubito|dubitiamo'),
    softer: wholeWords(
      'no|senza|contro|rifiuta|rifiutano|rifiutato|rifiutata|respinto|respinta|annullato|annullata|annulla|annullare|rinviato|rinviata|rinuncia|impossibile|vietato|evitare|evita|invece di|smettere|manca|mancano|solo|soltanto|resta|rimane|dev(?:e|ono) ancora|ancora da|chiuso|chiusa|forse|dubbio|incerto|incerta',
    ),
    unclear: wholeWords("non .{0,60}(?:fino a|prima)|non (?:tutti|tutte|necessariamente)|se non|nient['’]altro"),
    limits: wholeWords('fino|prima|tutti|tutte|se'),
    except: wholeWords(
      'non (?:ti |si |vi )?(?:dimenticare|dimentichiamo|dimenticate|dimenticarti)|non solo|perché no|nessun problema|senza dubbio|più o meno|almeno|a meno|meno un quarto|meno (?:dieci|venti|cinque)|o no|non più di|non più tardi|non meno di|non male|non so|no[,?]',
    ),
    clauses: /[,;:.!?…—]|(?<!\p{L})(?:ma|perché|quindi|sebbene|mentre|e (?:io|noi|lui|lei|poi|il|la|i|le))(?!\p{L})/iu,
  },
  firstPerson: undefined,
  request: wholeWords('puoi|potresti|può|potrebbe|devi|dovresti|per favore|potete|potreste'),
}

const spaced = (list: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list.replaceAll(/\s*\n\s*/g, '')})(?![\\p{L}\\p{N}])`, 'iu')

const MONTHS = {
  en: 'january|february|march|april|may|june|july|august|september|october|november|december',
  de: 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
  es: 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
  fr: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
  it: 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
  pt: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
} as const

const DAYS = {
  en: 'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  de: 'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag',
  es: 'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
  fr: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
  it: 'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
  pt: '(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|sábado|domingo',
} as const

/** Expressions of a date by language (ISO 639-1). A bare day of the week counts only with a preposition. */
const DATES: Readonly<Record<string, RegExp>> = {
  en: spaced(
    `(?:by|before|until|till|on|no later than|for|this|next) (?:(?:this|next|the coming|the following) )?(?:${DAYS.en})(?: (?:morning|afternoon|evening|night|noon))?|
(?:by|before|until|till|on|for) (?:the )?(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS.en})|(?:${MONTHS.en}) (?:the )?\\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th))|
(?:by|before|until) (?:the end of )?(?:${MONTHS.en})|
(?:(?:by|before|until|for|at) )?(?:the )?end of (?:the |this |next )?(?:day|week|month|quarter|year)|
(?:(?:by|before|until|till|for) )?(?:tomorrow|tonight|today|the day after tomorrow)(?: (?:morning|afternoon|evening|night|noon))?|
(?:(?:by|before|until|for|early|later) )?(?:next|this) (?:week|month|quarter|year|weekend|afternoon|evening|morning)|
(?:with)?in (?:a|an|one|two|three|four|five|six|\\d+) (?:hours?|days?|weeks?|months?)|by noon|before lunch|after lunch`,
  ),
  de: spaced(
    `(?:bis|am|vor|ab|nächsten|diesen|kommenden)(?: (?:zum|nächsten|kommenden))? (?:${DAYS.de})(?:(?:vor|nach)mittag|abend)?|
(?:bis|am|bis zum|vor dem) \\d{1,2}\\.? ?(?:${MONTHS.de}|\\d{1,2}\\.?)?|(?:bis|im|bis ende|ende|anfang|mitte) (?:${MONTHS.de})|
(?:bis )?(?:morgen|übermorgen|heute)(?: (?:früh|vormittag|mittag|nachmittag|abend))?|(?:bis )?(?:ende|anfang|mitte) (?:der|dieser|nächster|des|nächsten) (?:woche|monats|jahres|quartals)|
(?:bis )?(?:nächste|diese|kommende|in der nächsten) woche|(?:bis )?nächsten monat|(?:bis )?nächstes jahr|in (?:einer|einem|zwei|drei|vier|\\d+) (?:stunden?|tage?n?|wochen?|monate?n?)`,
  ),
  es: spaced(
    `(?:(?:para|antes del?|hasta|este|el próximo) )?(?:el )?(?:${DAYS.es})(?: (?:por la (?:mañana|tarde|noche)|que viene|próximo))?|(?:(?:para|antes de|hasta) )?(?:mañana|pasado mañana|hoy|esta (?:tarde|noche|semana))|
(?:(?:para|antes de|hasta) )?(?:la (?:próxima semana|semana que viene)|el (?:próximo mes|mes que viene)|(?:a )?fin(?:al)?(?:es)? de (?:la )?(?:semana|mes|año))|
(?:el |para el |antes del )?\\d{1,2} de (?:${MONTHS.es})|en (?:un|una|dos|tres|cuatro|\\d+) (?:horas?|días?|semanas?|meses|mes)`,
  ),
  fr: spaced(
    `(?:(?:d'ici|avant|pour|jusqu'à|ce) )?(?:${DAYS.fr})(?: (?:matin|midi|après-midi|soir|prochain))?|(?:(?:d'ici|avant|pour|jusqu'à) )?(?:demain|après-demain|aujourd'hui|ce soir|cet après-midi|cette semaine)|
(?:(?:d'ici|avant|pour) )?la (?:semaine prochaine|fin (?:de la semaine|du mois|de l'année|de la journée))|(?:d'ici|avant|pour) le mois prochain|le mois prochain|(?:(?:avant|pour) )?le \\d{1,2}(?:er)? (?:${MONTHS.fr})|
(?:d'ici|avant|fin) (?:fin )?(?:${MONTHS.fr})|dans (?:un|une|deux|trois|quatre|\\d+) (?:heures?|jours?|semaines?|mois)`,
  ),
  it: spaced(
    `(?:(?:entro|per|prima di|questo) )?(?:${DAYS.it})(?: (?:mattina|pomeriggio|sera|prossimo))?|(?:(?:entro|per|prima di) )?(?:domani|dopodomani|oggi|stasera|questa settimana)|
(?:(?:entro|per) )?(?:la (?:prossima settimana|settimana prossima|fine (?:della settimana|del mese|dell'anno))|fine (?:settimana|mese|anno)|il mese prossimo)|
(?:(?:entro|per) )?il \\d{1,2} (?:${MONTHS.it})|(?:entro|fine) (?:fine )?(?:${MONTHS.it})|(?:tra|fra|entro) (?:un|una|due|tre|quattro|\\d+) (?:ore?|giorn[oi]|settiman[ae]|mes[ei])`,
  ),
  pt: spaced(
    `(?:(?:até|antes de|para|na|no|esta|este|próxima|próximo) )?(?:à |ao )?(?:(?:segunda|terça|quarta|quinta|sexta)-feira|sábado|domingo)|(?:até|na|antes de|para) (?:à )?(?:${DAYS.pt})|
(?:(?:até|antes de|para) )?(?:amanhã|depois de amanhã|hoje|esta (?:tarde|noite|semana))(?: (?:de manhã|à tarde|à noite))?|
(?:(?:até|para|na|no) )?(?:à |ao |a |o )?(?:próxima semana|semana que vem|próximo mês|mês que vem|final d[ao] (?:semana|mês|ano|dia)|fim d[ao] (?:semana|mês|ano|dia))|
(?:até |para |no )?(?:o |ao )?(?:dia )?\\d{1,2} de (?:${MONTHS.pt})|(?:em|dentro de|daqui a) (?:um|uma|dois|duas|três|quatro|\\d+) (?:horas?|dias?|semanas?|meses|mês)`,
  ),
  ja: /(?:今日|本日|明日|明後日|あさって|今週(?:中|末)?|来週(?:中)?|今月(?:中|末)?|来月|年内|月末|週末|[月火水木金土日]曜日?|\d{1,2}月\d{1,2}日|\d{1,2}日)(?:の?(?:午前|午後|朝|夕方|夜)(?:中)?)?(?:まで(?:に)?|中に|の?うちに)?/u,
  ko: /(?:오늘|내일|모레|이번 ?주(?:말)?|다음 ?주|이번 ?달|다음 ?달|연말|월말|주말|[월화수목금토일]요일|\d{1,2}월 ?\d{1,2}일|\d{1,2}일)(?: ?(?:오전|오후|아침|저녁|밤|중|안))?(?: ?까지| ?전까지| ?안으로)?/u,
  zh: /(?:在|到|于|於)?(?:今天|明天|后天|後天|今晚|明晚|这周|這週|本周|本週|下(?:个|個)?(?:周|週|星期|月)|这个月|這個月|月底|年底|周末|週末|(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]|\d{1,2}月\d{1,2}[日号號]|\d{1,2}[日号號])(?:上午|下午|早上|晚上|中午)?(?:之前|以前|前)?/u,
}

/** Returns the due date in the words of the sentence, such as "by Friday"; null when it contains no date. */
export const findDue = (text: string, language: string): string | null =>
  DATES[language]?.exec(text.replaceAll('’', "'"))?.[0].trim() ?? null

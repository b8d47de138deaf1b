import { type LanguageRules, wholeWords } from './LanguageRules.ts'

const HUNDREDS = 'doscient:200 trescient:300 cuatrocient:400 quinient:500 seiscient:600 setecient:700 ochocient:800 novecient:900'

export const spanish: LanguageRules = {
  name: 'es',
  decimalSign: ',',
  isSpaced: true,
  numerals: {
    cardinals:
      'cero:0 un:1 uno:1 una:1 dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10 once:11 doce:12 trece:13 catorce:14 quince:15 dieciseis:16 diecisiete:17 dieciocho:18 diecinueve:19 ' +
      'veinte:20 veintiun:21 veintiuno:21 veintiuna:21 veintidos:22 veintitres:23 veinticuatro:24 veinticinco:25 veintiseis:26 veintisiete:27 veintiocho:28 veintinueve:29 treinta:30 cuarenta:40 cincuenta:50 sesenta:60 setenta:70 ochenta:80 noventa:90 ' +
      `cien:100 ciento:100 ${HUNDREDS.replaceAll(':', 'os:')} ${HUNDREDS.replaceAll(':', 'as:')} mil:1000 miles:1000 millon:1000000 millones:1000000 billon:1000000000000 billones:1000000000000`,
    ordinals: 'primero:1 primera:1 primer:1 segundo:2 segunda:2 tercero:3 tercera:3 tercer:3 quinto:5 quinta:5 sexto:6 sexta:6 septimo:7 septima:7 octavo:8 octava:8 noveno:9 novena:9 decimo:10 decima:10',
    joints: 'y',
    point: 'coma|punto',
    andHalf: /^ y medi[oa](?!\p{L})/u,
    collectives: 'docena:12 docenas:12 decena:10 decenas:10 quincena:15 veintena:20 centenar:100 centenares:100 millar:1000',
    articles: 'un una',
  },
  months: ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre|setiembre', 'octubre', 'noviembre', 'diciembre'],
  dates: ['#(?: de)? M'],
  weekdays: ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabados?', 'domingos?'],
  relativeDays: [
    ['pasado manana', 'day+2'], ['anteayer', 'day-2'], ['ayer', 'day-1'], ['(?<!(?:la|esta|cada|de) )manana', 'day+1'], ['hoy|esta noche', 'day+0'],
    ['proxima semana|semana (?:que viene|proxima)', 'week+1'], ['semana pasada', 'week-1'], ['proximo mes|mes (?:que viene|proximo)', 'month+1'], ['mes pasado', 'month-1'], ['proximo ano|ano (?:que viene|proximo)', 'year+1'], ['ano pasado', 'year-1'],
    ['fin(?:al)?(?:es)? de (?:la |esta )?semana', 'end:week'], ['fin(?:al)?(?:es)? de(?:l| este)? mes', 'end:month'], ['fin(?:al)?(?:es)? de(?:l| este)? ano', 'end:year'],
  ],
  clock: [
    ['# menos cuarto', 'h-15'], ['# y cuarto', 'h+15'], ['las? # menos #', 'h-m'], ['las? # y #', 'h+m'], ['cuarto para las? #', 'h-15'], ['# para las? #', 'm-h'],
    ['#:# ?(?:horas?|h)?', 'h+m'], ['(?:a |de |hasta )?las? # #(?= (?:de la|horas)|[,.;!?]|$)', 'h+m'], ['(?:a|de|desde|hasta|sobre|para|antes de|son) las? #', 'h'], ['las? #(?= (?:de la|en punto))', 'h'], ['# ?h', '~h'], ['(?:al )?mediodia', '=720'], ['(?:a )?medianoche', '=0'],
  ],
  morning: 'de la (?:manana|madrugada)|por la manana|a\\.? ?m(?!\\p{L})',
  evening: 'de la (?:tarde|noche)|por la (?:tarde|noche)|p\\.? ?m(?!\\p{L})',
  fractions: [
    ['#/#', 'a/b'], ['mitad', 0.5], ['# cuartos', 0.25], ['(?:#|un) cuarto', 0.25], ['cuarta parte', 0.25], ['# tercios?', 1 / 3], ['tercera parte', 1 / 3], ['# quintos', 0.2], ['medi[oa](?= ?(?:#|\\p{L}))', 0.5],
  ],
  percent: ['por ?ciento', 'por cien', 'puntos porcentuales'],
  decades: [['anos #', undefined], ['decada de (?:los )?#', undefined]],
  units: [
    ['(?:de )?euros?', 'EUR'], ['(?:de )?dolares|dolar', 'USD'], ['libras?', 'GBP'], ['(?:de )?yenes', 'JPY'], ['(?:de )?yuanes', 'CNY'], ['francos?', 'CHF'], ['rupias?', 'INR'],
    ['segundos?', 'second'], ['minutos?', 'minute'], ['horas?', 'hour'], ['dias?', 'day'], ['semanas?', 'week'], ['mes(?:es)?', 'month'], ['anos?', 'year'],
  ],
  lengths: [
    ['(?:#|una) hora y (?:media|#)', 'hour', 1.5], ['# hora y cuarto', 'minute', 75], ['media hora', 'minute', 30], ['cuarto de hora', 'minute', 15], ['# cuartos de hora', 'minute', 45], ['# ano y medio', 'month', 18], ['# horas y media', 'hour', NaN],
  ],
  negation: {
    words: wholeWords(
      "no|nunca|jamás|nada|nadie|ningún|ninguno|ninguna|ni|tampoco",
    ),
    softer: wholeWords(
      "sin|contra|rechaza|rechazan|rechazó|rechazado|rechazada|cancela|canceló|cancelado|cancelada|cancelar|aplazado|aplazada|descartado|niega|negó|imposible|prohibido|evitar|evita|dejar de|deja de|en lugar de|en vez de|falta|faltan|solo|sólo|sigue|queda",
    ),
    unclear: wholeWords(
      "no .{0,60}(?:hasta|antes)|no (?:creo|pienso|estoy segur|todos|todas|necesariamente)|todavía no|aún no|si no|nada más",
    ),
    except: wholeWords('no (?:te |se |os )?(?:olvides?|olvidéis|olviden|olvidar)|no sólo|no solo|por qué no|no hay problema|no importa|sin duda|sin falta|sin embargo|más o menos|al menos|por lo menos|menos (?:cuarto|diez|veinte|cinco|veinticinco)|o no|no más de|no más tarde|no menos de|nada más|no está mal|no sé|no[,?]'),
    clauses: /[,;:.!?…—¿¡]|(?<!\p{L})(?:pero|sino|porque|así que|aunque|mientras|y (?:yo|nosotros|él|ella|el|la|los|las|luego))(?!\p{L})/iu,
  },
  firstPerson: undefined,
  request: wholeWords('puedes|podrías|puede usted|podría usted|tienes que|debes|por favor|pod(?:éis|ríais)'),
}

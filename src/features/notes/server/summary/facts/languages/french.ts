import { type LanguageRules, wholeWords } from './LanguageRules.ts'

const TEENS = 'dix onze douze treize quatorze quinze seize dixsept dixhuit dixneuf'.split(' ')

export const french: LanguageRules = {
  name: 'fr',
  decimalSign: ',',
  isSpaced: true,
  // "Soixante et onze" and "quatre-vingt-dix-sept" become one word each.
  prepare: (text) =>
    text
      .replaceAll(/(?<!\p{L})dix[ -](sept|huit|neuf)(?!\p{L})/gu, 'dix$1')
      .replaceAll(/(?<!\p{L})quatre[ -]vingts?(?!\p{L})/gu, 'quatrevingt')
      .replaceAll(
        new RegExp(`(?<!\\p{L})(soixante|quatrevingt)(?:[ -]et)?[ -](${TEENS.toReversed().join('|')})(?!\\p{L})`, 'gu'),
        '$1$2',
      ),
  numerals: {
    cardinals:
      `zero:0 un:1 une:1 deux:2 trois:3 quatre:4 cinq:5 six:6 sept:7 huit:8 neuf:9 ${TEENS.map((word, n) => `${word}:${n + 10} soixante${word}:${n + 70} quatrevingt${word}:${n + 90}`).join(' ')} ` +
      'vingt:20 trente:30 quarante:40 cinquante:50 soixante:60 septante:70 quatrevingt:80 huitante:80 octante:80 nonante:90 cent:100 cents:100 mille:1000 mil:1000 million:1000000 millions:1000000 milliard:1000000000 milliards:1000000000',
    ordinals: 'premier:1 premiere:1 seconde:2 second:2',
    cardinalOf: (word) => {
      const [, stem] = /^(.+)iemes?$/u.exec(word) ?? []
      return stem === undefined ? [] : [stem, `${stem}e`, stem.replace(/u$/u, ''), stem.replace(/v$/u, 'f')]
    },
    joints: 'et',
    point: 'virgule',
    andHalf: /^ et demie?(?!\p{L})/u,
    collectives:
      'demi-douzaine:6 douzaine:12 douzaines:12 dizaine:10 dizaines:10 quinzaine:15 vingtaine:20 trentaine:30 quarantaine:40 cinquantaine:50 soixantaine:60 centaine:100 millier:1000',
    articles: 'un une',
  },
  months: [
    'janvier|janv',
    'fevrier|fevr',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet|juil',
    'aout',
    'septembre|sept',
    'octobre|oct',
    'novembre|nov',
    'decembre|dec',
  ],
  dates: ['# M'],
  weekdays: ['lundis?', 'mardis?', 'mercredis?', 'jeudis?', 'vendredis?', 'samedis?', 'dimanches?'],
  relativeDays: [
    ['apres-?demain|apres demain', 'day+2'],
    ['avant-?hier|avant hier', 'day-2'],
    ['demain', 'day+1'],
    ['hier', 'day-1'],
    ["aujourd'hui|ce soir", 'day+0'],
    ['semaine prochaine|prochaine semaine', 'week+1'],
    ['semaine derniere|semaine passee', 'week-1'],
    ['mois prochain', 'month+1'],
    ['mois dernier|mois passe', 'month-1'],
    ['annee prochaine|an prochain', 'year+1'],
    ['annee derniere|an dernier', 'year-1'],
    ['trimestre prochain', 'quarter+1'],
    ['trimestre dernier', 'quarter-1'],
    ['fin de (?:la |cette )?semaine', 'end:week'],
    ['fin du mois|fin de ce mois', 'end:month'],
    ["fin de l'annee", 'end:year'],
    ['fin du trimestre', 'end:quarter'],
  ],
  clock: [
    ['# ?(?:heures?|h) et (?:demie?|#)', '~h+30'],
    ['# ?(?:heures?|h) et quart', '~h+15'],
    ['# ?(?:heures?|h) moins (?:le )?quart', 'h-15'],
    ['# ?(?:heures?|h) moins #', 'h-m'],
    ['# ?(?:heures?|h) ?#(?! ?(?:%|euro))', '~h+m'],
    ['#:#', 'h+m'],
    ['# ?(?:heures?|h)(?! (?:de|par))', '~h'],
    ['midi moins (?:le )?quart', '=705'],
    ['midi moins #', '=720-m'],
    ['midi et quart', '=735'],
    ['midi et demie?', '=750'],
    ['midi #(?=[,.;!?]|$)', '=720+m'],
    ['minuit moins (?:le )?quart', '=1425'],
    ['minuit moins #', '=0-m'],
    ['minuit et quart', '=15'],
    ['minuit et demie?', '=30'],
    ['minuit #(?=[,.;!?]|$)', '=0+m'],
    ['midi', '=720'],
    ['minuit', '=0'],
  ],
  morning: '(?:du|le|ce) matin',
  evening: "de l'apres-midi|du soir|ce soir|le soir|apres-midi",
  fractions: [
    ['#/#', 'a/b'],
    ['moitie', 0.5],
    ['# quarts', 0.25],
    ['(?:#|un) quart', 0.25],
    ['# tiers', 1 / 3],
    ['demie?(?= ?(?:#|\\p{L}))', 0.5],
    ['# º', 'a/b'],
  ],
  percent: ['pour ?cent', 'pourcent', 'points? de pourcentage'],
  minus: ['(?<!(?:au|a|du|plus ou) )moins #', '# (?:degres )?(?:sous|au-dessous de|en dessous de) #'],
  decades: [['annees #', undefined]],
  units: [
    ["(?:d'|de )?euros?", 'EUR'],
    ['(?:de )?dollars?', 'USD'],
    ['livres?(?: sterling)?', 'GBP'],
    ['(?:de )?yens?', 'JPY'],
    ['(?:de )?yuans?', 'CNY'],
    ['francs?', 'CHF'],
    ['roupies?', 'INR'],
    ['secondes?', 'second'],
    ['minutes?', 'minute'],
    ["(?:d')?heures?|h", 'hour'],
    ['jours?|journees?', 'day'],
    ['semaines?', 'week'],
    ['mois', 'month'],
    ["ans?(?! d')|annees?", 'year'],
  ],
  halfAfter: ' et demie?',
  lengths: [
    ["# quarts d'heure", 'minute', 45],
    ["quart d'heure", 'minute', 15],
    ['demi-?heure|demi heure', 'minute', 30],
    ['# (?:an|annee) et demie?', 'month', 18],
    ['semestre', 'month', 6],
  ],
  negation: {
    words: wholeWords(
      "pas|jamais|rien|personne|aucun|aucune|nul|nulle|guère|ni|n(?:e |['’])(?:\\p{L}+ ){1,2}plus|doute|doutons|doutent",
    ),
    softer: wholeWords(
      'sans|non|contre|refuse|refusent|refusé|refusée|rejette|rejeté|rejetée|annule|annulé|annulée|annuler|reporté|reportée|renonce|renoncent|renoncer|impossible|interdit|interdite|évite|éviter|arrête|au lieu|manque|seulement|que|reste|restent|absent|doi(?:t|vent) encore|encore à|fermé|fermée|peut-être|incertain|incertaine',
    ),
    unclear: wholeWords("pas .{0,60}(?:avant|jusqu)|pas (?:tous|toutes|forcément)|rien (?:que|d['’]autre)|si .{0,60} pas"),
    limits: wholeWords('avant|jusqu|tous|toutes|si'),
    except: wholeWords(
      "n['’](?:oubliez?|oublie|oublions) pas|ne pas oublier|n['’]est-ce pas|pas seulement|pourquoi pas|pas de problème|pas de souci|pas mal|(?:sans|aucun|nul) doute|je ne sais pas|pas plus tard|pas plus de|au moins|plus ou moins|moins (?:le |un )?(?:quart|vingt|dix|cinq)|à moins|du moins|non plus|ou non|ou pas|sans problème|h(?:eures?)? moins|heures? moins",
    ),
    clauses:
      /[,;:.!?…—]|(?<!\p{L})(?:mais|parce que|car|donc|puisque|bien que|alors que|et (?:on|nous|je|il|elle|ils|le|la|les))(?!\p{L})/iu,
  },
  firstPerson: wholeWords("je|j['’]\\p{L}+|moi|me|m['’]\\p{L}+|mon|ma|mes|on|nous|notre|nos"),
  request: wholeWords(
    "(?:peux|pourrais|dois|veux)-tu|(?:pouvez|pourriez|devez)-vous|tu (?:dois|peux|pourrais)|vous (?:devez|pouvez|pourriez)|s['’]il (?:te|vous) plaît",
  ),
}

import { type LanguageRules, wholeWords } from './LanguageRules.ts'

const HUNDREDS = 'duzent:200 trezent:300 quatrocent:400 quinhent:500 seiscent:600 setecent:700 oitocent:800 novecent:900'

export const portuguese: LanguageRules = {
  name: 'pt',
  decimalSign: ',',
  isSpaced: true,
  numerals: {
    cardinals:
      'zero:0 um:1 uma:1 dois:2 duas:2 tres:3 quatro:4 cinco:5 seis:6 meia-duzia:6 sete:7 oito:8 nove:9 dez:10 onze:11 doze:12 treze:13 catorze:14 quatorze:14 quinze:15 dezasseis:16 dezesseis:16 dezassete:17 dezessete:17 dezoito:18 dezanove:19 dezenove:19 ' +
      'vinte:20 trinta:30 quarenta:40 cinquenta:50 sessenta:60 setenta:70 oitenta:80 noventa:90 ' +
      `cem:100 cento:100 ${HUNDREDS.replaceAll(':', 'os:')} ${HUNDREDS.replaceAll(':', 'as:')} mil:1000 milhao:1000000 milhoes:1000000 bilhao:1000000000 bilhoes:1000000000 biliao:1000000000000 bilioes:1000000000000`,
    ordinals: 'primeiro:1 primeira:1 segundo:2 terceiro:3 terceira:3 quinto:5 sexto:6 setimo:7 setima:7 oitavo:8 oitava:8 nono:9 nona:9 decimo:10 decima:10',
    joints: 'e',
    point: 'virgula|ponto',
    andHalf: /^ e mei[oa](?!\p{L})/u,
    collectives: 'duzia:12 duzias:12 dezena:10 dezenas:10 quinzena:15 vintena:20 centena:100 centenas:100 milhar:1000 milhares:1000',
    articles: 'um uma',
  },
  months: ['janeiro', 'fevereiro', 'marco', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
  dates: ['#(?: de)? M'],
  weekdays: [
    'segunda(?:-feira| feira)?s?', 'terca(?:-feira| feira)?s?', 'quarta(?:-feira| feira)?s?', 'quinta(?:-feira| feira)?s?', 'sexta(?:-feira| feira)?s?', 'sabados?', 'domingos?',
  ],
  relativeDays: [
    ['depois de amanha', 'day+2'], ['anteontem', 'day-2'], ['amanha', 'day+1'], ['ontem', 'day-1'], ['hoje|esta noite', 'day+0'],
    ['proxima semana|semana que vem|semana proxima', 'week+1'], ['semana passada', 'week-1'], ['proximo mes|mes que vem', 'month+1'], ['mes passado', 'month-1'], ['proximo ano|ano que vem', 'year+1'], ['ano passado', 'year-1'],
    ['fi(?:m|nal) d(?:a|esta) semana', 'end:week'], ['fim de semana', 'weekend'], ['fi(?:m|nal) do mes', 'end:month'], ['fi(?:m|nal) do ano', 'end:year'],
  ],
  clock: [
    ['# menos um quarto|# menos # quarto', 'h-15'], ['# e (?:um |# )?quarto', 'h+15'], ['(?:um )?quarto para as? #|# quarto para as? #', 'h-15'], ['# para as? #', 'm-h'], ['as? # menos #', 'h-m'], ['as # e #', 'h+m'],
    ['#[:h]#(?:m|min)?', '~h+m'], ['# horas e #', '~h+m'], ['#(?::|h) ?#', '~h+m'], ['(?:as|das|ate as|pelas|a partir das|antes das) #(?: horas?)?', 'h'], ['# ?h', '~h'], ['meio-dia e meia|meio dia e meia', '=750'], ['meio-dia|meio dia', '=720'], ['meia-noite|meia noite', '=0'],
  ],
  morning: 'da (?:manha|madrugada)|de manha',
  evening: 'da (?:tarde|noite)|de tarde|a noite|a tarde',
  fractions: [
    ['#/#', 'a/b'], ['metade', 0.5], ['# quartos', 0.25], ['(?:#|um) quarto', 0.25], ['quarta parte', 0.25], ['# tercos?', 1 / 3], ['terca parte', 1 / 3], ['# quintos', 0.2], ['mei[oa](?= ?(?:#|\\p{L}))', 0.5],
  ],
  percent: ['por ?cento', 'pontos percentuais'],
  decades: [['anos #', undefined], ['decada de #', undefined]],
  units: [
    ['(?:de )?euros?', 'EUR'], ['(?:de )?dolares|dolar', 'USD'], ['libras?', 'GBP'], ['(?:de )?ienes', 'JPY'], ['(?:de )?yuans?', 'CNY'], ['francos?', 'CHF'], ['rupias?', 'INR'],
    ['segundos?', 'second'], ['minutos?', 'minute'], ['horas?', 'hour'], ['dias?', 'day'], ['semanas?', 'week'], ['mes(?:es)?', 'month'], ['anos?', 'year'],
  ],
  lengths: [
    ['(?:#|uma) hora e (?:meia|#)', 'hour', 1.5], ['meia hora', 'minute', 30], ['(?:#|um) quarto de hora', 'minute', 15], ['# quartos de hora', 'minute', 45], ['(?:#|um) ano e meio', 'month', 18],
  ],
  negation: {
    words: wholeWords(
      "não|nunca|jamais|nada|ninguém|nenhum|nenhuma|nem|tampouco",
    ),
    softer: wholeWords(
      "sem|contra|recusa|recusam|recusou|recusado|recusada|rejeita|rejeitou|rejeitado|rejeitada|cancela|cancelou|cancelado|cancelada|cancelar|adiado|adiada|impossível|proibido|evitar|evita|deixar de|em vez de|falta|faltam|só|apenas|continua|fica",
    ),
    unclear: wholeWords(
      "não .{0,60}(?:até|antes)|não (?:acho|creio|penso|tenho a certeza|todos|todas|necessariamente)|ainda não|se não|nada mais",
    ),
    except: wholeWords('não (?:te |se )?(?:esqueças|esqueça|esqueçam|esquecer)|não só|não apenas|por que não|porque não|não há problema|sem problema|sem dúvida|sem falta|mais ou menos|pelo menos|ao menos|menos (?:um )?(?:quarto|dez|vinte|cinco)|ou não|não mais de|não mais tarde|não menos|não sei|não é|não[,?]'),
    clauses: /[,;:.!?…—]|(?<!\p{L})(?:mas|porque|por isso|embora|enquanto|e (?:eu|nós|ele|ela|depois|o|a|os|as))(?!\p{L})/iu,
  },
  firstPerson: undefined,
  request: wholeWords('podes|poderias|pode|poderia|tens de|deves|por favor|podem'),
}

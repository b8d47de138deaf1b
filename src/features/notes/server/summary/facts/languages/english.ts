import { type LanguageRules, wholeWords } from './LanguageRules.ts'

export const english: LanguageRules = {
  name: 'en',
  decimalSign: '.',
  isSpaced: true,
  prepare: (text) => text.replaceAll(/(?<!\p{L})(double|triple) (\p{L}+)/gu, (_, times: string, digit: string) => `${digit} ${digit}${times === 'triple' ? ` ${digit}` : ''}`),
  numerals: {
    cardinals:
      'zero:0 nought:0 oh:0 one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12 thirteen:13 fourteen:14 fifteen:15 sixteen:16 seventeen:17 eighteen:18 nineteen:19 ' +
      'twenty:20 thirty:30 forty:40 fourty:40 fifty:50 sixty:60 seventy:70 eighty:80 ninety:90 hundred:100 hundreds:100 thousand:1000 grand:1000 lakh:100000 lakhs:100000 lac:100000 lacs:100000 crore:10000000 crores:10000000 million:1000000 billion:1000000000 trillion:1000000000000',
    ordinals:
      'first:1 second:2 third:3 thirds:3 fourth:4 fourths:4 fifth:5 fifths:5 sixth:6 sixths:6 seventh:7 sevenths:7 eighth:8 eighths:8 ninth:9 ninths:9 tenth:10 tenths:10 eleventh:11 twelfth:12 thirteenth:13 fourteenth:14 fifteenth:15 sixteenth:16 seventeenth:17 eighteenth:18 nineteenth:19 twentieth:20 thirtieth:30 fortieth:40 fiftieth:50 sixtieth:60 hundredth:100',
    joints: 'and',
    point: 'point|dot',
    andHalf: /^(?: and a half| and one half|-and-a-half)(?!\p{L})/u,
    collectives: 'dozen:12 dozens:12',
    articles: 'a an',
  },
  months: [
    'january|jan', 'february|feb', 'march|mar', 'april|apr', 'may', 'june|jun', 'july|jul', 'august|aug', 'september|sept|sep', 'october|oct',
    'november|nov', 'december|dec',
  ],
  dates: ['#(?: day)?(?: of)? M', 'M\\.?(?: the)? #'],
  ambiguousMonths: { names: /^(?:may|march|mar|jan|jun)$/u, after: /(?<!\p{L})(?:in|of|by|until|till|since|before|after|during|next|last|this|early|late|mid|from|to|end of|throughout)[ -]$/u },
  weekdays: ['mondays?|mon', 'tuesdays?|tues?', 'wednesdays?|weds?', 'thursdays?|thurs?', 'fridays?|fri', 'saturdays?', 'sundays?'],
  relativeDays: [
    ['day after tomorrow', 'day+2'], ['day before yesterday', 'day-2'], ['tomorrow', 'day+1'], ['yesterday', 'day-1'], ['today|tonight', 'day+0'],
    ['next week', 'week+1'], ['last week', 'week-1'], ['next month', 'month+1'], ['last month', 'month-1'], ['next year', 'year+1'], ['last year', 'year-1'],
    ['next quarter', 'quarter+1'], ['last quarter', 'quarter-1'],
    ['end of (?:the |this )?day', 'end:day'], ['end of (?:the |this )?week', 'end:week'], ['end of (?:the |this )?month', 'end:month'], ['end of (?:the |this )?year', 'end:year'],
    ['end of (?:the |this )?quarter', 'end:quarter'],
  ],
  clock: [
    ['half past #', 'h+30'], ['half (?:an hour )?after #', 'h+30'], ['(?:a )?quarter (?:past|after) #', 'h+15'], ['(?:a )?quarter (?:to|of|before|till) #', 'h-15'],
    ['# minutes (?:past|after) #', 'm+h'], ['# minutes (?:to|before|till) #', 'm-h'], ['# past #', 'm+h'], ['# (?:to|till) #(?! ?(?:\\p{L}|%))', 'm-h'],
    ['#[:.]# ?(?:hours|hrs|h)?', 'h+m'], ['(?:at|by|until|till|from|before|after|around|about) # #(?= (?:a|p)\\.?m|[,.;!?]|$| (?:in the|on|at|tomorrow|today))', 'h+m'],
    ['# #(?= ?(?:a|p)\\.?m(?!\\p{L}))', 'h+m'], ["# ?o['’]?clock", 'h'], ['#(?= ?(?:a|p)\\.?m(?!\\p{L}))', 'h'], ['#(?= in the (?:morning|afternoon|evening)| at night)', 'h'],
    ['noon|midday', '=720'], ['midnight', '=0'],
  ],
  morning: 'a\\.?m|in the morning|this morning|tomorrow morning|morning',
  evening: 'p\\.?m|in the (?:afternoon|evening)|at night|tonight|this (?:afternoon|evening)|afternoon|evening',
  fractions: [
    ['# quarters', 0.25], ['(?:a )?quarter(?= of)|a quarter', 0.25], ['half(?: an?| of)?(?= #| \\p{L})', 0.5], ['a half', 0.5], ['# º(?! of M)', 'a/b'], ['an? º(?= (?:of|more|less|fewer))', '1/a'],
    ['#/#', 'a/b'],
  ],
  percent: ['per ?cent', 'percentage points?'],
  decades: [
    ['(?:# )?twenties', 20], ['(?:# )?thirties', 30], ['(?:# )?forties', 40], ['(?:# )?fifties', 50], ['(?:# )?sixties', 60], ['(?:# )?seventies', 70],
    ['(?:# )?eighties', 80], ['(?:# )?nineties', 90], ["#'?s", undefined],
  ],
  units: [
    ['euros?', 'EUR'], ['dollars?|bucks', 'USD'], ['pounds?|quid', 'GBP'], ['yen', 'JPY'], ['yuan|renminbi|rmb', 'CNY'], ['won', 'KRW'], ['rupees?', 'INR'], ['francs?', 'CHF'],
    ['seconds?|secs?', 'second'], ['minutes?|mins?', 'minute'], ['(?:of )?(?:an? )?(?:hours?|hrs?)', 'hour'], ['days?', 'day'], ['weeks?', 'week'], ['months?', 'month'], ['years?(?! old)', 'year'],
  ],
  lengths: [
    ['(?:an|#) hour and (?:a half|#)', 'hour', 1.5], ['(?:a|#) year and (?:a half|#)', 'month', 18], ['fortnight', 'week', 2], ['an hour', 'hour', 1], ['a day', 'day', 1], ['a week', 'week', 1], ['a month', 'month', 1], ['a year', 'year', 1],
  ],
  negation: {
    words: wholeWords(
      "not|no|never|none|nobody|nothing|neither|nor|cannot|\\p{L}+n['’]t|cant|wont|dont|doesnt|isnt|wasnt|didnt|nowhere|no longer",
    ),
    softer: wholeWords(
      "without|cancell?ed|cancell?ing|cancels?|cancel|refuse[sd]?|rejects?|rejected|declines?|declined|unable|fails?|failed|against|stop(?:s|ped)?|avoids?|postponed?|unlikely|impossible|hardly|forbidden|forbids?|lacks?|instead of|rather than|opposed?|opposes|denied|denies|withdrawn?|missing|absent|only|few|little|turned down|ruled out|drops?|dropped|keeps?|kept|remains?|stays?|prevents?|unchanged|until",
    ),
    unclear: wholeWords(
      "(?:not|n['’]t) .{0,60}(?:until|before|unless)|(?:not|n['’]t) (?:think|believe|sure|know|mind|see why|want)|nothing (?:but|else)|no more|no (?:one|body) else|not all|not every|not yet|if .{0,60}(?:not|n['’]t)|not necessarily",
    ),
    except: wholeWords(
      "(?:do not|don['’]?t|never|not) (?:to )?forget(?: to)?|not only|no doubt|no problem|why (?:not|don['’]?t (?:we|you|i))|(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have)n['’]t (?:it|we|you|they|he|she|that|there|i)|not sure|no matter|whether or not|if not|or not|i (?:do not|don['’]?t) (?:know|think|mind|care)|no[,.!]|no one else|not bad|nothing but|cannot wait|can['’]?t wait|no later than|not later than|not just|no more than|not more than|no less than|no fewer than|number no",
    ),
    clauses: /[,;:.!?…—]|(?<!\p{L})(?:but|because|so that|although|though|while|whereas|and (?:we|i|you|they|he|she|it|the|then|there)|which|who|instead)(?!\p{L})/iu,
  },
  firstPerson: wholeWords("i|i['’](?:ll|m|ve|d)|me|my|mine|myself|we|we['’](?:ll|re|ve)|us|our|let me|gonna|on it"),
  request: wholeWords('(?:can|could|would|will|should) you|you (?:should|need|must|have to|can|could)|please|you(?:[\'’]ll| will)'),
}

/** The words of a language that decide whether a sentence can be a title. */
export type TitleWords = {
  /** Matches the words that announce a topic; the first group is the topic. */
  readonly announcement?: RegExp
  /** Separates a clause from the next one. */
  readonly conjunction?: RegExp
  /** First person plural pronouns, in lower case. */
  readonly group?: ReadonlySet<string>
  /** First person singular pronouns, in lower case. */
  readonly speaker: ReadonlySet<string>
  /** Second person pronouns, in lower case. */
  readonly address: ReadonlySet<string>
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const NONE: TitleWords = { speaker: new Set(), address: new Set() }

/** Returns the words of a language given as ISO 639-1 code; empty for other languages. */
export const titleWordsOf = (language: string): TitleWords => TITLE_WORDS[language] ?? NONE

const TITLE_WORDS: Readonly<Record<string, TitleWords>> = {
  en: {
    announcement:
      /\b(?:(?:talk|talking|speak|speaking|meeting|call|lecture|memo|notes?|presentation|lesson|update) (?:about|on)|discuss|discussing) (?:the |our |a |an )?(.+)/iu,
    conjunction: /\s(?:and|but|because|although|while|which|when|if|so)\s/iu,
    group: wordSet("we we're we'll we've we'd us our let's"),
    speaker: wordSet("i i'm i'll i'd i've me"),
    address: wordSet("you you're you'll you've you'd your"),
  },
  de: {
    announcement:
      /(?:besprechung|gespräch|vortrag|vorlesung|sitzung|memo|notiz|sprechen|reden) (?:über|zu|zum|zur) (?:(?:den|die|das|dem|der) )?(.+)/iu,
    conjunction: /\s(?:und|aber|weil|sondern)\s/iu,
    group: wordSet('wir uns unser unsere'),
    speaker: wordSet('ich mich mir'),
    address: wordSet('du dich dir dein deine euch ihr'),
  },
  fr: {
    announcement:
      /(?:parlons|parler|parle|réunion|cours|exposé|discuter|discutons) (?:aujourd['’]hui )?(?:sur|du|des|de)\s(?:la |le |les )?(.+)/iu,
    conjunction: /\s(?:et|mais|car|parce)\s/iu,
    group: wordSet('on nous notre nos'),
    speaker: wordSet("je j'ai moi"),
    address: wordSet('tu te toi vous votre vos'),
  },
  es: {
    announcement: /(?:hablar|hablamos|hablaremos|reunión|charla|clase) (?:hoy )?(?:sobre|del|de) (?:la |el |los |las )?(.+)/iu,
    conjunction: /\s(?:y|pero|porque|aunque)\s/iu,
    speaker: wordSet('yo me mí'),
    address: wordSet('tú te ti tu usted ustedes'),
  },
  it: {
    announcement:
      /(?:parlare|parliamo|riunione|lezione|discutere|discutiamo) (?:oggi )?(?:sulla|sul|su|della|del|dei|delle|di) (.+)/iu,
    conjunction: /\s(?:e|ma|perché|mentre)\s/iu,
    speaker: wordSet('io mi'),
    address: wordSet('tu ti te lei voi'),
  },
  pt: {
    announcement:
      /(?:falar|falamos|reunião|aula|discutir|conversar) (?:hoje )?(?:sobre|do|da|dos|das|de) (?:a |o |as |os )?(.+)/iu,
    conjunction: /\s(?:e|mas|porque|embora)\s/iu,
    speaker: wordSet('eu me'),
    address: wordSet('tu te você vocês'),
  },
  zh: {
    announcement: /(?:讨论|谈谈|介绍|討論|談談|介紹)(?:了|一下)?(.+)/u,
    speaker: wordSet('我 我的'),
    address: wordSet('你 你们 您'),
  },
  ja: { announcement: /(?:今日は|本日は)?(.+?)について/u, speaker: wordSet('私 僕 俺'), address: wordSet('あなた 君') },
  ko: {
    announcement: /(?:오늘은 )?(.+?)(?:을|를|에 대해서?) (?:이야기|논의|정리|설명)/u,
    speaker: wordSet('저 제가 저는 나는 내가'),
    address: wordSet('너 당신'),
  },
}

/** Splits text of one language into sentences and words, and finds the words that carry a topic. */
export type Lexicon = {
  /** ISO 639-1 code; '' when unknown. */
  readonly language: string
  readonly splitSentences: (text: string) => string[]
  /** Returns the words as written, with straight apostrophes. `BREAK` stands for each punctuation mark that ends a phrase. */
  readonly tokenize: (text: string) => string[]
  /** Returns the stem under which a word is counted, or undefined for a word without meaning of its own. */
  readonly getTerm: (word: string) => string | undefined
  /** The separator between two words of a phrase. */
  readonly separator: ' ' | ''
  /** False without a list of stop words, so that common words must be found by counting. */
  readonly hasStopWords: boolean
}

export const PHRASE_BREAK = '.'

/** Returns the lexicon of a language given as a BCP 47 tag or interface locale. Supports any language; nine have stop words. */
export function createLexicon(tag: string): Lexicon {
  const code = /^[a-z]{2,3}(?=$|[-_])/i.exec(tag)?.[0].toLowerCase() ?? ''
  // Cantonese is written with most of the words of Chinese.
  const language = code === 'yue' ? 'zh' : code
  const isSupported = language !== 'und' && Intl.Segmenter.supportedLocalesOf([language || 'und']).length > 0
  const locale = isSupported && language ? language : 'en'
  const sentenceSegmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  const wordSegmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  const isUnspaced = ['ja', 'zh', 'th', 'lo', 'km', 'my'].includes(language)
  const languageStopWords = stopWords[language]
  const stem = stemmers[language]
  const minLength = isUnspaced || language === 'ko' ? 2 : 3
  const findTerm = (word: string): string | undefined => {
    const lower = word.toLowerCase().replace(elidedPrefix, '')
    if (
      lower.length < minLength ||
      /^[\d.,:-]+$/.test(lower) ||
      languageStopWords?.has(word.toLowerCase()) ||
      languageStopWords?.has(lower)
    )
      return undefined
    if (language === 'ja' && /^\p{Script=Hiragana}+$/u.test(lower)) return undefined
    return stem ? stem(lower) : lower
  }
  // Cached, because words are looked up in several passes over a recording.
  const terms = new Map<string, string | undefined>()
  return {
    language,
    separator: isUnspaced ? '' : ' ',
    hasStopWords: languageStopWords !== undefined,
    splitSentences: (text) => Array.from(sentenceSegmenter.segment(text), (part) => part.segment),
    tokenize: (text) => (isUnspaced || language === 'ko' ? tokenizeSegmented(text, wordSegmenter) : tokenizeSpaced(text)),
    getTerm: (word) => {
      const known = terms.get(word)
      if (known !== undefined || terms.has(word)) return known
      const term = findTerm(word)
      terms.set(word, term)
      return term
    },
  }
}

/** Returns the stems of the content words of a text. */
export function contentWordsOf(text: string, tag: string): ReadonlySet<string> {
  const { tokenize, getTerm } = createLexicon(tag)
  return new Set(tokenize(text).flatMap((word) => (word === PHRASE_BREAK ? [] : (getTerm(word) ?? []))))
}

/** Returns the language of most words in a text, by script or by its common words, or `fallback` when it is unclear. */
export function guessLanguage(text: string, fallback: string): string {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  if (/\p{Script=Han}/u.test(text)) return /^ja/i.test(fallback) ? 'ja' : 'zh'
  const words = tokenizeSpaced(text).map((word) => word.toLowerCase())
  const counted = Object.entries(stopWords).map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word) || known.has(word.replace(elidedPrefix, ''))).length,
  }))
  const own = createLexicon(fallback).language
  const [best] = counted.toSorted((a, b) => b.count - a.count || Number(b.language === own) - Number(a.language === own))
  return best && best.count > 0 ? best.language : fallback
}

/** French and Italian articles and pronouns that are joined to the next word by an apostrophe. */
const elidedPrefix = /^(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu|dell|nell|all|dall|sull|un|quest|quell)'(?=\p{L}{2})/u

function tokenizeSpaced(text: string): string[] {
  const matches = text.replaceAll('’', "'").match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*|[.,;:?!…—–()"«»]/gu) ?? []
  return matches.map((token) => (/^[\p{L}\p{N}]/u.test(token) ? token : PHRASE_BREAK))
}

/** Characters that end a word of which the segmenter knows only the beginning, as in 阅览室 and 閲覧室. */
const SUFFIX = /^[室馆館员員者费費率性化部局所店校院机機车車区區]$/u

function tokenizeSegmented(text: string, wordSegmenter: Intl.Segmenter): string[] {
  const tokens: string[] = []
  let canContinue = false
  for (const { segment, isWordLike } of wordSegmenter.segment(text)) {
    const last = tokens.at(-1)
    if (isWordLike && canContinue && last !== undefined && SUFFIX.test(segment)) tokens[tokens.length - 1] = last + segment
    else if (isWordLike) tokens.push(segment)
    else if (segment.trim() !== '') tokens.push(PHRASE_BREAK)
    canContinue = isWordLike === true && /\p{Script=Han}$/u.test(segment)
  }
  return tokens
}

const stripEnding = (word: string, ending: RegExp) => (word.length > 4 ? word.replace(ending, '') : word)
const stemRomance = (word: string) => stripEnding(stripEnding(word, /(?:es|s|x)$/), /[aeio]$/)

/** Light stemming, so that, for example, a plural counts as its singular. */
const stemmers: Readonly<Record<string, (word: string) => string>> = {
  en: (word) =>
    word
      .replace(/'s$/, '')
      .replace(/ies$/, 'y')
      .replace(/sses$/, 'ss')
      .replace(/([^s])s$/, '$1')
      .replace(/(?:ing|edly|ed|ly)$/, (ending, offset: number) => (offset > 3 ? '' : ending)),
  de: (word) => (word.length > 5 ? word.replace(/(?:en|er|es|em|n|e|s)$/, '') : word),
  es: stemRomance,
  fr: stemRomance,
  it: stemRomance,
  pt: stemRomance,
  ko: (word) =>
    word.length > 2
      ? word.replace(/(?:에서|으로|에게|한테|까지|부터|처럼|보다|이나|은|는|이|가|을|를|에|로|와|과|도|의|만)$/, '')
      : word,
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Stop words by language (ISO 639-1), in lower case with straight apostrophes. */
const stopWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(
    `a about above actually after again all alright also am an and any anything anyway are aren't as at back basically be because been before being below
    between bit both but by bye can can't cannot cause come cool could couldn't did didn't do does doesn't doing don't done down during each even everything
    few fine first for from further get gets getting go goes going gonna good got great guess had hadn't has hasn't have haven't having he he'd he'll he's
    hello her here here's hers hi him himself his hmm how how's i i'd i'll i'm i've if in into is isn't it it'd it'll it's its itself just kind know let's
    like look lot make maybe me mean might mm mmhmm more most much must my myself need needs nice no nor not now of off oh ok okay on once one only or other
    our ours out over own please pretty probably put quite really right said same say second see she should shouldn't so some something sorry sort still
    stuff such sure take than thank thanks that that'd that's the their them then there there's these they they'd they'll they're they've thing things think
    this those though three through to too two uh um under until up us use very want was wasn't way we we'd we'll we're we've well were weren't what what's
    when where which while who who's whole why will with won't would wouldn't yeah yep yes you you'd you'll you're you've your yours`,
  ),
  de: wordSet(
    `uhr ab aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bisschen bist bitte da dabei dadurch dafür dagegen
    daher damit danach dann daran darauf daraus darf darum darüber das dass dazu dein deine dem den denn der des deshalb dessen die dies diese diesem diesen
    dieser dieses dir doch dort du durch eben ein eine einem einen einer eines einfach einmal er es etwa etwas euch euer eure für ganz gar geht gerade gern
    genau gibt gut habe haben hat hatte hätte hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins irgendwie ist ja jede jeden jeder
    jedes jetzt kann kannst kein keine keinen können könnte machen macht mal man mehr mein meine meinem meinen mich mir mit muss müssen nach nämlich natürlich
    nein nicht nichts noch nun nur ob oder ohne okay oft quasi sagen sagt schon sehr sein seine seinem seinen seit sich sie sind so sogar soll sollen sollte
    sondern sonst über überhaupt um und uns unser unsere unter viel viele vielleicht vom von vor wann war waren warum was weil welche wenig wenn wer werde
    werden wie wieder will wir wird wirklich wo wohl wollen worden wurde wurden würde würden während ziemlich zu zum zur zwar zwei zwischen`,
  ),
  es: wordSet(
    `a acá ahí ahora al algo alguien algún alguna algunas algunos allá allí ante antes aquel aquella aquello aquí así aún aunque bajo bien bueno cada casi
    claro como cómo con contra cosa cosas creo cual cuál cuando cuándo cuanto cuatro da dar de debe del desde después dice dicho dijo donde dónde dos durante
    e el él ella ellas ellos en entonces entre era eran eres es esa esas ese eso esos esta está estaba estado estamos están estar estas estás este esto estos
    estoy fue fueron ha había haber hace hacen hacer hacia han has hasta hay he hemos hola igual incluso ir la las le les lo los luego más me menos mi mí
    mientras mira mis mismo muchas mucho muchos muy nada ni ninguna no nos nosotros nuestra nuestro nunca o os otra otras otro otros para parece pero poco
    poder podemos por porque pues puede pueden puedo que qué quien quién quiere quiero sabe se sé sea según ser será si sí siempre sido sin sino sobre solo
    sólo somos son soy su sus tal también tampoco tan tanto te tenemos tener tengo ti tiempo tiene tienen todo toda todas todos tres tu tú tus un una unas
    uno unos usted ustedes va vale vamos van ver vez voy y ya yo gracias favor`,
  ),
  fr: wordSet(
    `à ah ai ainsi alors après as au aucun aucune aujourd'hui aussi autre autres aux avait avant avec avoir avez avons bah beaucoup ben bien bon bonjour c'est
    ça car ce ceci cela celle celles celui ces cet cette ceux chaque chez chose choses comme comment d'accord dans de déjà depuis des deux dire dis dit dois
    doit donc dont du elle elles en encore enfin entre es est et étaient était étant été être eu eux fait faire fais faut fois font genre hein ici il ils
    j'ai je jamais jusque juste l'on la là le les leur leurs lors lui ma maintenant mais me même mêmes merci mes moi moins mon ne ni non nos notre nous on
    ont ou où oui par parce pas pendant petit peu peut peuvent peux plus plusieurs plutôt pour pourquoi pouvez pouvoir quand que quel quelle quelles quelque
    quelques quels qui quoi rien sa sais sait sans se sera ses si soit son sont sous suis sur ta tandis tant te tellement tes toi ton toujours tous tout
    toute toutes très trois trop tu un une va vais vas vers veut veux voilà voir vont vos votre vous vraiment vu y oh ok euh hum effectivement voyez`,
  ),
  it: wordSet(
    `a abbiamo adesso ad agli ai al alla alle allo allora altra altre altri altro anche ancora appunto aveva avete avere ben bene c'è ce che chi ci cioè ciao
    circa col come comunque con così cosa cose cui da dagli dai dal dalla dalle dallo davvero degli dei del della delle dello dentro deve devo di dire dice
    diciamo dopo dove due e è ecco ed era erano essere fa fare fatto fin fino fra già gli grazie ha hai hanno ho i il in infatti insomma invece io la là le
    lei li lo loro lui ma magari mai me meno mentre mi mia mie miei mio molta molte molti molto ne nei negli nel nella nelle nello niente no noi non nostra
    nostro nulla o oggi ogni oppure ora per perché perciò però più po' poco poi possiamo posso prima proprio può qua quale quali qualche qualcosa quando
    quanto quasi quattro quel quella quelle quelli quello questa queste questi questo qui quindi sarà se sei sempre senza si sì sia siamo siete solo sono
    sopra sotto sta stato stata stiamo sto su sua sue sugli sui sul sulla sulle suo suoi tanto te ti tra tre troppo tu tua tuo tutta tutte tutti tutto un
    una uno va vabbè vai vedere veramente verso vi voi volta vostro prego okay ok`,
  ),
  pt: wordSet(
    `a à ainda agora ah aí algo alguém algum alguma algumas alguns ali ante antes ao aos apenas aquela aquele aqueles aqui aquilo as às assim até bem bom
    cada claro coisa coisas com como contra da daquela daquele das de dela delas dele deles depois desde dessa desse desta deste deve dia disse disso diz dizer
    do dois dos duas durante e é ela elas ele eles em embora enquanto então entre era eram essa essas esse esses esta está estamos estão estar estas estava
    este estes estou eu fazer faz fez foi foram gente há isso isto já jamais la lá lhe lhes lo logo mais mas me mesma mesmo meu meus minha minhas muita
    muitas muito muitos na nada não nas nem nenhum nessa nesse nesta neste ninguém no nos nós nossa nosso num numa nunca o obrigado obrigada olha onde os ou
    outra outras outro outros para parece pela pelas pelo pelos pessoal pode podem podemos poder pois por porque porquê posso pouco pra quais qual qualquer
    quando quanto quase que quem quer quero sabe são se seja sem sempre sendo ser será seu seus sim sob sobre sou sua suas só tal também tanto tão te tem têm
    temos tenho ter teu teve ti tipo toda todas todo todos três tu tua tudo um uma umas uns vai vamos vão ver vez vocês você vou`,
  ),
  zh: wordSet(
    `一个 一些 一下 一样 一直 一起 一点 不是 不会 不能 不要 之后 之前 也是 什么 他们 我们 你们 它们 她们 大家 自己 这个 那个 这些 那些 这样 那样 这里 那里 这边 那边 哪里 怎么
    怎样 多少 为什么 因为 所以 但是 不过 而且 然后 或者 如果 虽然 还是 还有 就是 只是 都是 可以 可能 应该 需要 没有 没 已经 现在 时候 今天 知道 觉得 认为 比如 比较 非常 特别
    其实 当然 对于 关于 通过 根据 以及 并且 那么 的话 一下子 有点 出来 起来 进行 好的 是的 谢谢 東西 东西 很多 我們 你們 他們 她們 它們 這個 那個 這些 這樣 這裡 那裡 什麼 怎麼
    為什麼 因為 還是 還有 沒有 應該 可能 時候 現在 知道 覺得 然後 如果 雖然 但是 不過 比較 其實 當然 對於 關於 已經 謝謝 這邊 那邊 一個 一樣 一點 哪裡`,
  ),
  ja: wordSet(
    `今日 今回 自分 皆さん 感じ 場合 時間 部分 一番 一つ 二つ 以上 以下 本当 多分 普通 全部 全然 結構 一応 実際 色々 いろいろ 思い 思う 思っ 思います 言う 言っ 言い 行く 行っ 来る 見る 出る
    出来る 出来 使う 使っ 入れ 場所 何か 何も 最初 最後 次 前 後 今 私 僕 俺 彼 彼女 方 事 物 所 人 中 上 下 的 それぞれ ところ`,
  ),
  ko: wordSet(
    `그 그것 그거 그게 그냥 그때 그래 그래서 그러면 그런 그런데 그럼 그렇게 그렇죠 그리고 근데 나 내 내가 너무 네 더 되게 두 많이 매우 뭐 뭔가 바로 사실 사실은 아 아니 아니면 아주 안 약간
    어 어떤 어떻게 없는 없습니다 여기 예 오늘 왜 우리 우리가 이 이거 이게 이것 이런 이렇게 이제 있는 있습니다 있어요 있고 자 잘 저 저는 저희 저희가 정도 정말 제 제가 조금 좀 좋습니다 지금
    진짜 하고 하는 하지만 한 한번 할 합니다 해서 했습니다 것 것을 것이 것은 수 때 때문에 대해 위해 통해 다 또 또는 다시 같은 같습니다 같아요 감사합니다 됩니다 된 되는`,
  ),
}

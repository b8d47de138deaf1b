import type { AskTopic } from '../../contract.ts'

const stems = (list: string) => list.split(/\s+/)

/**
 * Prefixes of words in questions about a conversation itself, in ten languages, folded by `foldText`. They do not help to find the
 * answer: "what did they say about …", "which meeting …".
 */
const CONVERSATION_WORDS = stems(
  `say said says tell told talk discuss mention speak spoke answer explain happen recording recordings meeting conversation call people person anyone
  someone everyone much many often long name names think thought give gave new change changed
  sag gesagt sprech gesproch besproch erzahl erwahn aufnahme besprechung gesprach treffen leute jemand wieviel viel lange oft heiss gedacht passier
  dire dit dites parle parler discut mentionn enregistrement reunion conversation gens personne combien longtemps souvent appelle pense passe quel
  dij dicho habl mencion grabacion reunion conversacion gente persona alguien cuant cuand quien
  dett parlat discuss menzion registrazion riunion conversazion gente persona qualcuno quant quand
  diss dito falou fala falaram mencion gravac reuniao conversa gente pessoa alguem quant quand
  会議 会议 會議 録音 录音 錄音 話 谈 談 说 說 討論 讨论 提到 人们 誰 谁 何 几 幾 多少 什么时候 什麼時候 為什麼 时候 時候 どう 言及
  말했 이야기 회의 녹음 누가 누구 언제 어디 무엇 몇 얼마 뭐라 사람`,
)

/** Returns whether a folded word only refers to the conversation. */
export const isConversationWord = (word: string): boolean =>
  CONVERSATION_WORDS.some((stem) => (stem.length < 4 ? word === stem : word.startsWith(stem)))

/** Prefixes of words that name a topic of the whole recording, by topic, in ten languages, folded. */
const TOPIC_WORDS: Readonly<Record<AskTopic, readonly string[]>> = {
  decisions: stems(
    'decid decision agree entschei entschied beschl decis convenu acord acuerd decid decis 決定 决定 決ま 决议 결정',
  ),
  actions: stems(
    'action task todo to-do follow-up followup aufgab aufgegeb tache taches tarea tareas pendient compit tarefa タスク 宿題 任务 任務 待办 待辦 할일 과제',
  ),
  questions: stems(
    'question unanswered unresolved frage fragen offen preguntas pregunta domand pergunta 質問 疑問 问题 問題 질문',
  ),
  numbers: stems('number numbers figure figures zahl zahlen chiffre nombre cifra cifras numero numeri 数字 數字 숫자 수치'),
  overview: stems(
    'about summary summarize summarise overview topic zusammenfass uberblick thema themen worum resume sujet resumen tema temas riassunt argoment resumo assunto 要約 概要 内容 摘要 总结 總結 主题 主題 大意 요약 주제 내용',
  ),
}

/** Returns the topic that a folded word names. */
export const topicOfWord = (word: string): AskTopic | undefined =>
  (Object.keys(TOPIC_WORDS) as AskTopic[]).find((topic) => TOPIC_WORDS[topic].some((stem) => word.startsWith(stem)))

export type AskedFor = 'number' | 'time' | 'person'

const ASKED_FOR: readonly (readonly [AskedFor, RegExp])[] = [
  [
    'time',
    /\b(?:when|what time|which day|what day|until when|wann|um wie viel uhr|quand|à quelle heure|quel jour|cu[aá]ndo|qu[eé] d[ií]a|a qu[eé] hora|quando|che giorno|a che ora|que dia|a que horas)\b|いつ|何時|何曜日|何月|何日|什么时候|什麼時候|几点|幾點|哪天|星期几|언제|몇 시|무슨 요일/iu,
  ],
  [
    'number',
    /\b(?:how (?:many|much|long|often|old|far|big)|wie (?:viele?|lange|oft|hoch|teuer)|combien|cu[aá]nt[oa]s?|quant[oiae]|quant[oa]s)\b|いくつ|いくら|何[人個冊回年本円台枚歳パ]|どれくらい|どのくらい|多少|几个|幾個|几[人本年次天]|몇|얼마/iu,
  ],
  ['person', /\b(?:who|whom|whose|wer|wen|wem|wessen|qui|qui[eé]n(?:es)?|chi|quem)\b|誰|だれ|谁|누가|누구/iu],
]

/** Returns the kind of answer that a question asks for, or null. */
export const askedFor = (question: string): AskedFor | null => ASKED_FOR.find(([, words]) => words.test(question))?.[0] ?? null

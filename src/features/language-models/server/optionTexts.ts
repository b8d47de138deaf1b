/** The texts of the options, in one language. */
export type OptionTexts = {
  readonly auto: string
  /** With a language model, whose name replaces `{name}`. */
  readonly autoHint: string
  /** Without a language model: the summary is selected from the transcript. */
  readonly wordsHint: string
  readonly inner: string
  readonly outer: string
  readonly dimensions: Readonly<Record<Dimension, string>>
}

/** Parts of a summary, in the order in which they are shown. */
export const DIMENSIONS = ['overview', 'points', 'decisions', 'actions', 'questions', 'chapters'] as const
export type Dimension = (typeof DIMENSIONS)[number]

type Names = readonly [overview: string, points: string, decisions: string, actions: string, questions: string, chapters: string]

const dimensions = ([overview, points, decisions, actions, questions, chapters]: Names) => ({
  overview,
  points,
  decisions,
  actions,
  questions,
  chapters,
})

const TEXTS: Readonly<Record<string, OptionTexts>> = {
  en_US: {
    auto: 'Auto',
    autoHint: 'The default of this server: {name}.',
    wordsHint: 'Made from the words themselves. No language model is set up.',
    inner: 'Runs on this server.',
    outer: 'Runs on another server. The text of the recording is sent there.',
    dimensions: dimensions(['Overview', 'Key points', 'Decisions', 'To-dos', 'Questions', 'Chapters']),
  },
  es_ES: {
    auto: 'Automático',
    autoHint: 'El predeterminado de este servidor: {name}.',
    wordsHint: 'Se hace con las propias palabras. No hay ningún modelo de lenguaje configurado.',
    inner: 'Funciona en este servidor.',
    outer: 'Funciona en otro servidor. El texto de la grabación se envía allí.',
    dimensions: dimensions(['Resumen', 'Puntos clave', 'Decisiones', 'Tareas', 'Preguntas', 'Capítulos']),
  },
  fr_FR: {
    auto: 'Automatique',
    autoHint: 'Le modèle par défaut de ce serveur : {name}.',
    wordsHint: 'Composé des mots mêmes. Aucun modèle de langage n’est configuré.',
    inner: 'Fonctionne sur ce serveur.',
    outer: 'Fonctionne sur un autre serveur. Le texte de l’enregistrement y est envoyé.',
    dimensions: dimensions(['Vue d’ensemble', 'Points clés', 'Décisions', 'Tâches', 'Questions', 'Chapitres']),
  },
  de_DE: {
    auto: 'Automatisch',
    autoHint: 'Das Standardmodell dieses Servers: {name}.',
    wordsHint: 'Aus den gesprochenen Worten zusammengestellt. Es ist kein Sprachmodell eingerichtet.',
    inner: 'Läuft auf diesem Server.',
    outer: 'Läuft auf einem anderen Server. Der Text der Aufnahme wird dorthin gesendet.',
    dimensions: dimensions(['Überblick', 'Kernpunkte', 'Entscheidungen', 'Aufgaben', 'Fragen', 'Kapitel']),
  },
  it_IT: {
    auto: 'Automatico',
    autoHint: 'Il modello predefinito di questo server: {name}.',
    wordsHint: 'Composto dalle parole stesse. Nessun modello linguistico è configurato.',
    inner: 'Funziona su questo server.',
    outer: 'Funziona su un altro server. Il testo della registrazione viene inviato lì.',
    dimensions: dimensions(['Panoramica', 'Punti chiave', 'Decisioni', 'Attività', 'Domande', 'Capitoli']),
  },
  ja_JP: {
    auto: '自動',
    autoHint: 'このサーバーの既定のモデル（{name}）を使います。',
    wordsHint: '話された言葉そのものから作成します。言語モデルは設定されていません。',
    inner: 'このサーバー上で動作します。',
    outer: '別のサーバーで動作します。録音のテキストがそこへ送信されます。',
    dimensions: dimensions(['概要', '要点', '決定事項', 'やること', '質問', 'チャプター']),
  },
  ko_KR: {
    auto: '자동',
    autoHint: '이 서버의 기본 모델: {name}',
    wordsHint: '말한 내용 그대로 만듭니다. 설정된 언어 모델이 없습니다.',
    inner: '이 서버에서 실행됩니다.',
    outer: '다른 서버에서 실행됩니다. 녹음의 텍스트가 그곳으로 전송됩니다.',
    dimensions: dimensions(['개요', '핵심 내용', '결정 사항', '할 일', '질문', '챕터']),
  },
  pt_PT: {
    auto: 'Automático',
    autoHint: 'O modelo predefinido deste servidor: {name}.',
    wordsHint: 'Feito com as próprias palavras. Não há nenhum modelo de linguagem configurado.',
    inner: 'Funciona neste servidor.',
    outer: 'Funciona noutro servidor. O texto da gravação é enviado para lá.',
    dimensions: dimensions(['Visão geral', 'Pontos principais', 'Decisões', 'Tarefas', 'Perguntas', 'Capítulos']),
  },
  zh_CN: {
    auto: '自动',
    autoHint: '使用此服务器的默认模型：{name}。',
    wordsHint: '直接摘自原话。尚未设置语言模型。',
    inner: '在此服务器上运行。',
    outer: '在另一台服务器上运行，录音的文本会发送到那里。',
    dimensions: dimensions(['概览', '要点', '决定', '待办事项', '问题', '章节']),
  },
  zh_TW: {
    auto: '自動',
    autoHint: '使用此伺服器的預設模型：{name}。',
    wordsHint: '直接摘自原話。尚未設定語言模型。',
    inner: '在此伺服器上執行。',
    outer: '在另一台伺服器上執行，錄音的文字會傳送到那裡。',
    dimensions: dimensions(['概覽', '重點', '決定', '待辦事項', '問題', '章節']),
  },
}

/** Returns the texts for an interface language such as `de_DE`, `de-AT` or `zh-Hant`. Falls back to English. */
export function optionTextsFor(language: string): OptionTexts {
  const [primary = '', ...rest] = language.toLowerCase().replaceAll('_', '-').split('-')
  const isTraditional = primary === 'zh' && rest.some((tag) => ['tw', 'hk', 'mo', 'hant'].includes(tag))
  const locale = isTraditional ? 'zh_TW' : Object.keys(TEXTS).find((candidate) => candidate.startsWith(`${primary}_`))
  return TEXTS[locale ?? 'en_US']!
}

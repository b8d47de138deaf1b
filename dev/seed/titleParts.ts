/** Parts of titles in one language: patterns with `{who}`, `{what}` and the number `{n}`. */
export type TitleParts = { patterns: readonly string[]; people: readonly string[]; topics: readonly string[] }

/** Titles as people write them, in the ten languages of the page (B§9). */
export const TITLE_PARTS: Readonly<Record<string, TitleParts>> = {
  en: {
    patterns: [
      ...[
        'Weekly sync with {who}',
        'Interview with {who}, part {n}',
        '{what}: notes',
        'Call with {who} about {what}',
        'Voice memo {n}',
      ],
      ...['Lecture {n}: {what}', '{what}, draft {n}', 'Stand-up {n}', '{who} on {what}', 'Ideas on the way home'],
    ],
    people: ['Amelia', 'Oliver', 'Dr Whitfield', 'the Leeds team', 'Priya', 'Marcus', 'the landlord', 'Grandma'],
    topics: [
      'budget review',
      'river ecology',
      'the new onboarding',
      'roof repair',
      'pricing',
      'thesis chapter',
      'hiring',
      'the trip north',
    ],
  },
  es: {
    patterns: [
      ...['Reunión semanal con {who}', 'Entrevista a {who}, parte {n}', '{what}: notas', 'Llamada con {who} sobre {what}'],
      ...['Nota de voz {n}', 'Clase {n}: {what}', '{what}, borrador {n}', 'Ideas de camino a casa'],
    ],
    people: ['Lucía', 'Javier', 'la doctora Ibáñez', 'el equipo de Bilbao', 'Carmen', 'el casero', 'la abuela'],
    topics: [
      'presupuesto',
      'historia del arte',
      'la mudanza',
      'el informe anual',
      'contratación',
      'la tesis',
      'el viaje a Cádiz',
    ],
  },
  fr: {
    patterns: [
      ...['Point hebdomadaire avec {who}', 'Entretien avec {who}, partie {n}', '{what} : notes', 'Appel avec {who} : {what}'],
      ...['Mémo vocal {n}', 'Cours {n} : {what}', '{what}, brouillon {n}', 'Idées sur le chemin du retour'],
    ],
    people: ['Camille', 'Étienne', 'le Dr Lefèvre', 'l’équipe de Lyon', 'Zoé', 'le propriétaire', 'Mamie'],
    topics: [
      'le budget',
      'l’histoire de l’art',
      'le déménagement',
      'le rapport annuel',
      'le recrutement',
      'la thèse',
      'le chœur',
    ],
  },
  de: {
    patterns: [
      ...['Wochengespräch mit {who}', 'Interview mit {who}, Teil {n}', '{what}: Notizen', 'Anruf von {who} wegen {what}'],
      ...['Sprachnotiz {n}', 'Vorlesung {n}: {what}', '{what}, Entwurf {n}', 'Einfälle auf dem Heimweg'],
    ],
    people: ['Jürgen', 'Frau Öztürk', 'Dr. Weiß', 'Team München', 'Sabine', 'dem Vermieter', 'Oma Käthe'],
    topics: [
      'Haushaltsplanung',
      'Gewässerökologie',
      'Umzug',
      'Jahresbericht',
      'Grundstücksverkehrsgenehmigung',
      'Doktorarbeit',
      'Chorprobe',
    ],
  },
  it: {
    patterns: [
      ...['Riunione settimanale con {who}', 'Intervista a {who}, parte {n}', '{what}: appunti', 'Telefonata con {who}: {what}'],
      ...['Nota vocale {n}', 'Lezione {n}: {what}', '{what}, bozza {n}', 'Idee tornando a casa'],
    ],
    people: ['Giulia', 'Matteo', 'la dottoressa Ricci', 'il gruppo di Torino', 'Chiara', 'il padrone di casa', 'la nonna'],
    topics: [
      'il bilancio',
      'storia della musica',
      'il trasloco',
      'la relazione annuale',
      'le assunzioni',
      'la tesi',
      'il viaggio a Lecce',
    ],
  },
  ja: {
    patterns: [
      ...['{who}との定例会議', '{who}へのインタビュー 第{n}回', '{what}のメモ', '{who}と電話：{what}', 'ボイスメモ {n}'],
      ...['講義{n}「{what}」', '{what}（第{n}稿）', '帰り道の思いつき'],
    ],
    people: ['佐藤さん', '鈴木先生', '大阪チーム', '陽菜', '大家さん', 'おばあちゃん'],
    topics: ['予算の見直し', '河川の生態学', '引っ越し', '年次報告', '採用計画', '卒業論文', '北海道旅行'],
  },
  ko: {
    patterns: [
      ...['{who} 주간 회의', '{who} 인터뷰 {n}부', '{what} 메모', '{who} 통화: {what}', '음성 메모 {n}'],
      ...['강의 {n}: {what}', '{what} 초안 {n}', '집에 가는 길에 떠오른 생각'],
    ],
    people: ['지민', '김 교수님', '부산 팀', '서연', '집주인', '할머니'],
    topics: ['예산 검토', '하천 생태학', '이사 준비', '연간 보고서', '채용', '졸업 논문', '제주 여행'],
  },
  pt: {
    patterns: [
      ...['Reunião semanal com {who}', 'Entrevista a {who}, parte {n}', '{what}: notas', 'Chamada com {who} sobre {what}'],
      ...['Nota de voz {n}', 'Aula {n}: {what}', '{what}, rascunho {n}', 'Ideias a caminho de casa'],
    ],
    people: ['Inês', 'João', 'a doutora Conceição', 'a equipa do Porto', 'Beatriz', 'o senhorio', 'a avó'],
    topics: [
      'o orçamento',
      'história da arte',
      'a mudança',
      'o relatório anual',
      'contratações',
      'a tese',
      'a viagem aos Açores',
    ],
  },
  zh: {
    patterns: [
      ...['与{who}的周会', '采访{who}（第{n}部分）', '{what}笔记', '与{who}通话：{what}', '语音备忘 {n}'],
      ...['第{n}讲：{what}', '{what}（第{n}稿）', '回家路上的想法'],
    ],
    people: ['王老师', '李娜', '上海团队', '张医生', '房东', '奶奶'],
    topics: ['预算评审', '河流生态学', '搬家安排', '年度报告', '招聘', '毕业论文', '云南之行'],
  },
  'zh-hant': {
    patterns: [
      ...['與{who}的週會', '訪問{who}（第{n}部分）', '{what}筆記', '與{who}通話：{what}', '語音備忘 {n}'],
      ...['第{n}講：{what}', '{what}（第{n}稿）', '回家路上的想法'],
    ],
    people: ['陳老師', '林怡君', '臺北團隊', '黃醫師', '房東', '奶奶'],
    topics: ['預算檢討', '河川生態學', '搬家安排', '年度報告', '徵才', '畢業論文', '花蓮之行'],
  },
}

/** Right-to-left titles, in Arabic and Hebrew. */
export const RIGHT_TO_LEFT = [
  'مقابلة مع ليلى حول الميزانية',
  'اجتماع الفريق الأسبوعي',
  'שיחה עם נועה על התקציב',
  'פגישת צוות שבועית',
] as const
export const EMOJI = ['🎙️', '📌', '🎸', '👩‍🏫', '🇯🇵', '✅', '🌧️', '👨‍👩‍👧‍👦'] as const
/** Makes a title much too long for a narrow list. */
export const LONG_SUFFIX =
  ' with everything that was said before, during and after it, including the part in the corridor that was not meant to be recorded, the two questions from the back row and what was promised to the neighbours about the fence'

/** Folder names. Each gets a color and an icon of the dialog (B§5) by its index; further folders are numbered. */
export const FOLDER_NAMES = [
  ...['Research interviews', 'Weekly stand-ups', 'Clients', 'Reuniones', 'Entrevistas de la tesis', 'Réunions', 'Cours du soir'],
  ...['Vorlesungen im Wintersemester', 'Familie', 'Lezioni', 'Ricette della nonna', '会議', '語学の練習', '회의', '강의 녹음'],
  ...[
    'Reuniões',
    'Música',
    '会议记录',
    '课程',
    '會議紀錄',
    'Podcast 🎧',
    'Ideas',
    'محاضرات',
    'A folder whose name is far longer than it has to be',
  ],
] as const

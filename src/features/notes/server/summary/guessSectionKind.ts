import type { SectionKind } from '../../contract.ts'

/** Words in headings that identify the kind of a section, in the ten interface languages. The first matching kind wins. */
const HEADING_WORDS: readonly (readonly [kind: SectionKind, spaced: string, unspaced: string])[] = [
  [
    'actions',
    `action (?:items?|points?|plan)|actions?|to-?dos?|tasks?|next steps?|follow[- ]?ups?|assignments?|homework|tareas|acciones|próximos pasos|
    pendientes|compromisos|tâches|prochaines étapes|à faire|aufgaben|nächste schritte|maßnahmen|attività|azioni|prossimi passi|compiti|da fare|
    tarefas|ações|próximos passos|pendências`,
    'アクション|タスク|やること|次のステップ|今後の対応|宿題|할 ?일|실행 항목|액션|다음 단계|후속|과제|待办|待辦|行动|行動|下一步|任务|任務|后续|後續',
  ],
  [
    'decisions',
    `decisions?|decided|agreements?|agreed|resolutions?|decisiones|acuerdos|décisions?|accords?|entscheidung(?:en)?|beschluss|beschlüsse|
    decisioni|accordi|decisões|acordos`,
    '決定|合意|결정|합의|决定|决议|決議|共识|共識',
  ],
  [
    'questions',
    `questions?|q ?& ?a|preguntas|dudas|(?:offene )?fragen|domande|perguntas|dúvidas`,
    '質問|疑問|질문|의문|问题|問題|提问|提問|疑问',
  ],
  [
    'quotes',
    `quotes?|quotations?|verbatims?|citas|frases|citations?|zitate?|o-töne|citazioni|citações`,
    '引用|発言|名言|인용|발언|명언|引语|引語|引文|金句|语录|語錄|原话|原話',
  ],
  [
    'numbers',
    `numbers?|figures?|metrics?|kpis?|cifras|números|datos|chiffres?|nombres?|zahlen|kennzahlen|cifre|numeri|dados`,
    '数字|数値|指標|숫자|수치|지표|數字|数据|數據|指标|指標',
  ],
  [
    'chapters',
    `chapters?|outline|timeline|agenda|topics?|capítulos?|temas?|cronología|orden del día|chapitres?|déroulé|sujets?|ordre du jour|kapitel|
    gliederung|ablauf|verlauf|themen|tagesordnung|capitoli|argomenti|scaletta|ordine del giorno|tópicos?`,
    '章|目次|議題|トピック|流れ|챕터|목차|주제|안건|흐름|大纲|大綱|议程|議程|主题|主題',
  ],
  [
    'points',
    `(?:key|main) (?:points?|ideas?|messages?|sentences?|insights?)|points?|highlights?|takeaways?|insights?|findings?|discussion|puntos|
    ideas (?:clave|principales)|à retenir|idées|kernpunkte|hauptpunkte|erkenntnisse|kernaussagen|das wichtigste|punti|concetti|pontos|ideias|destaques`,
    '要点|ポイント|핵심|요점|주요|要點|重点|重點|亮点|亮點|关键|關鍵',
  ],
  [
    'overview',
    `overview|summary|abstract|tl;?dr|in short|gist|introduction|resumen|síntesis|résumé|aperçu|synthèse|en bref|zusammenfassung|überblick|
    kurzfassung|auf einen blick|riassunto|panoramica|sintesi|riepilogo|resumo|visão geral|síntese`,
    '概要|要約|まとめ|サマリー|개요|요약|概览|概覽|摘要|总结|總結|概述',
  ],
]

const PATTERNS = HEADING_WORDS.map(
  ([kind, spaced, unspaced]) =>
    [
      kind,
      new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced.replaceAll(/\s*\n\s*/g, '')})(?![\\p{L}\\p{N}])|${unspaced}`, 'iu'),
    ] as const,
)

/** Returns the kind of section that a heading names in any of ten languages, or `text`. */
export const guessSectionKind = (heading: string): SectionKind =>
  PATTERNS.find(([, pattern]) => pattern.test(heading))?.[0] ?? 'text'

import { describe, expect, it } from 'vitest'
import { guessSectionKind } from './guessSectionKind.ts'
import { fillTokens, parseTemplate } from './template.ts'

const identity = { id: 't1', type: 'custom', name: 'Weekly' } as const

describe('a custom template', () => {
  it('has a section for each heading, and a preamble', () => {
    const content =
      'Write briefly.\r\n\r\n# Decisions\r\nOnly what was agreed.\n\n## **Risks**: \nWhat may go wrong.\nOne a line.\n#Next steps ##\n'
    expect(parseTemplate({ ...identity, content })).toEqual({
      ...identity,
      preamble: 'Write briefly.',
      sections: [
        { kind: 'decisions', heading: 'Decisions', instruction: 'Only what was agreed.' },
        { kind: 'text', heading: 'Risks', instruction: 'What may go wrong.\nOne a line.' },
        { kind: 'actions', heading: 'Next steps', instruction: '' },
      ],
    })
  })

  it('is one section when it has no heading', () => {
    expect(parseTemplate({ ...identity, content: 'List all risks (#1 is money).' }).sections).toEqual([
      { kind: 'text', heading: 'Weekly', instruction: 'List all risks (#1 is money).' },
    ])
  })

  it('has headings of plain text, and at most 24', () => {
    const content = '# <img src=x> ![a](http://e.example/p) [Risks](javascript:x)\n'.repeat(40)
    const { sections } = parseTemplate({ ...identity, content })
    expect(sections).toHaveLength(24)
    expect(sections[0]?.heading).toBe('Risks')
  })

  it('is filled with data of the recording, whose title cannot add a section or a placeholder', () => {
    const content = 'By {{Speakers}} on {{ date }}.\n# Notes on {{Title}}\n{{Length}}, {{Language}}, {{Other}}'
    const facts = { speakers: ['Ann', 'Ben'], date: '3 May', length: '48:07', title: 'A\n# B {{Date}}', language: 'English' }
    expect(fillTokens(parseTemplate({ ...identity, content }), facts)).toMatchObject({
      preamble: 'By Ann, Ben on 3 May.',
      sections: [{ heading: 'Notes on A # B {{Date}}', instruction: '48:07, English, {{Other}}' }],
    })
  })
})

describe('the kind of a section', () => {
  it.each([
    ['actions', 'Action items|Próximos pasos|À faire|Nächste Schritte|Attività|Tarefas|次のステップ|할 일|待办事项|待辦事項'],
    ['decisions', 'Decisions made|Acuerdos|Décisions|Beschlüsse|Decisioni|Decisões|決定事項|결정 사항|决定|決議'],
    ['questions', 'Open questions|Preguntas|Questions ouvertes|Offene Fragen|Domande|Perguntas|質問|질문|提问|提問'],
    ['quotes', 'Quotes|Citas|Citations|Zitate|Citazioni|Citações|引用|인용|金句|語錄'],
    ['numbers', 'Key figures|Cifras|Chiffres|Zahlen|Numeri|Números|数値|수치|数据|數據'],
    ['chapters', 'Topics|Temas|Ordre du jour|Ablauf|Argomenti|Tópicos|議題|안건|议程|大綱'],
    ['points', 'Key points|Puntos clave|Points clés|Kernpunkte|Punti chiave|Pontos principais|ポイント|핵심 내용|要点|重點'],
    ['overview', 'Summary|Resumen|Résumé|Zusammenfassung|Riassunto|Resumo|まとめ|요약|摘要|總結'],
    ['text', 'Risks|Riesgos|Risques|Risiken|Rischi|Riscos|リスク|위험|风险|風險'],
  ] as const)('%s is guessed from the heading in ten languages', (kind, headings) => {
    expect(headings.split('|').map(guessSectionKind)).toEqual(Array.from({ length: 10 }, () => kind))
  })
})

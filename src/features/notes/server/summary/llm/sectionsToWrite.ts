import type { SectionKind } from '../../../contract.ts'
import type { SummaryLabels } from '../summaryLabels.ts'
import type { SummaryTemplate } from '../template.ts'

/** A requested section. `key` identifies it in the structured answer. */
export type AskedSection = {
  readonly key: string
  readonly kind: SectionKind
  readonly heading: string
  readonly instruction: string
  /** True for lists whose lines are taken directly from the parts, so that merging cannot lose any. */
  readonly isCollected: boolean
}

const COLLECTED: ReadonlySet<SectionKind> = new Set(['decisions', 'actions', 'questions', 'numbers', 'quotes', 'chapters'])

const BY_KIND: Readonly<Record<SectionKind, string>> = {
  overview: 'one short paragraph of two to four sentences, as one line',
  points: 'what was said that matters, one statement each, in the order of the recording',
  decisions: 'what was decided or agreed on, one decision each. Empty if nothing was.',
  actions:
    'the tasks that were agreed on. owner: the responsible person if named, else null. due: the date in the words that were said, else null. Include all of them, also those in the last lines. Empty if there are none.',
  questions:
    'the questions that the section asks for; without such a request, those that were left open. Empty if there are none.',
  chapters: 'the subjects in the order in which they were discussed, a few words each',
  numbers: 'the numbers that were said, each with what it means',
  quotes: 'telling sentences, word for word as they were spoken',
  text: 'what was said about it, one statement each. Empty if nothing was said.',
}

const KEYS = {
  overview: 'overview',
  points: 'points',
  decisions: 'decisions',
  actions: 'actions',
  questions: 'questions',
} as const

/** Returns the sections of the template, or those of the automatic summary. */
export function sectionsToWrite(template: SummaryTemplate | null, labels: SummaryLabels): readonly AskedSection[] {
  if (template)
    return template.sections.map(({ kind, heading, instruction }, index) => ({
      key: `section_${index + 1}`,
      kind,
      heading,
      instruction,
      isCollected: COLLECTED.has(kind),
    }))
  const headings = {
    overview: labels.overview,
    points: labels.keyPoints,
    decisions: labels.decisions,
    actions: labels.actions,
    questions: labels.openQuestions,
  }
  return (['overview', 'points', 'decisions', 'actions', 'questions'] as const).map((kind) => ({
    key: KEYS[kind],
    kind,
    heading: headings[kind],
    instruction: '',
    isCollected: COLLECTED.has(kind),
  }))
}

/** Returns the rules for the keys of the answer. They contain no user input. */
export const describeKeys = (sections: readonly AskedSection[]): string =>
  sections.map(({ key, kind }) => `${key}: ${BY_KIND[kind]}`).join('\n')

import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SectionKind, SummarySection } from '../contract.ts'

/** Returns the heading of a section. One that was stored without a heading gets that of its kind in the language of the page. */
export function useSectionHeading(): (section: Pick<SummarySection, 'kind' | 'heading'>) => string {
  const t = useTranslations('notes')
  return ({ kind, heading }) => heading || t(HEADINGS[kind])
}

const HEADINGS = {
  overview: 'inShort',
  points: 'keyPoints',
  decisions: 'decisions',
  actions: 'actions',
  questions: 'questions',
  chapters: 'chapters',
  numbers: 'namesAndNumbers',
  quotes: 'quotes',
  text: 'more',
} as const satisfies Record<SectionKind, string>

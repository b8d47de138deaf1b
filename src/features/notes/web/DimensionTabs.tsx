import { type ReactNode, useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TabPanel, Tabs } from '#ui/tabs/Tabs.tsx'
import type { SectionKind, SummaryForm } from '../contract.ts'
import { useSectionHeading } from './useSectionHeading.ts'

type Shown = SectionKind | 'all'

/** A summary of several dimensions (B§3): all of them, or one at a time. Other summaries are shown as they are. */
export function DimensionTabs({ form, children }: { form: SummaryForm; children: (form: SummaryForm) => ReactNode }) {
  const t = useTranslations('notes')
  const heading = useSectionHeading()
  const [chosen, setChosen] = useState<Shown>('all')
  const found = (form.dimensions ?? []).filter((kind) =>
    kind === 'chapters' ? form.chapters.length > 0 : form.sections.some((section) => section.kind === kind),
  )
  if (found.length < 2) return children(form)
  const shown = found.find((kind) => kind === chosen) ?? 'all'
  const headingOf = (kind: SectionKind) =>
    heading({ kind, heading: form.sections.find((section) => section.kind === kind)?.heading ?? '' })
  const tabs = [
    { value: 'all' as Shown, label: t('allDimensions') },
    ...found.map((kind) => ({ value: kind as Shown, label: headingOf(kind) })),
  ]
  return (
    <Tabs label={t('dimensions')} value={shown} onChange={setChosen} tabs={tabs} listClassName="mb-4">
      <TabPanel value={shown}>{children(shown === 'all' ? form : withOnly(form, shown))}</TabPanel>
    </Tabs>
  )
}

const withOnly = (form: SummaryForm, kind: SectionKind): SummaryForm => ({
  ...form,
  sections: form.sections.filter((section) => section.kind === kind),
  chapters: kind === 'chapters' ? form.chapters : [],
  mentions: [],
  talk_time: [],
  keyphrases: [],
})

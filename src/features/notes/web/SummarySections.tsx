import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SummaryForm, SummaryPoint, SummarySection } from '../contract.ts'
import { PointTimes, SpeakerLabel } from './PointDetails.tsx'
import { TimeChip } from './TimeChip.tsx'
import { TodoList } from './todos/TodoList.tsx'
import { useSectionHeading } from './useSectionHeading.ts'

/** The sections of a summary, each point with the times it rests on. */
export function SummarySections({ form }: { form: SummaryForm }) {
  const t = useTranslations('notes')
  // The chapters of other summaries stand beside the transcript.
  const chapters = form.dimensions ? form.chapters : []
  if (form.sections.length + chapters.length === 0) return <p className="text-ink2">{t('tooShort')}</p>
  return (
    <div className="grid grid-cols-1 gap-5 text-base break-words max-sm:text-[1rem] max-sm:leading-[1.5625rem]">
      {form.sections.map((section, index) => (
        <Section key={index} section={section} language={form.language} />
      ))}
      {chapters.length > 0 && <ChapterList chapters={chapters} language={form.language} />}
    </div>
  )
}

function ChapterList({ chapters, language }: { chapters: SummaryForm['chapters']; language: string }) {
  const t = useTranslations('notes')
  return (
    <section className="grid grid-cols-1 gap-1.5">
      <h2 className="text-base font-[640]">{t('chapters')}</h2>
      <ol lang={language} className="m-0 grid list-none grid-cols-1 gap-1.5 p-0">
        {chapters.map(({ title, start_time, end_time }) => (
          <li key={start_time} className="flex items-baseline gap-2">
            <TimeChip passage={{ start: start_time, end: end_time }} className="flex-none" />
            <span className="min-w-0">{title}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Section({ section, language }: { section: SummarySection; language: string }) {
  const t = useTranslations('notes')
  const heading = useSectionHeading()
  return (
    <section className="grid grid-cols-1 gap-1.5">
      <h2 lang={section.heading === '' ? undefined : language} className="text-base font-[640]">
        {heading(section)}
      </h2>
      {section.points.length === 0 ? (
        <p className="text-ink2">{t('sectionEmpty')}</p>
      ) : section.kind === 'overview' ? (
        <p lang={language}>
          {section.points.map((point) => (
            <PointLine key={point.id} point={point} />
          ))}
        </p>
      ) : section.kind === 'actions' ? (
        <TodoList points={section.points} language={language} />
      ) : (
        <ul lang={language} className="list-disc ps-4.5">
          {section.points.map((point) => (
            <li key={point.id} className="mb-2 ps-0.5 last:mb-0">
              <PointLine point={point} isQuoted={section.kind === 'quotes'} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PointLine({ point, isQuoted = false }: { point: SummaryPoint; isQuoted?: boolean }): ReactNode {
  return (
    <>
      {isQuoted ? <q>{point.text}</q> : point.text}
      <PointTimes point={point} />
      {point.speaker !== null && point.speaker !== '' && <SpeakerLabel speaker={point.speaker} className="ms-1.5 text-sm" />}{' '}
    </>
  )
}

import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SummaryForm, SummaryPoint, SummarySection } from '../contract.ts'
import { PointTimes, SpeakerLabel } from './PointDetails.tsx'
import { TodoList } from './todos/TodoList.tsx'
import { useSectionHeading } from './useSectionHeading.ts'

/** The sections of a summary, each point with the times it rests on. */
export function SummarySections({ form }: { form: SummaryForm }) {
  const t = useTranslations('notes')
  if (form.sections.length === 0) return <p className="text-ink2">{t('tooShort')}</p>
  return (
    <div className="grid grid-cols-1 gap-5 text-base break-words max-sm:text-[1rem] max-sm:leading-[1.5625rem]">
      {form.sections.map((section, index) => (
        <Section key={index} section={section} language={form.language} />
      ))}
    </div>
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

import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TEXT_LINK_CLASS } from '#ui/link/textLinkClass.ts'
import { classes } from '#ui/styles/classes.ts'
import type { SummaryPoint } from '../../contract.ts'
import { citedPassages } from '../../rules/citations.ts'
import { NotFoundMark, SpeakerLabel } from '../PointDetails.tsx'
import { useSummarySource } from '../summarySource.ts'
import { TimeChip } from '../TimeChip.tsx'

/** Sentences of the recording with their time before them and their speaker below. */
export function KeySentences({ points, language }: { points: readonly SummaryPoint[]; language: string }) {
  return (
    <ul className="m-0 grid list-none grid-cols-1 gap-4 p-0">
      {points.map((point) => (
        <li key={point.id} className={ROW_CLASS}>
          <LeadingTime point={point} />
          <span lang={language} className="text-[1rem] leading-[1.5625rem] break-words">
            {point.text}
          </span>
          {point.speaker !== null && point.speaker !== '' && (
            <SpeakerLabel speaker={point.speaker} className="col-start-2 mt-0.5 text-sm" />
          )}
        </li>
      ))}
    </ul>
  )
}

const FIRST_QUESTIONS = 3

/** The first questions that were asked, and a button that shows the others. */
export function Questions({ points, language }: { points: readonly SummaryPoint[]; language: string }) {
  const t = useTranslations('notes')
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? points : points.slice(0, FIRST_QUESTIONS)
  return (
    <div>
      <ul className="m-0 list-none p-0">
        {shown.map((point) => (
          <li key={point.id} className={classes(ROW_CLASS, 'py-1.5')}>
            <LeadingTime point={point} />
            <span lang={language} className="text-base break-words">
              {point.text}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < points.length && (
        <button
          type="button"
          onClick={() => setShowsAll(true)}
          className={classes(TEXT_LINK_CLASS, 'ms-19 min-h-8 text-sm pointer-coarse:min-h-11')}
        >
          {t('moreQuestions', { count: points.length - shown.length })}
        </button>
      )}
    </div>
  )
}

function LeadingTime({ point }: { point: SummaryPoint }) {
  const { segments } = useSummarySource()
  const [passage] = citedPassages(point, segments)
  return (
    <span className="pt-0.5">{passage ? <TimeChip passage={passage} hasIcon /> : <NotFoundMark differs={point.differs} />}</span>
  )
}

const ROW_CLASS = 'grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-x-1'

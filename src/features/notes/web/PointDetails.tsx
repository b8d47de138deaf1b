import { classes } from '#ui/styles/classes.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Difference, SummaryPoint } from '../contract.ts'
import { citedPassages } from '../rules/citations.ts'
import { useSummarySource } from './summarySource.ts'
import { TimeChip } from './TimeChip.tsx'

/** The times that a point rests on, or the mark of a point that was not found in the recording. */
export function PointTimes({ point, className }: { point: SummaryPoint; className?: string }) {
  const { segments } = useSummarySource()
  const passages = citedPassages(point, segments)
  return (
    <>
      {passages.map((passage) => (
        <TimeChip key={passage.start} passage={passage} className={classes('ms-1.5', className)} />
      ))}
      {(!point.supported || passages.length === 0) && <NotFoundMark differs={point.differs} className="ms-1.5" />}
    </>
  )
}

/** Marks a line whose words were not found in the recording, with what differs when that is known. */
export function NotFoundMark({ differs, className }: { differs?: Difference | undefined; className?: string }) {
  const t = useTranslations('notes')
  return (
    <span title={t('unsupportedHint')} className={classes('inline-block max-w-full align-[1px]', className)}>
      <Chip tone="waiting" className="font-[560]">
        {differs ? t(`differs_${differs}`) : t('notFound')}
      </Chip>
    </span>
  )
}

/** The name of a speaker in the colour that the transcript gives them. */
export function SpeakerLabel({ speaker, className }: { speaker: string; className?: string }) {
  const { name, colour } = useSummarySource().describeSpeaker(speaker)
  return (
    <span className={classes('font-[600]', className)} style={{ color: colour }}>
      {name}
    </span>
  )
}

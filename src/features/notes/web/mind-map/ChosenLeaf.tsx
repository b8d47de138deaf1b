import { Play } from 'lucide-react'
import { usePlayer } from '#features/files/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TEXT_LINK_CLASS } from '#ui/link/textLinkClass.ts'
import { classes } from '#ui/styles/classes.ts'
import type { Passage } from '../../rules/citations.ts'
import { NotFoundMark, SpeakerLabel } from '../PointDetails.tsx'
import { useSummarySource } from '../summarySource.ts'
import type { TreeLeaf } from '../../rules/mind-map/noteTree.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

type ChosenLeafProps = { leaf: TreeLeaf; language: string; onOpenInTranscript: (passage: Passage) => void }

/** The words that the chosen leaf rests on. */
export function ChosenLeaf({ leaf: { text, passage }, language, onOpenInTranscript }: ChosenLeafProps) {
  const t = useTranslations('notes')
  const playback = usePlayer()
  const { segments } = useSummarySource()
  const segment = passage && segments.find(({ start_time, end_time }) => start_time <= passage.start && passage.start < end_time)
  return (
    <div
      role="region"
      aria-label={t('chosenPoint')}
      className="flex min-h-16 flex-none items-center gap-3.5 border-t border-line px-10 py-2 max-md:px-5 max-sm:px-4"
    >
      {passage ? (
        <>
          <IconButton
            variant="plain"
            label={t('goToTime', { time: formatTimestamp(passage.start) })}
            icon={<Play aria-hidden className="fill-current rtl:-scale-x-100" />}
            className="rounded-full!"
            onClick={() => playback.playFrom(passage.start)}
          />
          <div className="min-w-0 flex-1">
            <p className="text-sm text-ink2">
              {segment && segment.speaker !== '' && (
                <>
                  <SpeakerLabel speaker={segment.speaker} />
                  {' · '}
                </>
              )}
              <span className="tabular">{formatTimestamp(passage.start)}</span>
            </p>
            <p lang={segment?.language ?? language} className="line-clamp-2 text-base leading-5">
              <q>{segment?.content ?? text}</q>
            </p>
          </div>
          <button
            type="button"
            onClick={() => onOpenInTranscript(passage)}
            className={classes(TEXT_LINK_CLASS, 'flex-none text-md max-sm:max-w-24 pointer-coarse:min-h-11')}
          >
            {t('openInTranscript')}
          </button>
        </>
      ) : (
        <p className="min-w-0 flex-1">
          <span lang={language}>{text}</span>
          <NotFoundMark className="ms-2" />
        </p>
      )}
    </div>
  )
}

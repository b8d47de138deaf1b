import { X } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { LazyPassagePlayer, useFile } from '#features/files/web.tsx'
import { folderColor, useFolders } from '#features/folders/web.tsx'
import { listSpeakers, speakerColour, useSpeakerLabels } from '#features/transcription/web.tsx'
import { toTimeHash } from '#shared/timeLink.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { AskCitation } from '../../contract.ts'
import type { useCitationPlayback } from '../useCitationPlayback.ts'
import { QuotedText, type QuotedTextProps } from './QuotedText.tsx'

/** Segments that are shown before and after the cited one. */
const AROUND = 6

export type PassagePanelProps = { cites: ReturnType<typeof useCitationPlayback>; className?: string }

/** The passage of the citation that was chosen last, with what is said around it, and the player. */
export function PassagePanel({ cites, className }: PassagePanelProps) {
  const t = useTranslations('ask')
  const { shown, playback, number, total } = cites
  if (!shown) return null
  const { citation } = shown
  return (
    <aside aria-label={t('recording')} className={classes('flex min-h-0 flex-col border-l border-line bg-surface', className)}>
      <Passage key={citation.file_id} citation={citation} playback={playback} onClose={cites.close} />
      {playback && (
        <LazyPassagePlayer
          fallback={<div className="h-21 flex-none border-t border-line bg-raised" />}
          key={`player ${citation.file_id}`}
          labels={{
            previous: t('previous_citation'),
            next: t('next_citation'),
            none: t('no_citation'),
            open: t('open_recording'),
          }}
          fileId={citation.file_id}
          playback={playback}
          place={number > 0 && t('citation_of', { number, total })}
          link={{ to: '/file/$id', params: { id: citation.file_id }, hash: toTimeHash(citation.start_ms) }}
          onPrevious={cites.playPrevious}
          onNext={cites.playNext}
        />
      )}
    </aside>
  )
}

type PassageProps = { citation: AskCitation; playback: QuotedTextProps['playback']; onClose: () => void }

function Passage({ citation, playback, onClose }: PassageProps) {
  const t = useTranslations('ask')
  const { date } = useFormat()
  const { file, error, isError, refetch, isFetching } = useFile(citation.file_id)
  const folders = useFolders().data ?? []
  const cited = useRef<HTMLLIElement>(null)
  const segments = useMemo(() => (file?.trans_result ?? []).filter(({ not_understood }) => !not_understood), [file])
  const speakers = useMemo(() => listSpeakers(segments), [segments])
  const label = useSpeakerLabels(segments)
  const index = segments.findIndex(({ id }) => id === citation.segment_id)
  const from = Math.max(0, index - AROUND)
  const shown = index < 0 ? [] : segments.slice(from, index + AROUND + 1)
  useEffect(() => cited.current?.scrollIntoView?.({ block: 'center' }), [citation.segment_id, shown.length])
  const inFolders = folders.filter(({ id }) => file?.filetag_id_list.includes(id))
  return (
    <>
      <header className="flex h-15 flex-none items-center gap-2 border-b border-line pr-3 pl-6">
        <h2 dir="auto" className="min-w-0 flex-1 truncate text-lg font-[640]">
          {file?.filename ?? t('recording')}
        </h2>
        <IconButton label={t('close_passage')} icon={<X aria-hidden />} onClick={onClose} />
      </header>
      <div
        className="min-h-0 flex-1 overflow-y-auto px-6 py-3.5"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        role="region"
        aria-label={file?.filename ?? t('recording')}
      >
        {file === undefined && !isError && <SkeletonRows rows={5} />}
        {isError && file === undefined && (
          <ErrorState title={t('passage_failed')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {file && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-ink2">
            {inFolders.map(({ id, name, color }) => (
              <Chip key={id} dot={folderColor(color)}>
                <bdi>{name}</bdi>
              </Chip>
            ))}
            {date(file.start_time * 1000)}
          </p>
        )}
        {file !== undefined && index < 0 && (
          <blockquote dir="auto" className="mt-4 border-l-2 border-line pl-3.5">
            {citation.quote}
          </blockquote>
        )}
        <ol className="mt-3 grid gap-4">
          {shown.map((segment) => {
            const isCited = segment.id === citation.segment_id
            return (
              <li key={segment.id} ref={isCited ? cited : undefined} className="grid grid-cols-[3rem_minmax(0,1fr)] leading-6">
                <time className="tabular text-sm leading-6 text-ink2">{formatTimestamp(segment.start_time)}</time>
                <div className="min-w-0">
                  {segment.speaker && (
                    <span
                      dir="auto"
                      className="text-sm font-[620]"
                      style={{ color: speakerColour(speakers.indexOf(segment.speaker)) }}
                    >
                      {label(segment.speaker)}
                    </span>
                  )}
                  <p dir="auto" className={classes('text-md leading-6 wrap-anywhere', !isCited && 'text-ink2')}>
                    <QuotedText segment={segment} quote={isCited ? citation.quote : undefined} playback={playback} />
                  </p>
                </div>
              </li>
            )
          })}
        </ol>
      </div>
    </>
  )
}

import { ChevronDown, Copy, PencilLine, Search, UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { days } from '#shared/units.ts'
import { paths } from '#shared/paths.ts'
import { absoluteAddress } from '#browser/page/absoluteAddress.ts'
import { copyText } from '#browser/page/copyText.ts'
import { getItem, setItem } from '#browser/storage/storage.ts'
import { Menu, MenuRadioGroup } from '#ui/menu/Menu.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { DOUBT_THRESHOLD, formatTranscript, notUnderstoodDuration, speechlessSpans } from '../rules.ts'
import { useNotUnderstoodText, useSpeechlessText } from './useNotUnderstoodText.ts'
import { transcriptToHtml } from './transcriptToHtml.ts'
import type { SpeakersPanelState } from './speakers/useSpeakersPanel.ts'

export type TranscriptToolbarProps = {
  fileId: string
  segments: readonly Segment[]
  /** Shows that the transcription is still running. */
  note: string | undefined
  /** Undefined while the recording is transcribed. */
  speakersPanel: Pick<SpeakersPanelState, 'isOpen' | 'toggle'> | undefined
  onOpenSearch: () => void
  /** Without it the transcript cannot be edited. */
  onEdit: (() => void) | undefined
}

/** The toolbar above the transcript: the legend of dotted words, how much was not understood, search and copy. */
export function TranscriptToolbar({ fileId, segments, note, speakersPanel, onOpenSearch, onEdit }: TranscriptToolbarProps) {
  const t = useTranslations('transcription')
  const toast = useToast()
  const hasDoubtfulWords = useMemo(
    () => segments.some(({ words }) => words?.some(([, , , confidence]) => confidence < DOUBT_THRESHOLD)),
    [segments],
  )
  const notUnderstoodMs = useMemo(() => notUnderstoodDuration(segments), [segments])
  const formatNotUnderstood = useNotUnderstoodText()
  const formatSpeechless = useSpeechlessText()
  const [hasTimes, setHasTimes] = useState(() => getItem(TIMES_KEY) !== false)
  const copy = async (withTimes: boolean) => {
    try {
      const silences = new Map(speechlessSpans(segments).map((span) => [span.segment, span]))
      const silenceRow = (index: number) => {
        const span = silences.get(index)
        return span ? [{ start_time: span.start, speaker: '', content: `[${formatSpeechless(span)}]` }] : []
      }
      const rows = segments.flatMap((row, index) => [
        ...silenceRow(index),
        row.not_understood ? { ...row, content: formatNotUnderstood(row) } : row,
      ])
      await copyText({
        text: formatTranscript(rows, { hasTimes: withTimes }),
        html: transcriptToHtml(rows, withTimes ? absoluteAddress(paths.file(fileId)) : null),
      })
      toast.show(t('copied'))
    } catch {
      toast.error(t('copy_failed'))
    }
  }
  const chooseTimes = (withTimes: boolean) => {
    setHasTimes(withTimes)
    setItem(TIMES_KEY, withTimes, { lifetime: days(365) })
    void copy(withTimes)
  }
  return (
    <div className="flex h-11 flex-none items-center gap-1 px-10 text-sm text-ink3 max-md:px-5 max-sm:px-4">
      {/* One line, so that the text below does not move. */}
      <span className="flex min-w-0 flex-1 items-center gap-x-4 overflow-hidden whitespace-nowrap">
        {hasDoubtfulWords && (
          <span title={t('doubtful_legend')} className="truncate underline decoration-dotted decoration-1 underline-offset-4">
            {t('doubtful_legend')}
          </span>
        )}
        {notUnderstoodMs > 0 && (
          <span className="truncate">{t('not_understood_time', { count: Math.max(1, Math.round(notUnderstoodMs / 1000)) })}</span>
        )}
      </span>
      {/* At the end, so that the legend stays in its place when the work ends. */}
      {note && (
        <span role="status" className="mr-2 inline-flex flex-none items-center gap-2 whitespace-nowrap text-warn">
          <Spinner /> {note}
        </span>
      )}
      {speakersPanel && (
        <IconButton
          size="sm"
          label={t('speakers_panel')}
          aria-expanded={speakersPanel.isOpen}
          className={speakersPanel.isOpen ? 'text-accent!' : undefined}
          icon={<UserRound aria-hidden />}
          onClick={speakersPanel.toggle}
        />
      )}
      {onEdit && <IconButton size="sm" label={t('edit')} icon={<PencilLine aria-hidden />} onClick={onEdit} />}
      <IconButton size="sm" label={t('find')} shortcut={SEARCH_SHORTCUT} icon={<Search aria-hidden />} onClick={onOpenSearch} />
      <span className="flex flex-none">
        <IconButton size="sm" label={t('copy')} icon={<Copy aria-hidden />} onClick={() => void copy(hasTimes)} />
        <Menu
          trigger={
            <IconButton
              size="sm"
              className="w-6! pointer-coarse:w-auto!"
              label={t('copy_options')}
              icon={<ChevronDown aria-hidden className="size-3.5!" />}
            />
          }
        >
          <MenuRadioGroup
            value={String(hasTimes)}
            options={[
              { value: 'true', label: t('copy_with_times') },
              { value: 'false', label: t('copy_without_times') },
            ]}
            onChange={(value) => chooseTimes(value === 'true')}
          />
        </Menu>
      </span>
    </div>
  )
}

/** Whether the copied text has times, as it was chosen last. */
const TIMES_KEY = 'copy_times'
const SEARCH_SHORTCUT = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ F' : 'Ctrl F'

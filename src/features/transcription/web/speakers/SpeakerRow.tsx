import type { CSSProperties } from 'react'
import { ChevronDown, Pause, Play } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { RenameSpeakerForm } from './RenameSpeakerForm.tsx'
import type { SpeakerControls } from './speakerControls.ts'
import type { SpeakerStatistics } from './speakerStatistics.ts'
import type { SpeakerEdits } from './useSpeakerEdits.ts'
import type { SpeakersPanelState } from './useSpeakersPanel.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

export type SpeakerRowProps = {
  speaker: SpeakerStatistics
  others: readonly SpeakerStatistics[]
  /** A CSS colour. */
  colour: string
  labelOf: (speaker: string) => string
  panel: SpeakersPanelState
  controls: SpeakerControls
  /** Without it the name cannot be changed. */
  edits: SpeakerEdits | undefined
  /** The speaker whose voice sounds the same. */
  similarTo: string | undefined
  /** Whether a sample of the voice is playing. */
  isPlaying: boolean
  onPlay: () => void
}

/** One speaker: a sample of the voice, the name, and how much they speak. The name opens its editor below. */
export function SpeakerRow({
  speaker,
  others,
  colour,
  labelOf,
  panel,
  controls,
  edits,
  similarTo,
  isPlaying,
  onPlay,
}: SpeakerRowProps) {
  const t = useTranslations('transcription')
  const format = useFormat()
  const { draft } = panel
  const isOpen = draft?.speaker === speaker.name
  const name = labelOf(speaker.name)
  return (
    <li className="border-b border-line px-4 py-3" style={{ '--speaker': colour } as CSSProperties}>
      <div className="flex items-center gap-x-3">
        {controls.hasAudio && <SampleButton name={name} isPlaying={isPlaying} onPlay={onPlay} />}
        <div className="grid flex-1 min-w-0 gap-1">
          {edits ? (
            <button
              type="button"
              aria-expanded={isOpen}
              title={t('speaker_rename', { name })}
              onClick={() => (isOpen ? panel.closeDraft() : panel.editName(speaker.name))}
              className="group/name -ml-1 flex min-w-0 items-center gap-1 rounded-sm px-1 text-left text-md font-[600] pointer-coarse:min-h-11"
            >
              <bdi className="truncate">{name}</bdi>
              <ChevronDown
                aria-hidden
                className="size-4 flex-none text-ink3 transition-transform group-aria-expanded/name:rotate-180"
              />
            </button>
          ) : (
            <bdi className="truncate text-md font-[600]">{name}</bdi>
          )}
          <span aria-hidden className="h-1 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full min-w-1 rounded-full bg-(--speaker)"
              style={{ width: `${Math.round(speaker.share * 1000) / 10}%` }}
            />
          </span>
        </div>
        <span className="tabular grid justify-items-end text-sm text-ink2">
          <span>{format.percent(speaker.share)}</span>
          <span>{formatTimestamp(speaker.time)}</span>
        </span>
      </div>
      {edits && similarTo !== undefined && !isOpen && (
        <div className="mt-1.5 flex items-center justify-between gap-2">
          <span className="min-w-0 truncate text-sm text-ink2">{t('speaker_sounds_like', { name: labelOf(similarTo) })}</span>
          <Button size="sm" onClick={() => edits.rename(speaker.name, similarTo)}>
            {t('speaker_merge_now')}
          </Button>
        </div>
      )}
      {draft && isOpen && edits && (
        <RenameSpeakerForm draft={draft} speaker={speaker} others={others} labelOf={labelOf} panel={panel} edits={edits} />
      )}
    </li>
  )
}

function SampleButton({ name, isPlaying, onPlay }: { name: string; isPlaying: boolean; onPlay: () => void }) {
  const t = useTranslations('transcription')
  const label = isPlaying ? t('sample_stop', { name }) : t('sample_play', { name })
  const Icon = isPlaying ? Pause : Play
  return (
    <Tooltip label={label}>
      <button
        type="button"
        aria-label={label}
        onClick={onPlay}
        data-playing={isPlaying || undefined}
        className="relative grid size-8 flex-none place-items-center rounded-full bg-[color-mix(in_srgb,var(--speaker)_14%,var(--surface))] text-(--speaker) data-playing:bg-(--speaker) data-playing:text-surface pointer-coarse:after:absolute pointer-coarse:after:-inset-1.5"
      >
        <Icon aria-hidden className="size-4" />
      </button>
    </Tooltip>
  )
}

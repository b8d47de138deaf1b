import { withNamespace } from '#browser/i18n/i18n.ts'
import { X } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { KeyboardEvent } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { useSamplePlayer } from '#features/files/web.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { TranscriptEditor } from '../editor/transcriptEditor.ts'
import { speakerColour } from '../speakers.ts'
import { ExpectedSpeakers } from './ExpectedSpeakers.tsx'
import { SpeakerRow } from './SpeakerRow.tsx'
import type { SpeakerControls } from './speakerControls.ts'
import { speakerStatistics } from './speakerStatistics.ts'
import { useSimilarSpeakers } from './useSimilarSpeakers.ts'
import { useSpeakerEdits } from './useSpeakerEdits.ts'
import type { SpeakersPanelState } from './useSpeakersPanel.ts'

export type SpeakersPanelProps = {
  fileId: string
  /** The transcript without the name that is being typed. */
  segments: readonly Segment[]
  panel: SpeakersPanelState
  controls: SpeakerControls
  /** Without it the names cannot be changed. */
  editor: TranscriptEditor | undefined
  /** Translates default names. */
  labelOf: (speaker: string) => string
}

/** The speakers of a transcript: how much each speaks, a sample of each voice, their names, and telling them apart again. */
export function SpeakersPanel({ fileId, segments, panel, controls, editor, labelOf }: SpeakersPanelProps) {
  const t = useTranslations('transcription')
  const ui = useTranslations('ui')
  const titleId = useId()
  const speakers = useMemo(() => speakerStatistics(segments), [segments])
  const samples = useSamplePlayer(fileId)
  const edits = useSpeakerEdits(editor)
  const similar = useSimilarSpeakers(fileId, segments, editor !== undefined)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    if (panel.draft) panel.closeDraft()
    else panel.toggle()
  }
  return (
    // Escape closes it from everywhere inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      aria-labelledby={titleId}
      onKeyDown={handleKeyDown}
      className="flex min-h-0 w-80 flex-none flex-col border-l border-line @max-[44rem]/transcript:h-[43%] @max-[44rem]/transcript:w-full @max-[44rem]/transcript:border-t @max-[44rem]/transcript:border-l-0"
    >
      <div className="flex h-11 flex-none items-center gap-2 border-b border-line pr-2 pl-4 pointer-coarse:h-12">
        <h2 id={titleId} className="flex-1 text-md font-[600]">
          {t('speakers_panel')} {speakers.length > 0 && <span className="font-[400] text-ink3">{speakers.length}</span>}
        </h2>
        <IconButton size="sm" label={ui('close')} icon={<X aria-hidden />} onClick={panel.toggle} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {speakers.length === 0 && <p className="px-4 py-3 text-sm text-pretty text-ink2">{t(missingReason(segments))}</p>}
        <ul>
          {speakers.map((speaker, index) => (
            <SpeakerRow
              key={speaker.name}
              speaker={speaker}
              others={speakers.filter((other) => other !== speaker)}
              colour={speakerColour(index)}
              labelOf={labelOf}
              panel={panel}
              controls={controls}
              edits={edits}
              similarTo={similar.get(speaker.name)}
              isPlaying={samples.playing === speaker.name}
              onPlay={() => samples.toggle(speaker.name, speaker.sample)}
            />
          ))}
        </ul>
        {samples.hasFailed && (
          <p role="alert" className="px-4 py-2 text-sm text-signal">
            {t('sample_failed')}
          </p>
        )}
        {controls.separation && <ExpectedSpeakers separation={controls.separation} found={speakers.length} />}
        {editor && <VoicePrintSwitches fileId={fileId} segments={segments} />}
      </div>
    </aside>
  )
}

const VoicePrintSwitches = lazyComponent(
  withNamespace('voice-prints', async () => (await import('../voice-prints/VoicePrintSwitches.tsx')).VoicePrintSwitches),
)

/** With a single voice the transcript shows no names. */
const missingReason = (segments: readonly Segment[]) =>
  segments.some(({ original_speaker }) => original_speaker !== '') ? 'speakers_single' : 'speakers_none'

import { ChevronDown, Play, Square } from 'lucide-react'
import { useState } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { ModelFailureText } from '#features/language-models/web.tsx'
import { ModelFailureInfo } from '#features/notes/contract.ts'
import { Refused } from '#shared/client.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Button } from '#ui/button/Button.tsx'
import { SteadyLabel } from '#ui/button/SteadyLabel.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { RecordingDialog } from '../recording/RecordingDialog.tsx'
import { useTranscribed } from '../recording/useTranscribed.ts'
import { TryResult } from './TryResult.tsx'
import { type TryInput, useTry } from './useTry.ts'

export type TryPanelProps = {
  /** Returns what to run on the recording, or null while there is nothing to run. */
  getInput: (fileId: string) => TryInput | null
  /** The headings of the sections, shown while they are written. */
  headings: readonly string[]
  /** The recording to begin with; otherwise the one opened last. */
  recording?: LibraryRow | undefined
}

/** Runs a template on a recording of the user. Nothing is saved, and no minutes are used. */
export function TryPanel({ getInput, headings, recording: initial }: TryPanelProps) {
  const t = useTranslations('templates')
  const { duration } = useFormat()
  const transcribed = useTranscribed().recordings
  const [chosen, setChosen] = useState<LibraryRow>()
  const [isChoosing, setChoosing] = useState(false)
  const attempt = useTry()
  const recording = chosen ?? initial ?? transcribed?.[0]
  const input = recording && getInput(recording.id)
  return (
    <section aria-label={t('try_title')} className="grid min-h-0 grid-cols-1 grid-rows-[auto_auto_1fr]">
      <div className="flex flex-wrap items-center gap-2.5 pb-3">
        <h3 className="text-md font-[560]">{t('try_title')}</h3>
        <Button
          className="ml-auto min-w-0 max-w-full"
          onClick={() => setChoosing(true)}
          disabledReason={attempt.isRunning && t('try_running')}
        >
          <span className="truncate">
            {recording ? `${recording.filename} · ${duration(recording.duration / 1000)}` : t('choose_recording')}
          </span>
          <ChevronDown aria-hidden />
        </Button>
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-2.5 border-b border-line pb-3.5 text-sm text-ink2">
        <span role="status" className="flex min-w-0 flex-wrap items-center gap-2.5">
          {attempt.isRunning && <Chip tone="waiting">{t('try_writing')}</Chip>}
          <TryState attempt={attempt} />
        </span>
        {attempt.isRunning ? (
          <Button size="sm" className="ml-auto" icon={<Square aria-hidden />} onClick={attempt.stop}>
            {t('stop')}
          </Button>
        ) : (
          <Button
            size="sm"
            className="ml-auto"
            icon={<Play aria-hidden />}
            disabledReason={!recording ? t('no_transcripts') : !input && t('try_needs_text')}
            onClick={() => input && attempt.run(input)}
          >
            <SteadyLabel label={attempt.form ? t('try_again') : t('try')} others={[t('try_again'), t('try')]} />
          </Button>
        )}
      </div>
      <div className="min-h-40 py-4">
        {attempt.isRunning || attempt.error || attempt.form || attempt.progress?.sections.length ? (
          <TryOutcome attempt={attempt} headings={headings} onRetry={input ? () => attempt.run(input) : undefined} />
        ) : (
          <p className="py-8 text-center text-md text-balance text-ink2">
            {transcribed?.length === 0 ? t('no_transcripts') : t('try_hint')}
          </p>
        )}
      </div>
      <RecordingDialog open={isChoosing} onClose={() => setChoosing(false)} title={t('choose_recording')} onChoose={setChosen} />
    </section>
  )
}

type Attempt = ReturnType<typeof useTry>
type TryOutcomeProps = { attempt: Attempt; headings: readonly string[]; onRetry: (() => void) | undefined }

/** What is written: while a try runs with the sections that follow, and also when it was stopped or failed. */
function TryOutcome({ attempt: { isRunning, form, progress, error }, headings, onRetry }: TryOutcomeProps) {
  const t = useTranslations('templates')
  const sections = form?.sections ?? progress?.sections ?? []
  return (
    <>
      {sections.length > 0 && (
        <div className={isRunning ? 'pb-4' : undefined}>
          <TryResult sections={sections} />
        </div>
      )}
      {isRunning && <Writing headings={progress?.pending ?? headings} isContinued={sections.length > 0} />}
      {!isRunning && error && <TryError error={error} onRetry={onRetry} />}
      {!isRunning && !error && !form && <p className="pt-4 text-sm text-ink2">{t('try_stopped')}</p>}
    </>
  )
}

/** Says how far a try is, which engine wrote the result, and that no minutes are used. */
function TryState({ attempt: { form, progress, isRunning } }: { attempt: Attempt }) {
  const t = useTranslations('templates')
  const { number } = useFormat()
  if (isRunning && progress && progress.parts > 1 && progress.parts_read < progress.parts)
    return t('try_part', { n: number(progress.parts_read + 1), of: number(progress.parts) })
  if (isRunning || !form) return t('uses_no_minutes')
  const engine = form.engine.kind === 'llm' ? form.engine.id : t('engine_extractive')
  return `${engine} · ${t('used_no_minutes')}`
}

type WritingProps = { headings: readonly string[]; isContinued: boolean }

/** The sections that are not written yet, in their order. */
function Writing({ headings, isContinued }: WritingProps) {
  const shown = headings.length > 0 || isContinued ? headings : ['']
  return shown.map((heading, index) => (
    <div key={`${index} ${heading}`} className="mb-5">
      <p className="text-base font-[640]">{heading}</p>
      <Skeleton className="mt-3 h-2.5 w-11/12" />
      <Skeleton className="mt-3 h-2.5 w-2/3" />
    </div>
  ))
}

function TryError({ error, onRetry }: { error: Error; onRetry: (() => void) | undefined }) {
  const t = useTranslations('templates')
  const refusal = error instanceof Refused ? error.refusal : undefined
  const text = TRY_REFUSALS.find((name) => name === refusal)
  const failure = error instanceof Refused ? ModelFailureInfo.safeParse(error.body['data']).data : undefined
  return (
    <ErrorState className="py-8" title={t('try_failed')} error={error} onRetry={onRetry}>
      {failure ? <ModelFailureText {...failure} /> : text && t(`try_refused_${text}`)}
    </ErrorState>
  )
}

const TRY_REFUSALS = [
  'noTranscript',
  'noTemplate',
  'modelFailed',
  'noCustomTemplates',
  'templateMissing',
  'noProfessionalTemplates',
] as const

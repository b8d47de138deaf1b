import { ChevronDown, Play, Square } from 'lucide-react'
import { useState } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
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
          <TryState form={attempt.form} isRunning={attempt.isRunning} />
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
        {attempt.isRunning ? (
          <Writing headings={headings} />
        ) : attempt.error ? (
          <TryError error={attempt.error} onRetry={input ? () => attempt.run(input) : undefined} />
        ) : attempt.form ? (
          <TryResult form={attempt.form} />
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

/** Says which engine wrote the result, and that no minutes are used. */
function TryState({ form, isRunning }: { form: ReturnType<typeof useTry>['form']; isRunning: boolean }) {
  const t = useTranslations('templates')
  if (isRunning || !form) return t('uses_no_minutes')
  const engine = form.engine.kind === 'llm' ? form.engine.id : t('engine_extractive')
  return `${engine} · ${t('used_no_minutes')}`
}

/** The sections in the order in which they will stand. */
function Writing({ headings }: { headings: readonly string[] }) {
  const shown = headings.length > 0 ? headings : ['']
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
  return (
    <ErrorState className="py-8" title={t('try_failed')} error={error} onRetry={onRetry}>
      {text && t(`try_refused_${text}`)}
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

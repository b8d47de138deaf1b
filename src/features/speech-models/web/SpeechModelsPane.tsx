import { useState } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import type { SpeechModel } from '../contract.ts'
import { ModelRow } from './ModelRow.tsx'
import { useModelAction, useSpeechModels } from './useSpeechModels.ts'

/** The speech models of this server: installed ones, available ones, and their speed. For the operator. */
export function SpeechModelsPane() {
  const t = useTranslations('speech-models')
  const { bytes, number } = useFormat()
  const { data, error, refetch } = useSpeechModels()
  const action = useModelAction()
  const [removing, setRemoving] = useState<SpeechModel>()
  if (!data)
    return error ? (
      <ErrorState error={error} title={t('list_failed')} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={6} />
    )
  const installed = data.models.filter(({ state }) => state === 'installed' || state === 'measuring')
  const available = data.models.filter((model) => !installed.includes(model))
  const fastest = Math.max(1, ...data.models.map(({ speed }) => speed?.factor ?? 0))
  const rowProps = { fastest, onAction: action.run, onRemove: setRemoving, canRun: data.runs_models }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3 pb-4">
        <p className="min-w-0 flex-1 basis-60 text-sm text-pretty text-ink2">
          {data.speech_server === null
            ? t('machine', { cores: number(data.cores), memory: bytes(data.memory_bytes) })
            : t('speech_server', { server: data.speech_server })}
        </p>
        <Button busy={data.is_measuring} onClick={() => void action.run({ kind: 'measure' })}>
          {t('measure')}
        </Button>
      </div>
      <ModelList title={t('installed')}>
        {installed.map((model) => (
          <ModelRow key={model.id} model={model} {...rowProps} />
        ))}
      </ModelList>
      {available.length > 0 && (
        <ModelList title={t('available')} note={t('free', { size: bytes(data.free_bytes) })}>
          {available.map((model) => (
            <ModelRow key={model.id} model={model} {...rowProps} />
          ))}
        </ModelList>
      )}
      <p className="pt-3 text-sm text-pretty text-ink3">
        {data.runs_models ? t('estimate_hint') : t('no_runtime')} {t('checked_hint')}
      </p>
      <ConfirmDialog
        open={removing !== undefined}
        title={t('remove_title', { model: removing?.name ?? '' })}
        confirmLabel={t('remove')}
        danger
        busy={action.isBusy}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing) void action.run({ kind: 'remove', id: removing.id }).then(() => setRemoving(undefined))
        }}
      >
        {t('remove_text', { size: bytes(removing?.received ?? 0) })}
      </ConfirmDialog>
    </>
  )
}

function ModelList({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="pb-5">
      <div className="flex items-baseline justify-between gap-3 pb-2">
        <h4 className="text-base font-[600] text-ink">{title}</h4>
        {note && <p className="text-sm text-ink2">{note}</p>}
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line">{children}</ul>
    </section>
  )
}

import { Ellipsis, Pause, X } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { languageName } from '#browser/i18n/languageName.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { SpeechModel } from '../contract.ts'
import type { ModelAction } from './useSpeechModels.ts'

export type ModelRowProps = {
  model: SpeechModel
  /** The speed of the fastest model, which fills the bar. */
  fastest: number
  /** False when this machine can only run the bundled model. */
  canRun: boolean
  onAction: (action: ModelAction) => unknown
  onRemove: (model: SpeechModel) => void
}

/** A speech model with its size, speed and actions. */
export function ModelRow({ model, fastest, canRun, onAction, onRemove }: ModelRowProps) {
  const t = useTranslations('speech-models')
  const { bytes } = useFormat()
  return (
    <li className="px-4 py-3" aria-label={model.name}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_3.75rem_6.25rem_9rem]">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 text-base font-[600] text-ink">
            {model.name}
            {model.is_bundled && <Chip>{t('bundled')}</Chip>}
            {model.is_preferred && <Chip tone="accent">{t('preferred')}</Chip>}
          </p>
          <p className="text-sm text-pretty text-ink2">
            <Details model={model} />
          </p>
        </div>
        <p className="text-sm text-ink2 max-sm:order-3">{bytes(model.bytes)}</p>
        <Speed model={model} fastest={fastest} />
        <div className="flex items-center justify-end gap-2 max-sm:order-2 max-sm:row-start-1 max-sm:[grid-column:2]">
          <RowActions model={model} canRun={canRun} onAction={onAction} onRemove={onRemove} />
        </div>
      </div>
      <DownloadProgress model={model} />
    </li>
  )
}

function Details({ model }: { model: SpeechModel }) {
  const t = useTranslations('speech-models')
  const locale = useLocale()
  const { number } = useFormat()
  const count = model.languages.length
  const languages =
    count > 3
      ? t('language_count', { n: number(count) })
      : new Intl.ListFormat(locale.replace('_', '-'), { type: 'unit' }).format(
          model.languages.map((code) => languageName(code, locale)),
        )
  return [languages, t(model.words === 'exact' ? 'words_exact' : 'words_estimated'), `${model.maker}, ${model.licence}`].join(
    ' · ',
  )
}

function Speed({ model: { speed, state }, fastest }: Pick<ModelRowProps, 'model' | 'fastest'>) {
  const t = useTranslations('speech-models')
  const { number } = useFormat()
  if (state === 'measuring') return <p className="text-sm text-ink2 max-sm:order-4">{t('measuring')}</p>
  if (!speed) return <p className="text-sm text-ink3 max-sm:order-4">{t('speed_unknown')}</p>
  const factor = number(speed.factor, { maximumFractionDigits: speed.factor < 10 ? 1 : 0 })
  const isSlow = speed.factor < 1
  return (
    <div className="grid gap-1 max-sm:order-4 max-sm:text-right">
      <p className={classes('text-sm', isSlow ? 'text-warn' : 'text-ink2')}>
        {speed.is_measured ? t('speed_measured', { factor }) : t('speed_estimated', { factor })}
      </p>
      <span aria-hidden className="h-1 overflow-hidden rounded-full bg-line max-sm:hidden">
        <span
          className={classes('block h-full rounded-full', isSlow ? 'bg-warn' : speed.is_measured ? 'bg-accent' : 'bg-ink3')}
          style={{ width: `${Math.max(2, (100 * speed.factor) / fastest)}%` }}
        />
      </span>
    </div>
  )
}

function RowActions({ model, canRun, onAction, onRemove }: Omit<ModelRowProps, 'fastest'>) {
  const t = useTranslations('speech-models')
  const { id, name, state } = model
  if (state === 'downloading')
    return (
      <>
        <IconButton
          variant="plain"
          label={t('pause_model', { model: name })}
          icon={<Pause aria-hidden />}
          onClick={() => onAction({ kind: 'pause', id })}
        />
        <IconButton
          variant="plain"
          label={t('cancel_model', { model: name })}
          icon={<X aria-hidden />}
          onClick={() => onAction({ kind: 'remove', id })}
        />
      </>
    )
  if (state !== 'installed' && state !== 'measuring') {
    const label = state === 'absent' ? 'download' : 'resume'
    return (
      <>
        <Button
          aria-label={t(`${label}_model`, { model: name })}
          disabledReason={!canRun && t('no_runtime')}
          onClick={() => onAction({ kind: 'download', id })}
        >
          {t(label)}
        </Button>
        {model.received > 0 && (
          <IconButton
            variant="plain"
            label={t('cancel_model', { model: name })}
            icon={<X aria-hidden />}
            onClick={() => onAction({ kind: 'remove', id })}
          />
        )}
      </>
    )
  }
  return (
    <Menu align="end" trigger={<IconButton variant="plain" label={t('more', { model: name })} icon={<Ellipsis aria-hidden />} />}>
      {model.is_preferred ? (
        <MenuItem onSelect={() => onAction({ kind: 'preferNone' })}>{t('prefer_none')}</MenuItem>
      ) : (
        <MenuItem onSelect={() => onAction({ kind: 'prefer', id })}>{t('prefer')}</MenuItem>
      )}
      {!model.is_bundled && (
        <MenuItem danger onSelect={() => onRemove(model)}>
          {t('remove')}
        </MenuItem>
      )}
    </Menu>
  )
}

/** The progress of a download that runs, is paused or has failed. */
function DownloadProgress({ model }: { model: SpeechModel }) {
  const t = useTranslations('speech-models')
  const { bytes, duration } = useFormat()
  const { state, received, rate, failure } = model
  if (state === 'installed' || state === 'measuring' || (state === 'absent' && !failure)) return null
  const sizes = { received: bytes(received), total: bytes(model.bytes) }
  const left = rate && rate > 0 ? t('left', { time: duration((model.bytes - received) / rate) }) : ''
  const text = state === 'downloading' ? [t('progress', sizes), left].filter(Boolean).join(' · ') : t('paused_at', sizes)
  return (
    <div className="grid gap-1 pt-2">
      {(state === 'downloading' || received > 0) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ProgressBar
            className="min-w-40 flex-1"
            label={t('downloading', { model: model.name })}
            value={received / model.bytes}
            tone={state === 'downloading' ? 'accent' : 'waiting'}
          />
          <p className="text-sm text-ink2">{text}</p>
        </div>
      )}
      {failure && (
        <p role="alert" className="text-sm text-signal">
          {t(`failure_${failure}`)}
        </p>
      )}
    </div>
  )
}

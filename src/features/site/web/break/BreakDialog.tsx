import { useState } from 'react'
import type { Millis } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NO_EXPIRATION, STORAGE_KEYS, setItem } from '#browser/storage/storage.ts'
import { useNow, useTimeout } from '#browser/timers/timerHooks.ts'
import { PromptDialog } from '#ui/dialog/PromptDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { BREAK_DIALOG_DURATION } from './breakRules.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** `since`: the start of the session that has become too long. */
    break: { since: Millis }
  }
}

/** Shows the seconds until it closes, and the length of the session in hours, minutes and seconds (A§2). */
export function BreakDialog({ open, onClose, since }: DialogProps<'break'>) {
  const t = useTranslations('site')
  const disable = () => {
    setItem(STORAGE_KEYS.noBreaks, true, { lifetime: NO_EXPIRATION })
    onClose()
  }
  return (
    <PromptDialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('break_title')}
      description={t('break_text')}
      closeLabel={t('break_close')}
      isCloseMain
      action={{ label: t('break_never'), run: disable }}
    >
      <BreakTimes since={since} onEnd={onClose} />
    </PromptDialog>
  )
}

/** Mounted when the dialog is first shown, so the time until it closes starts then. */
function BreakTimes({ since, onEnd }: { since: Millis; onEnd: () => void }) {
  const t = useTranslations('site')
  const now = useNow()
  const [shownAt] = useState(now)
  const remaining = Math.max(0, BREAK_DIALOG_DURATION - (now - shownAt))
  useTimeout(onEnd, BREAK_DIALOG_DURATION)
  return (
    <dl className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <DurationTile label={t('break_closes_in')} value={<DurationText parts={[[Math.ceil(remaining / 1000), 'second']]} />} />
      <DurationTile label={t('break_session')} value={<DurationText parts={durationParts(now - since)} />} />
    </dl>
  )
}

function DurationTile({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-sunken px-4 py-3">
      <dt className="text-sm text-ink2">{label}</dt>
      <dd className="tabular pt-1 text-lg font-[600] text-ink">{value}</dd>
    </div>
  )
}

type DurationPart = readonly [number, 'hour' | 'minute' | 'second']

/** A duration in words: `3 hours 0 minutes 12 seconds`. Screen readers do not announce each change. */
function DurationText({ parts }: { parts: readonly DurationPart[] }) {
  const { number } = useFormat()
  return (
    <span role="timer" aria-live="off">
      {parts.map(([value, unit]) => number(value, { style: 'unit', unit, unitDisplay: 'long' })).join(' ')}
    </span>
  )
}

function durationParts(length: Millis): readonly DurationPart[] {
  const totalSeconds = Math.max(0, Math.floor(length / 1000))
  return [
    [Math.floor(totalSeconds / 3600), 'hour'],
    [Math.floor(totalSeconds / 60) % 60, 'minute'],
    [totalSeconds % 60, 'second'],
  ]
}

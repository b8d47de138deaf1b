import { useRef, useState } from 'react'
import type { Millis } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useIsDialogWaiting } from '#ui/dialog/dialogQueue.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow, useTimeout } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { BREAK_DIALOG_DURATION } from './breakRules.ts'
import type { BreakReminder } from './useBreakReminder.ts'

export type BreakDialogProps = Omit<BreakReminder, 'isDue'>

/** Shows the seconds until it closes, and the length of the session in hours, minutes and seconds (A§2). */
export function BreakDialog({ since, restart, disable }: BreakDialogProps) {
  const t = useTranslations('pages')
  const isQueued = useIsDialogWaiting()
  const continueButton = useRef<HTMLButtonElement>(null)
  const now = useNow()
  const [shownAt, setShownAt] = useState<Millis>()
  if (!isQueued && shownAt === undefined) setShownAt(now)
  const remaining = shownAt === undefined ? BREAK_DIALOG_DURATION : Math.max(0, BREAK_DIALOG_DURATION - (now - shownAt))
  useTimeout(restart, shownAt === undefined ? null : BREAK_DIALOG_DURATION)
  return (
    <Dialog
      open
      size="small"
      onClose={restart}
      // A user who is just typing must not trigger the other button by accident.
      initialFocus={continueButton}
      title={t('break_title')}
      description={t('break_text')}
      footer={
        <>
          <Button variant="quiet" onClick={disable}>
            {t('break_never')}
          </Button>
          <Button ref={continueButton} variant="main" onClick={restart}>
            {t('break_go_on')}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <DurationTile label={t('break_left')} value={<DurationText parts={[[Math.ceil(remaining / 1000), 'second']]} />} />
        <DurationTile label={t('break_session')} value={<DurationText parts={durationParts(now - since)} />} />
      </dl>
    </Dialog>
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

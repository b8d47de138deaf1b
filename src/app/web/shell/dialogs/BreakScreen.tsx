import { useRef, useState } from 'react'
import type { Millis } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useIsHeld } from '#ui/dialogTurns.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useTimeout } from '#ui/useTimeout.ts'
import { useWords } from '#ui/words.ts'
import { BREAK_STANDS } from './breakRules.ts'
import type { Break } from './useBreak.ts'

export type BreakScreenProps = Omit<Break, 'isDue'>

/** Shows the seconds until it closes, and the length of the session in hours, minutes and seconds (A§2). */
export function BreakScreen({ since, goOn, never }: BreakScreenProps) {
  const t = useWords('pages')
  const isHeld = useIsHeld()
  const goingOn = useRef<HTMLButtonElement>(null)
  const at = useNow()
  const [shownAt, setShownAt] = useState<Millis>()
  if (!isHeld && shownAt === undefined) setShownAt(at)
  const left = shownAt === undefined ? BREAK_STANDS : Math.max(0, BREAK_STANDS - (at - shownAt))
  useTimeout(goOn, shownAt === undefined ? null : BREAK_STANDS)
  return (
    <Dialog
      open
      size="small"
      onClose={goOn}
      // A user who is just typing must not trigger the other button by accident.
      initialFocus={goingOn}
      title={t('break_title')}
      description={t('break_text')}
      footer={
        <>
          <Button variant="quiet" onClick={never}>
            {t('break_never')}
          </Button>
          <Button ref={goingOn} variant="main" onClick={goOn}>
            {t('break_go_on')}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Count label={t('break_left')} value={<Units of={[[Math.ceil(left / 1000), 'second']]} />} />
        <Count label={t('break_session')} value={<Units of={partsOf(at - since)} />} />
      </dl>
    </Dialog>
  )
}

function Count({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-sunken px-4 py-3">
      <dt className="text-sm text-ink2">{label}</dt>
      <dd className="tabular pt-1 text-lg font-[600] text-ink">{value}</dd>
    </div>
  )
}

type Part = readonly [number, 'hour' | 'minute' | 'second']

/** A duration in words: `3 hours 0 minutes 12 seconds`. Screen readers do not announce each change. */
function Units({ of }: { of: readonly Part[] }) {
  const { number } = useFormat()
  return (
    <span role="timer" aria-live="off">
      {of.map(([value, unit]) => number(value, { style: 'unit', unit, unitDisplay: 'long' })).join(' ')}
    </span>
  )
}

function partsOf(length: Millis): readonly Part[] {
  const whole = Math.max(0, Math.floor(length / 1000))
  return [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ]
}

import { useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { seconds, type Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MIN_CLIP, WAVEFORM_POINTS, type Clip, type SharedRecording, type ShareChange, type ShareLink } from '../contract.ts'
import { parseClipTime } from './clipTime.ts'

type ClipFieldProps = { recording: SharedRecording; link: ShareLink; onChange: (change: ShareChange) => void }

/** Whether a link shows the whole recording or a part of it, which is chosen on the waveform or by its times. */
export function ClipField({ recording, link, onChange }: ClipFieldProps) {
  const t = useTranslations('share')
  const { duration: formatLength } = useFormat()
  const { duration, waveform } = recording
  // While a handle moves. It is saved when it is released.
  const [draft, setDraft] = useState<Clip>()
  const clip = draft ?? link.clip
  const save = (next: Clip) => {
    setDraft(undefined)
    if (next.start_ms !== link.clip?.start_ms || next.end_ms !== link.clip.end_ms) onChange({ clip: next })
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <RadioGroup
          label={t('extent')}
          hideLabel
          variant="segments"
          options={[
            { value: 'whole', label: t('whole') },
            { value: 'clip', label: t('clip'), disabledReason: duration < MIN_CLIP && t('part_missing') },
          ]}
          value={link.clip ? 'clip' : 'whole'}
          onChange={(extent) => onChange({ clip: extent === 'clip' ? { start_ms: 0, end_ms: duration } : null })}
        />
        {clip && (
          <div className="ml-auto flex items-center gap-2 text-sm text-ink2">
            <span className="tabular">{formatLength((clip.end_ms - clip.start_ms) / 1000)}</span>
            <TimeField
              label={t('clip_start')}
              time={clip.start_ms}
              onSave={(time) => save({ ...clip, start_ms: clamp(time, 0, clip.end_ms - MIN_CLIP) })}
            />
            {t('clip_to')}
            <TimeField
              label={t('clip_end')}
              time={clip.end_ms}
              onSave={(time) => save({ ...clip, end_ms: clamp(time, clip.start_ms + MIN_CLIP, duration) })}
            />
          </div>
        )}
      </div>
      {clip && duration > 0 && (
        <ClipWaveform waveform={waveform} duration={duration} clip={clip} onMove={setDraft} onRelease={save} />
      )}
      {clip && <p className="text-sm text-ink2">{t('clip_note')}</p>}
    </div>
  )
}

const clamp = (time: Millis, min: Millis, max: Millis): Millis => Math.round(Math.min(max, Math.max(min, time)))

function TimeField({ label, time, onSave }: { label: string; time: Millis; onSave: (time: Millis) => void }) {
  const t = useTranslations('share')
  const [draft, setDraft] = useState<string>()
  const isWrong = draft !== undefined && parseClipTime(draft) === undefined
  const save = () => {
    const parsed = draft === undefined ? undefined : parseClipTime(draft)
    if (parsed !== undefined) onSave(parsed)
    setDraft(undefined)
  }
  return (
    <TextField
      className="w-20 [&_input]:text-center"
      label={label}
      hideLabel
      error={isWrong && <span className="sr-only">{t('clip_wrong')}</span>}
      value={draft ?? formatTimestamp(time)}
      onChange={setDraft}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
      }}
    />
  )
}

type ClipWaveformProps = {
  waveform: readonly number[] | null
  duration: Millis
  clip: Clip
  onMove: (clip: Clip) => void
  onRelease: (clip: Clip) => void
}

const BARS = WAVEFORM_POINTS
const SILENCE = Array.from({ length: BARS }, () => 0)

function ClipWaveform({ waveform, duration, clip, onMove, onRelease }: ClipWaveformProps) {
  const t = useTranslations('share')
  const share = (time: Millis) => (time / duration) * 100
  const [from, to] = [share(clip.start_ms), share(clip.end_ms)]
  return (
    <div data-waveform="" className="relative mx-3 h-14 touch-none rounded-md bg-sunken select-none">
      <span aria-hidden className="absolute inset-y-0 bg-accent-soft" style={{ left: `${from}%`, width: `${to - from}%` }} />
      <svg
        aria-hidden
        viewBox={`0 0 ${BARS * 4} 40`}
        preserveAspectRatio="none"
        className="absolute inset-x-0 inset-y-2 h-10 w-full"
      >
        {(waveform ?? SILENCE).map((loudness, bar) => {
          const height = Math.max(2, (loudness / 255) * 40)
          const middle = ((bar + 0.5) / BARS) * 100
          return (
            <rect
              key={bar}
              x={bar * 4 + 1}
              y={(40 - height) / 2}
              width={2}
              height={height}
              className={middle >= from && middle <= to ? 'fill-accent' : 'fill-wave'}
            />
          )
        })}
      </svg>
      <ClipHandle
        label={t('clip_start')}
        time={clip.start_ms}
        min={0}
        max={clip.end_ms - MIN_CLIP}
        duration={duration}
        onMove={(start_ms) => onMove({ ...clip, start_ms })}
        onRelease={(start_ms) => onRelease({ ...clip, start_ms })}
      />
      <ClipHandle
        isEnd
        label={t('clip_end')}
        time={clip.end_ms}
        min={clip.start_ms + MIN_CLIP}
        max={duration}
        duration={duration}
        onMove={(end_ms) => onMove({ ...clip, end_ms })}
        onRelease={(end_ms) => onRelease({ ...clip, end_ms })}
      />
    </div>
  )
}

type ClipHandleProps = {
  label: string
  isEnd?: boolean
  time: Millis
  min: Millis
  max: Millis
  duration: Millis
  onMove: (time: Millis) => void
  onRelease: (time: Millis) => void
}

/** An edge of the clip: it is dragged, or moved with the keys of a slider. */
function ClipHandle({ label, isEnd = false, time, min, max, duration, onMove, onRelease }: ClipHandleProps) {
  const timeAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.closest('[data-waveform]')!.getBoundingClientRect()
    return clamp(((event.clientX - left) / Math.max(1, width)) * duration, min, max)
  }
  const isDragging = (event: PointerEvent<HTMLElement>) => event.currentTarget.hasPointerCapture?.(event.pointerId)
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = keyTarget(event.key, { time, min, max })
    if (to === undefined) return
    event.preventDefault()
    onRelease(clamp(to, min, max))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={Math.round(min / 1000)}
      aria-valuemax={Math.round(max / 1000)}
      aria-valuenow={Math.round(time / 1000)}
      aria-valuetext={formatTimestamp(time)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture?.(event.pointerId)}
      onPointerMove={(event) => {
        if (isDragging(event)) onMove(timeAt(event))
      }}
      onPointerUp={(event) => onRelease(timeAt(event))}
      onKeyDown={handleKeyDown}
      style={{ left: `${(time / duration) * 100}%` }}
      className={classes(
        'absolute inset-y-0 grid w-3 cursor-ew-resize place-items-center bg-accent',
        'before:h-4 before:w-0.5 before:rounded-full before:bg-accent-ink before:content-[""] after:absolute after:inset-y-0 after:-inset-x-2.5',
        isEnd ? 'rounded-r-md' : '-translate-x-full rounded-l-md',
      )}
    />
  )
}

const STEP: Millis = seconds(1)
const PAGE: Millis = seconds(10)

function keyTarget(key: string, { time, min, max }: { time: Millis; min: Millis; max: Millis }): Millis | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return time + STEP
  if (key === 'ArrowLeft' || key === 'ArrowDown') return time - STEP
  if (key === 'PageUp') return time + PAGE
  if (key === 'PageDown') return time - PAGE
  if (key === 'Home') return min
  return key === 'End' ? max : undefined
}

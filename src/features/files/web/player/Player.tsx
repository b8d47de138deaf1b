import { useRef } from 'react'
import { FastForward, LocateFixed, LocateOff, Pause, Play, Repeat, Rewind, RotateCw, VolumeX } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuCheckboxItem, MenuRadioGroup, MenuSeparator } from '#ui/menu/Menu.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MarkersMenu, type Marker } from './MarkersMenu.tsx'
import { SPEEDS } from './speed.ts'
import { usePlayedTime, usePlayer, usePlayerState } from './PlayerContext.ts'
import type { PlayerLane } from './PlayerLanes.tsx'
import { Waveform } from './Waveform.tsx'
import { useHeightVariable } from '#browser/page/useHeightVariable.ts'
import { isFocusedByPointer } from '#browser/keyboard/focusOrigin.ts'
import { hasCharacterShortcuts, isKeyHandled, isPopupOpen, isTextField } from '#browser/keyboard/shortcuts.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import type { Seconds } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

export type PlayerProps = {
  fileId: string
  /** Set while recording. */
  markers?: readonly Marker[]
  /** Who speaks when. */
  lanes?: readonly PlayerLane[]
}

/** The player at the bottom of the page of a recording, inside a PlayerProvider. */
export function Player({ fileId, markers = NO_MARKERS, lanes = NO_LANES }: PlayerProps) {
  const t = useTranslations('files')
  const playback = usePlayer()
  const heightRef = useHeightVariable('--player')
  usePlayerKeys()
  return (
    <section ref={heightRef} aria-label={t('player')} className="@container flex-none border-t border-line bg-raised">
      <PlayerError />
      <div className="flex h-21 items-center gap-4 px-6 max-sm:h-18 @max-[34rem]:gap-2.5 @max-[34rem]:px-3.5">
        <PlayButton />
        <IconButton
          className="@max-[34rem]:hidden"
          label={t('player_back')}
          shortcut="J"
          icon={<Rewind aria-hidden />}
          onClick={() => playback.skip(-1)}
        />
        <IconButton
          className="@max-[34rem]:hidden"
          label={t('player_forward')}
          shortcut="L"
          icon={<FastForward aria-hidden />}
          onClick={() => playback.skip(1)}
        />
        <PlayedTime className="@max-[34rem]:hidden" />
        <Waveform fileId={fileId} markers={markers} lanes={lanes} />
        <TotalTime />
        <PlayedTime className="@min-[34rem]:hidden" />
        <EndLoopButton />
        <MarkersMenu markers={markers} />
        <FollowButton />
        <SpeedMenu />
      </div>
    </section>
  )
}

const NO_MARKERS: readonly Marker[] = []
const NO_LANES: readonly PlayerLane[] = []

export function PlayButton({ size = 'md' }: { size?: 'sm' | 'md' }) {
  const t = useTranslations('files')
  const playback = usePlayer()
  const playing = usePlayerState((state) => state.playing)
  const waiting = usePlayerState((state) => state.waiting)
  const isActive = playing || waiting
  const label = isActive ? t('player_pause') : t('player_play')
  const icon =
    waiting && !playing ? (
      <Spinner />
    ) : isActive ? (
      <Pause aria-hidden className="size-5 fill-current" strokeWidth={1} />
    ) : (
      <Play aria-hidden className="ml-0.5 size-5 fill-current" strokeWidth={1} />
    )
  return (
    <Tooltip label={label} shortcut={t('player_space')}>
      <button
        type="button"
        aria-label={label}
        onClick={() => playback.toggle()}
        className={classes(
          'grid flex-none place-items-center rounded-full bg-ink text-surface transition-opacity hover:opacity-90',
          size === 'sm' ? 'size-10 pointer-coarse:size-11' : 'size-11',
        )}
      >
        {icon}
      </button>
    </Tooltip>
  )
}

export function PlayedTime({ className }: { className?: string }) {
  const second = usePlayedTime((time) => Math.floor(time / 1000))
  return (
    <span className={classes('tabular text-sm whitespace-nowrap text-ink2', className)}>{formatTimestamp(second * 1000)}</span>
  )
}

export function TotalTime() {
  const duration = usePlayerState((state) => state.duration)
  return <span className="tabular text-sm whitespace-nowrap text-ink2 @max-[34rem]:hidden">{formatTimestamp(duration)}</span>
}

/** Ends the loop; shown while a part repeats. */
function EndLoopButton() {
  const t = useTranslations('files')
  const playback = usePlayer()
  const loop = usePlayerState((state) => state.loop)
  if (!loop) return null
  const times = { from: formatTimestamp(loop.start), to: formatTimestamp(loop.end) }
  return (
    <IconButton
      className="text-accent!"
      label={t('player_end_loop', times)}
      shortcut="R"
      icon={<Repeat aria-hidden />}
      onClick={() => playback.setLoop(undefined)}
    />
  )
}

function FollowButton() {
  const t = useTranslations('files')
  const playback = usePlayer()
  const follows = usePlayerState((state) => state.follows)
  const icon = follows ? <LocateFixed aria-hidden /> : <LocateOff aria-hidden />
  return (
    <IconButton
      className={classes('@max-[34rem]:hidden', follows && 'text-accent!')}
      label={t('player_follow')}
      aria-pressed={follows}
      icon={icon}
      onClick={() => playback.setFollows(!follows)}
    />
  )
}

export function SpeedMenu() {
  const t = useTranslations('files')
  const playback = usePlayer()
  const { number } = useFormat()
  const speed = usePlayerState((state) => state.speed)
  const skipsSilence = usePlayerState((state) => state.skipsSilence)
  const formatSpeed = (value: number) => `${number(value)}×`
  const trigger = (
    <Button className="tabular min-w-14" aria-label={t('player_speed', { speed: formatSpeed(speed) })}>
      {formatSpeed(speed)}
    </Button>
  )
  return (
    <Menu side="top" trigger={trigger}>
      <MenuRadioGroup
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: formatSpeed(value) }))}
        onChange={(value) => playback.setSpeed(value)}
      />
      <MenuSeparator />
      <MenuCheckboxItem checked={skipsSilence} onChange={(isOn) => playback.setSkipsSilence(isOn)}>
        {t('player_skip_silence')}
      </MenuCheckboxItem>
    </Menu>
  )
}

export function PlayerError() {
  const t = useTranslations('files')
  const ui = useTranslations('ui')
  const playback = usePlayer()
  const explain = useExplainError()
  const error = usePlayerState((state) => state.error)
  if (error === undefined) return null
  const { text, requestId } = error === 'unplayable' ? { text: t('player_unplayable'), requestId: undefined } : explain(error)
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-b border-line bg-signal-soft px-6 py-2 text-sm text-signal @max-[34rem]:px-3.5"
    >
      <span className="min-w-0 flex-1">
        {t('player_failed')} {text}
        {requestId && <span className="ml-2 font-mono text-xs">{ui('request_id', { id: requestId })}</span>}
      </span>
      <Button size="sm" icon={<RotateCw aria-hidden />} onClick={() => playback.retry()}>
        {ui('try_again')}
      </Button>
    </div>
  )
}

/**
 * Space and K play and pause, J and L seek ten seconds. Ignored while typing. Space also activates a control, but only one that
 * was reached by the keyboard: after a click, Space plays.
 */
export function usePlayerKeys(): void {
  const playback = usePlayer()
  const isSpaceHeld = useRef(false)
  useEvent('document', 'keydown', (event) => {
    if (isKeyHandled(event) || event.ctrlKey || event.metaKey || event.altKey || isPopupOpen() || isTextField(event.target))
      return
    const key = event.key.toLowerCase()
    if (key === ' ' ? isActivatedBySpace(event.target) : !hasCharacterShortcuts()) return
    if (key === ' ' || key === 'k') {
      if (!event.repeat) playback.toggle()
      isSpaceHeld.current = key === ' '
    } else if (key === 'j') playback.skip(-1)
    else if (key === 'l') playback.skip(1)
    else return
    event.preventDefault()
  })
  // Firefox clicks a focused button when Space is released.
  useEvent('document', 'keyup', (event) => {
    if (event.key !== ' ' || !isSpaceHeld.current) return
    isSpaceHeld.current = false
    event.preventDefault()
  })
}

const ACTIVATABLE =
  'input, button, a[href], summary, [role="button"], [role="tab"], [role="switch"], [role="option"], [role="menuitem"]'

const isActivatedBySpace = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(ACTIVATABLE) !== null && !isFocusedByPointer(target)

/** Shown instead of the player when a retention rule has deleted the audio. `deletedAt` is in unix seconds. */
export function AudioDeleted({ deletedAt }: { deletedAt: Seconds }) {
  const t = useTranslations('files')
  const { date } = useFormat()
  return (
    <section
      aria-label={t('player')}
      className="flex flex-none items-center gap-3 border-t border-line bg-raised px-6 py-4 text-sm text-ink2 max-sm:px-4"
    >
      <VolumeX aria-hidden className="size-5 flex-none" />
      <p>{t('audio_deleted', { date: date(deletedAt * 1000) })}</p>
    </section>
  )
}

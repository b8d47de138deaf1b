import { Popover as Base } from '@base-ui/react/popover'
import { SlidersHorizontal, Trash2 } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { POPUP_CLASS } from '#ui/styles/popupClass.ts'
import { Switch } from '#ui/form/Switch.tsx'
import { setLiveWords, useLiveWordsOn } from '../live/liveWordsSetting.ts'
import { useRecorder, useRecorderState } from '../RecorderContext.ts'
import { MicrophoneSelect, SharedAudioField } from '../dialog/MicrophoneField.tsx'

/** The button with the options of a running recording: microphone, audio of a tab, live words, the screen, and discarding it. */
export function RecorderOptions({ onDiscard }: { onDiscard: () => void }) {
  const t = useTranslations('recorder')
  const recorder = useRecorder()
  const isLiveOn = useLiveWordsOn()
  const shareAudio = (isWanted: boolean) => (isWanted ? void recorder.addTabAudio() : recorder.removeTabAudio())
  return (
    <Base.Root>
      <Base.Trigger className={classes(buttonClass({ size: 'lg' }), 'justify-self-end')}>
        <SlidersHorizontal aria-hidden />
        <span className="max-sm:sr-only">{t('options')}</span>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner side="top" align="end" sideOffset={8} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            aria-label={t('settings')}
            className={classes('dark-surface', POPUP_CLASS, 'grid w-84 max-w-[calc(100vw-1rem)] grid-cols-1 gap-4 p-4 text-ink')}
          >
            <MicrophoneSelect onChange={(id) => void recorder.switchDevice(id)} />
            <SharedAudioField isOn={false} onChange={shareAudio} />
            <Switch label={t('live_words')} hint={t('live_hint')} checked={isLiveOn} onChange={setLiveWords} />
            <ScreenLockNote />
            <Button variant="quiet" className="justify-self-start text-signal!" icon={<Trash2 aria-hidden />} onClick={onDiscard}>
              {t('discard')}
            </Button>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Shows whether the screen stays on while recording. */
function ScreenLockNote() {
  const t = useTranslations('recorder')
  const wakeLock = useRecorderState((state) => state.wakeLock)
  if (wakeLock === 'none') return null
  return <p className="text-sm text-pretty text-ink2">{wakeLock === 'held' ? t('screen_stays_on') : t('note_mayLock')}</p>
}

import { Mic } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { LevelMeter } from '../bar/LevelMeter.tsx'
import { MicrophoneSelect } from './MicrophoneSelect.tsx'
import { useRecorderState } from '../RecorderContext.ts'
import { useMicrophoneCheck } from './useMicrophoneCheck.ts'

export type MicrophoneFieldProps = {
  /** Opens this microphone, or the browser's default one. */
  onOpen: (deviceId?: string) => void
  /** A start is in progress, which opens the microphone itself. */
  isStarting: boolean
}

/** The microphone before, during and after the permission request. */
export function MicrophoneField({ onOpen, isStarting }: MicrophoneFieldProps) {
  const t = useTranslations('recorder')
  const phase = useRecorderState((state) => state.phase)
  if (phase === 'ready') return <OpenMicrophone onOpen={onOpen} />
  const isRequesting = phase === 'asking'
  return (
    <section
      aria-label={t('microphone')}
      className="grid justify-items-start gap-2.5 rounded-md border border-line bg-ground p-4"
    >
      <p role="status" className="text-md text-pretty text-ink2">
        {isRequesting ? t('microphone_asking') : t('microphone_before')}
      </p>
      <Button icon={<Mic aria-hidden />} busy={isRequesting && !isStarting} onClick={() => onOpen()}>
        {t('microphone_test')}
      </Button>
    </section>
  )
}

function OpenMicrophone({ onOpen }: Pick<MicrophoneFieldProps, 'onOpen'>) {
  const t = useTranslations('recorder')
  const checkResult = useMicrophoneCheck(true)
  return (
    <section aria-label={t('microphone')} className="grid grid-cols-1 gap-2.5 rounded-md border border-line bg-ground p-4">
      <MicrophoneSelect onChange={onOpen} />
      <LevelMeter />
      <p role="status" className={checkResult === 'silent' ? 'text-sm text-warn' : 'text-sm text-ink2'}>
        {t(`heard_${checkResult}`)}
      </p>
    </section>
  )
}

import { useMe } from '#features/me/web.tsx'
import { comingDialog } from './comingDialog.tsx'
import type { LongTranscriptionScreenProps } from './LongTranscriptionScreen.tsx'
import { useLongTranscription } from './useLongTranscription.ts'

const LongTranscription = comingDialog<LongTranscriptionScreenProps>(
  'long_transcription',
  async () => (await import('./LongTranscriptionScreen.tsx')).LongTranscriptionScreen,
)

/** Transcription over 24 hours (A§2, B§2). */
export function LongTranscriptionPlace() {
  const { long, close } = useLongTranscription(useMe()?.id)
  return <LongTranscription wants={long !== undefined} total={long?.total ?? 0} left={long?.left ?? 0} onClose={close} />
}

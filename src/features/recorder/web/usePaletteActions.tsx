import { Mic } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { useStartRecording } from './useStartRecording.ts'

/** Palette action for recording in this browser. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('recorder')
  return [
    {
      group: 'do',
      order: 10,
      id: 'record',
      name: t('palette_record'),
      also: t('palette_record_here'),
      icon: <Mic />,
      shortcut: 'key_record',
      run: useStartRecording(),
    },
  ]
}

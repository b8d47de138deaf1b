import { Settings } from 'lucide-react'
import { useMessage } from '#browser/i18n/useMessage.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { useSettingsPanes } from './settings/useSettingsPanes.ts'

/** The settings and each of their panes. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('profile')
  const translate = useMessage()
  const settings = t('settings')
  const panes = useSettingsPanes().map(({ id, title, icon: Icon }): PaletteAction => ({
    group: 'go',
    order: 90,
    id: `settings:${id}`,
    name: translate(title),
    also: settings,
    hint: settings,
    icon: <Icon />,
    isRare: true,
    run: () => openDialog('settings', { pane: id }),
  }))
  const open = () => openDialog('settings')
  return [
    { group: 'go', order: 90, id: 'settings', name: settings, icon: <Settings />, shortcut: 'key_settings', run: open },
    ...panes,
  ]
}

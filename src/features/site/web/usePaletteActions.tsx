import { useNavigate } from '@tanstack/react-router'
import type { ToOptions } from '@tanstack/react-router'
import { CircleHelp, Download, FileText, MonitorDown } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { openDesktopProgram } from './downloads/operatingSystem.ts'
import { useServerSettings } from './useServerSettings.ts'

/** Palette actions for the desktop and phone programs, the help and the legal documents. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('site')
  const navigate = useNavigate()
  const help = useServerSettings()?.help ?? null
  const openHelp = () => (help === null ? void navigate({ to: '/appfaq' }) : void window.open(help, '_blank', 'noopener'))
  const documents: readonly (readonly [id: string, name: string, link: ToOptions])[] = [
    ['upload_help', t('doc_audiouploadintro'), { to: '/audiouploadintro' }],
    ['transcription_help', t('doc_transdetail'), { to: '/transdetail' }],
    ['templates_help', t('doc_common'), { to: '/common', search: { from: 'palette' } }],
    ['plans_help', t('doc_buydetail'), { to: '/buydetail' }],
    ['account_help', t('doc_userdetail'), { to: '/userdetail' }],
    ['zapier_help', t('doc_zapier'), { to: '/zapier-doc' }],
    ['privacy', t('doc_privacy'), { to: '/privacy' }],
    ['agreement', t('doc_user_agreement'), { to: '/user-agreement' }],
    ['cookies', t('doc_cookie_policy'), { to: '/cookie-policy' }],
  ]
  const programs: readonly PaletteAction[] = [
    {
      group: 'do',
      order: 20,
      id: 'record_desktop',
      name: t('palette_record_desktop'),
      icon: <MonitorDown />,
      isGuarded: true,
      run: openDesktopProgram,
    },
    {
      group: 'do',
      order: 40,
      id: 'download',
      name: t('palette_download'),
      icon: <Download />,
      run: () => openDialog('download'),
    },
  ]
  return [
    ...programs,
    { group: 'go', order: 100, id: 'help', name: t('doc_appfaq'), icon: <CircleHelp />, run: openHelp },
    ...documents.map(([id, name, link]): PaletteAction => ({
      group: 'go',
      order: 100,
      id,
      name,
      icon: <FileText />,
      isRare: true,
      run: () => void navigate(link),
    })),
  ]
}

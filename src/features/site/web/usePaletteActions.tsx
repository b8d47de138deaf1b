import { CircleHelp, Download, FileText, MonitorDown } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { openDesktopProgram } from './downloads/operatingSystem.ts'
import { useServerSettings } from './useServerSettings.ts'

/** Palette actions for the desktop and phone programs, the help and the legal documents. */
export function usePaletteActions(): readonly PaletteAction[] {
  const t = useTranslations('site')
  const openPage = useOpenPage()
  const help = useServerSettings()?.help ?? null
  const openHelp = () => (help === null ? openPage(paths.help()) : void window.open(help, '_blank', 'noopener'))
  const documents: readonly (readonly [id: string, name: string, path: string])[] = [
    ['upload_help', t('doc_audiouploadintro'), paths.uploadIntro()],
    ['transcription_help', t('doc_transdetail'), paths.transcriptionDetail()],
    ['templates_help', t('doc_common'), paths.templatesHelp({ from: 'palette' })],
    ['plans_help', t('doc_buydetail'), paths.buyDetail()],
    ['account_help', t('doc_userdetail'), paths.userDetail()],
    ['zapier_help', t('doc_zapier'), paths.zapierDoc()],
    ['privacy', t('doc_privacy'), paths.privacy()],
    ['agreement', t('doc_user_agreement'), paths.userAgreement()],
    ['cookies', t('doc_cookie_policy'), paths.cookiePolicy()],
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
    ...documents.map(([id, name, path]): PaletteAction => ({
      group: 'go',
      order: 100,
      id,
      name,
      icon: <FileText />,
      isRare: true,
      run: () => openPage(path),
    })),
  ]
}

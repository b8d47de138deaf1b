import {
  AudioLines,
  CircleHelp,
  Compass,
  FileText,
  Gem,
  House,
  Inbox,
  LayoutTemplate,
  Library,
  MessageSquareText,
  Search,
  Settings,
  Trash2,
} from 'lucide-react'
import { SCENES } from '#features/files/contract.ts'
import { useCounts } from '#features/files/web.tsx'
import { FolderSymbol, useFolders } from '#features/folders/web.tsx'
import { SETTINGS_PANES, useMe, usePaneTitle } from '#features/profile/web.tsx'
import { membershipPath } from '#features/membership/rules.ts'
import { useServerSettings } from '#features/site/web.tsx'
import { paths } from '#shared/paths.ts'
import { useOpenPage } from '#ui/link/PageLink.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SOURCES } from '../routing/fileListSearch.ts'
import { useShellActions } from '../layout/ShellActions.ts'
import { useSourceName } from '../routing/useSourceName.ts'
import type { PaletteChoice } from './PaletteChoice.ts'

/** The pages, lists, folders, settings and documents in the palette. */
export function useDestinationChoices(): readonly PaletteChoice[] {
  const [pages, lists, folders, settings, documents] = [
    usePageChoices(),
    useListChoices(),
    useFolderChoices(),
    useSettingsChoices(),
    useDocumentChoices(),
  ]
  return [...pages, ...lists, ...folders, ...settings, ...documents]
}

function usePageChoices(): PaletteChoice[] {
  const [t, tApp] = [useTranslations('pages'), useTranslations('app')]
  const openPage = useOpenPage()
  const me = useMe()
  const { guard } = useShellActions()
  const open = (path: string) => () => openPage(path)
  const openGuarded = (path: string) => () => guard(open(path))
  return [
    { id: 'home', name: tApp('home'), icon: <House />, key: 'key_home', run: open(paths.home()) },
    { id: 'search', name: t('search_title'), icon: <Search />, key: 'key_search', run: open(paths.search()) },
    { id: 'ask', name: tApp('ask_ai'), icon: <MessageSquareText />, key: 'key_ask', run: openGuarded(paths.ask()) },
    { id: 'templates', name: tApp('templates'), icon: <LayoutTemplate />, key: 'key_templates', run: open(paths.templates()) },
    { id: 'explore', name: tApp('explore'), icon: <Compass />, run: open(paths.explore()) },
    { id: 'membership', name: tApp('membership'), icon: <Gem />, run: openGuarded(membershipPath(me, 'palette')) },
  ]
}

function useListChoices(): PaletteChoice[] {
  const tApp = useTranslations('app')
  const openPage = useOpenPage()
  const getName = useSourceName()
  const { byScene } = useCounts()
  const open = (categoryId: string) => () => openPage(paths.fileList({ categoryId }))
  const sources = SOURCES.filter((source) => (byScene.get(SCENES[source]) ?? 0) > 0)
  return [
    { id: 'allFiles', name: tApp('all_files'), icon: <Library />, key: 'key_files', run: open('allFiles') },
    { id: 'unorganized', name: tApp('unorganized'), icon: <Inbox />, run: open('unorganized') },
    { id: 'trash', name: tApp('trash'), icon: <Trash2 />, run: open('trash') },
    ...sources.map((source) => ({ id: `source:${source}`, name: getName(source), icon: <AudioLines />, run: open(source) })),
  ]
}

function useFolderChoices(): PaletteChoice[] {
  const openPage = useOpenPage()
  const t = useTranslations('app')
  return (useFolders().data ?? []).map((folder) => ({
    id: `folder:${folder.id}`,
    name: folder.name,
    hint: t('folder_title'),
    icon: <FolderSymbol folder={folder} />,
    run: () => openPage(paths.fileList({ tagId: folder.id })),
  }))
}

function useSettingsChoices(): PaletteChoice[] {
  const t = useTranslations('app')
  const getName = usePaneTitle()
  const { openSettings } = useShellActions()
  const panes = SETTINGS_PANES.map((pane) => ({
    id: `settings:${pane}`,
    name: getName(pane),
    also: t('settings'),
    hint: t('settings'),
    icon: <Settings />,
    isRare: true,
    run: () => openSettings(pane),
  }))
  return [{ id: 'settings', name: t('settings'), icon: <Settings />, key: 'key_settings', run: () => openSettings() }, ...panes]
}

function useDocumentChoices(): PaletteChoice[] {
  const t = useTranslations('pages')
  const openPage = useOpenPage()
  const help = useServerSettings()?.help ?? null
  const openHelp = () => (help === null ? openPage(paths.help()) : void window.open(help, '_blank', 'noopener'))
  const rareChoice = (id: string, name: string, path: string): PaletteChoice => ({
    id,
    name,
    icon: <FileText />,
    isRare: true,
    run: () => openPage(path),
  })
  return [
    { id: 'help', name: t('doc_appfaq'), icon: <CircleHelp />, run: openHelp },
    rareChoice('upload_help', t('doc_audiouploadintro'), paths.uploadIntro()),
    rareChoice('transcription_help', t('doc_transdetail'), paths.transcriptionDetail()),
    rareChoice('templates_help', t('doc_common'), paths.templatesHelp({ from: 'palette' })),
    rareChoice('plans_help', t('doc_buydetail'), paths.buyDetail()),
    rareChoice('account_help', t('doc_userdetail'), paths.userDetail()),
    rareChoice('zapier_help', t('doc_zapier'), paths.zapierDoc()),
    rareChoice('privacy', t('doc_privacy'), paths.privacy()),
    rareChoice('agreement', t('doc_user_agreement'), paths.userAgreement()),
    rareChoice('cookies', t('doc_cookie_policy'), paths.cookiePolicy()),
  ]
}

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
import { FolderMark, useFolders } from '#features/folders/web.tsx'
import { PANES, useMe, usePaneName } from '#features/me/web.tsx'
import { memberAddress } from '#features/membership/rules.ts'
import { useServerFacts } from '#features/site/web.tsx'
import { paths } from '#kit/paths.ts'
import { useOpenPage } from '#ui/PageLink.tsx'
import { useWords } from '#ui/words.ts'
import { SOURCES } from '../fileListSearch.ts'
import { useShellActions } from '../ShellActions.ts'
import { useSourceName } from '../useSourceName.ts'
import type { Choice } from './Choice.ts'

/** The pages, lists, folders, settings and documents in the palette. */
export function useGoChoices(): readonly Choice[] {
  const [pages, shelves, folders, settings, documents] = [
    usePages(),
    useShelves(),
    useFolderChoices(),
    useSettingsChoices(),
    useDocuments(),
  ]
  return [...pages, ...shelves, ...folders, ...settings, ...documents]
}

function usePages(): Choice[] {
  const [t, app] = [useWords('pages'), useWords('app')]
  const openPage = useOpenPage()
  const me = useMe()
  const { guard } = useShellActions()
  const to = (path: string) => () => openPage(path)
  const guarded = (path: string) => () => guard(to(path))
  return [
    { id: 'home', name: app('home'), icon: <House />, key: 'key_home', run: to(paths.home()) },
    { id: 'search', name: t('search_title'), icon: <Search />, key: 'key_search', run: to(paths.search()) },
    { id: 'ask', name: app('ask_ai'), icon: <MessageSquareText />, key: 'key_ask', run: guarded(paths.ask()) },
    { id: 'templates', name: app('templates'), icon: <LayoutTemplate />, key: 'key_templates', run: to(paths.templates()) },
    { id: 'explore', name: app('explore'), icon: <Compass />, run: to(paths.explore()) },
    { id: 'membership', name: app('membership'), icon: <Gem />, run: guarded(memberAddress(me, 'palette')) },
  ]
}

function useShelves(): Choice[] {
  const app = useWords('app')
  const openPage = useOpenPage()
  const nameOf = useSourceName()
  const { byScene } = useCounts()
  const to = (categoryId: string) => () => openPage(paths.fileList({ categoryId }))
  const sources = SOURCES.filter((source) => (byScene.get(SCENES[source]) ?? 0) > 0)
  return [
    { id: 'allFiles', name: app('all_files'), icon: <Library />, key: 'key_files', run: to('allFiles') },
    { id: 'unorganized', name: app('unorganized'), icon: <Inbox />, run: to('unorganized') },
    { id: 'trash', name: app('trash'), icon: <Trash2 />, run: to('trash') },
    ...sources.map((source) => ({ id: `source:${source}`, name: nameOf(source), icon: <AudioLines />, run: to(source) })),
  ]
}

function useFolderChoices(): Choice[] {
  const openPage = useOpenPage()
  const t = useWords('app')
  return (useFolders().data ?? []).map((folder) => ({
    id: `folder:${folder.id}`,
    name: folder.name,
    hint: t('folder_title'),
    icon: <FolderMark folder={folder} />,
    run: () => openPage(paths.fileList({ tagId: folder.id })),
  }))
}

function useSettingsChoices(): Choice[] {
  const t = useWords('app')
  const nameOf = usePaneName()
  const { openSettings } = useShellActions()
  const panes = PANES.map((pane) => ({
    id: `settings:${pane}`,
    name: nameOf(pane),
    also: t('settings'),
    hint: t('settings'),
    icon: <Settings />,
    isRare: true,
    run: () => openSettings(pane),
  }))
  return [{ id: 'settings', name: t('settings'), icon: <Settings />, key: 'key_settings', run: () => openSettings() }, ...panes]
}

function useDocuments(): Choice[] {
  const t = useWords('pages')
  const openPage = useOpenPage()
  const help = useServerFacts()?.help ?? null
  const openHelp = () => (help === null ? openPage(paths.help()) : void window.open(help, '_blank', 'noopener'))
  const rare = (id: string, name: string, path: string): Choice => ({
    id,
    name,
    icon: <FileText />,
    isRare: true,
    run: () => openPage(path),
  })
  return [
    { id: 'help', name: t('doc_appfaq'), icon: <CircleHelp />, run: openHelp },
    rare('upload_help', t('doc_audiouploadintro'), paths.uploadIntro()),
    rare('transcription_help', t('doc_transdetail'), paths.transcriptionDetail()),
    rare('templates_help', t('doc_common'), paths.templatesHelp({ from: 'palette' })),
    rare('plans_help', t('doc_buydetail'), paths.buyDetail()),
    rare('account_help', t('doc_userdetail'), paths.userDetail()),
    rare('zapier_help', t('doc_zapier'), paths.zapierDoc()),
    rare('privacy', t('doc_privacy'), paths.privacy()),
    rare('agreement', t('doc_user_agreement'), paths.userAgreement()),
    rare('cookies', t('doc_cookie_policy'), paths.cookiePolicy()),
  ]
}

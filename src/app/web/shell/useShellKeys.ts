import { useRouter } from '@tanstack/react-router'
import { paths } from '#kit/paths.ts'
import { focusSearchField } from './focusSearchField.ts'
import { usePlace } from './usePlace.ts'
import { useShortcuts } from './useShortcuts.ts'
import type { SidebarState } from './useSidebarState.ts'

export type ShellKeys = {
  sidebar: SidebarState
  setSidebar: (state: SidebarState) => void
  showShortcuts: () => void
  openUpload: () => void
  openSettings: () => void
}

/** The keys that work on every page; the list of them is `SHORTCUTS`. */
export function useShellKeys({ sidebar, setSidebar, showShortcuts, openUpload, openSettings }: ShellKeys): void {
  const router = useRouter()
  const { list } = usePlace()
  const goTo = (address: string) => router.navigate({ href: address })
  const search = async () => {
    if (!list) await goTo(paths.fileList({ categoryId: 'allFiles' }))
    focusSearchField()
  }
  useShortcuts({
    '/': () => void search(),
    '?': showShortcuts,
    'mod ,': openSettings,
    u: openUpload,
    '[': () => setSidebar(sidebar === 'hidden' ? 'full' : 'hidden'),
    'g h': () => void goTo(paths.home()),
    'g f': () => void goTo(paths.fileList({ categoryId: 'allFiles' })),
  })
}

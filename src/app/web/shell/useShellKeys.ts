import { useRouter } from '@tanstack/react-router'
import { paths } from '#kit/paths.ts'
import { focusSearchField } from './focusSearchField.ts'
import type { ShellActions } from './ShellActions.ts'
import { usePlace } from './usePlace.ts'
import { useShortcuts } from './useShortcuts.ts'

/** The keys that work on every page; the list of them is `SHORTCUTS`. */
export function useShellKeys(actions: ShellActions): void {
  const router = useRouter()
  const { list } = usePlace()
  const goTo = (address: string) => void router.navigate({ href: address })
  const search = () => {
    // The list has a field of its own; so has the search page, which is not gone to anew and keeps what was asked.
    if (!list && !/^\/search\/?$/.test(router.state.location.pathname)) goTo(paths.search())
    focusSearchField()
  }
  useShortcuts({
    'mod k': actions.openPalette,
    'mod ,': () => actions.openSettings(),
    '/': search,
    '?': actions.showShortcuts,
    n: actions.recordHere,
    u: actions.openUpload,
    '[': actions.toggleSidebar,
    ']': actions.toggleRightSidebar,
    'g h': () => goTo(paths.home()),
    'g f': () => goTo(paths.fileList({ categoryId: 'allFiles' })),
    'g a': () => actions.guard(() => goTo(paths.ask())),
    'g t': () => goTo(paths.templates()),
  })
}

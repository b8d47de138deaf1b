import { useRouterState } from '@tanstack/react-router'
import type { PageName } from './rootRoute.ts'

/** Returns the page of the main layout that is shown; undefined outside of it. */
export const usePageName = (): PageName | undefined =>
  useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.page })

import { Outlet } from '@tanstack/react-router'
import { SkipLink } from '../../layout/SkipLink.tsx'
import { useFocusOnNavigation } from '../../layout/useFocusOnNavigation.ts'
import { PublicFooter } from './PublicFooter.tsx'
import { PublicHeader } from './PublicHeader.tsx'

/** The layout of public pages (A§2). Each page renders its own h1. */
export function PublicLayout() {
  useFocusOnNavigation()
  return (
    <div className="flex min-h-page flex-col">
      <SkipLink />
      <PublicHeader />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}

import { useRouterState } from '@tanstack/react-router'
import { PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { LibraryNav } from '../sidebar/LibraryNav.tsx'
import { useSidebarLibrary } from '../sidebar/SidebarLibraryContext.ts'

/** The library navigation of the sidebar as a dialog, for phones. It closes when an entry has been chosen. */
export function MobileLibrary() {
  const t = useTranslations('app')
  const library = useSidebarLibrary()
  const currentUrl = useRouterState({ select: (state) => state.location.href })
  // The URL at which the dialog was opened. It counts as closed at every other URL.
  const [openUrl, setOpenUrl] = useState<string | null>(null)
  return (
    <div className="flex flex-none sm:hidden">
      <Button variant="quiet" icon={<PanelLeftOpen aria-hidden />} onClick={() => setOpenUrl(currentUrl)}>
        {t('library')}
      </Button>
      <Dialog open={openUrl === currentUrl} onClose={() => setOpenUrl(null)} title={t('library')}>
        <LibraryNav {...library} />
      </Dialog>
    </div>
  )
}

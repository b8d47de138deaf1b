import { useRouterState } from '@tanstack/react-router'
import { PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useTranslations } from '#ui/words.ts'
import { LibraryNav } from './LibraryNav.tsx'
import { useSidebarLibrary } from './LibraryContext.ts'

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

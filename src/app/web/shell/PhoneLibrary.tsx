import { useRouterState } from '@tanstack/react-router'
import { PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useWords } from '#ui/words.ts'
import { LibraryNav } from './LibraryNav.tsx'
import { useLibrary } from './LibraryContext.ts'

/** The library navigation of the sidebar as a dialog, for phones. It closes when an entry has been chosen. */
export function PhoneLibrary() {
  const t = useWords('app')
  const library = useLibrary()
  const here = useRouterState({ select: (state) => state.location.href })
  // The URL at which the dialog was opened. It counts as closed at every other URL.
  const [openAt, setOpenAt] = useState<string | null>(null)
  return (
    <div className="flex flex-none sm:hidden">
      <Button variant="quiet" icon={<PanelLeftOpen aria-hidden />} onClick={() => setOpenAt(here)}>
        {t('library')}
      </Button>
      <Dialog open={openAt === here} onClose={() => setOpenAt(null)} title={t('library')}>
        <LibraryNav {...library} />
      </Dialog>
    </div>
  )
}

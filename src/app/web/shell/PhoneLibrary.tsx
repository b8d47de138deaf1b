import { useRouterState } from '@tanstack/react-router'
import { PanelLeftOpen } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useWords } from '#ui/words.ts'
import { LibraryNav } from './LibraryNav.tsx'
import { useLibrary } from './LibraryContext.ts'

/** On phones: menu, shelves, sources and folders of the sidebar, on a sheet that goes when something has been chosen. */
export function PhoneLibrary() {
  const t = useWords('app')
  const library = useLibrary()
  const here = useRouterState({ select: (state) => state.location.href })
  // Where it was opened; elsewhere it is closed.
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

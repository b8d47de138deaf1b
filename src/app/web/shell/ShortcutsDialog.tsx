import { Dialog } from '#ui/Dialog.tsx'
import { Kbd } from '#ui/Kbd.tsx'
import { useWords } from '#ui/words.ts'
import { SHORTCUTS } from './shortcuts.ts'

/** The list of keys. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useWords('app')
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts')}>
      <dl className="grid pb-2">
        {SHORTCUTS.map(({ keys, name }) => (
          <div key={name} className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-0">
            <dt className="text-md">{t(name)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

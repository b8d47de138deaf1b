import { Dialog } from '#ui/Dialog.tsx'
import { Kbd } from '#ui/Kbd.tsx'
import { useWords } from '#ui/words.ts'
import { SHORTCUTS } from './shortcuts.ts'

/** The list of keys. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useWords('app')
  return (
    <Dialog open={open} onClose={onClose} title={t('shortcuts')}>
      {SHORTCUTS.map((group) => (
        <section key={group.name} aria-label={t(group.name)} className="pb-3">
          <h3 className="pt-2 pb-1 text-sm font-[600] text-ink3">{t(group.name)}</h3>
          <dl>
            {group.keys.map(({ name, press }) => (
              <div key={name} className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-0">
                <dt className="text-md">{t(name)}</dt>
                <dd className="flex gap-1">
                  {press.map((key) => (
                    <Kbd key={key}>
                      {key === 'press_mod' || key === 'press_space' || key === 'press_delete'
                        ? t(key)
                        : key.length === 1
                          ? key.toUpperCase()
                          : key}
                    </Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

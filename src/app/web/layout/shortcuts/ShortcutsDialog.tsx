import { useRef } from 'react'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useCharacterShortcuts } from '#browser/keyboard/shortcuts.ts'
import { Switch } from '#ui/form/Switch.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useSidebars } from '../Sidebars.tsx'
import { ShortcutKeys } from './ShortcutKeys.tsx'
import { SHORTCUTS } from './shortcuts.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    shortcuts: object
  }
}

/** The keyboard shortcuts, and the switch for those without modifier (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('shortcuts')
  const { right } = useSidebars()
  const isAvailable = (name: string) => name !== 'key_right_sidebar' || right.isAvailable
  const [hasSingleKeys, setSingleKeys] = useCharacterShortcuts()
  // With the focus on the switch, the dialog would open scrolled to the end of the list.
  const listRef = useRef<HTMLDivElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={t('keys_title')} size="wide" initialFocus={listRef}>
      <div ref={listRef} tabIndex={-1} className="gap-x-10 outline-none sm:columns-2">
        {SHORTCUTS.map((group) => (
          <section key={group.name} aria-label={t(group.name)} className="break-inside-avoid pb-3">
            <h3 className="pt-2 pb-1 text-sm font-[600] text-ink3">{t(group.name)}</h3>
            <dl>
              {group.keys
                .filter(({ name }) => isAvailable(name))
                .map(({ name, press }) => (
                  <div key={name} className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-0">
                    <dt className="text-md">{t(name)}</dt>
                    <dd>
                      <ShortcutKeys keys={press} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="border-t border-line pt-4 pb-1">
        <Switch label={t('keys_single')} hint={t('keys_single_hint')} checked={hasSingleKeys} onChange={setSingleKeys} />
      </div>
    </Dialog>
  )
}

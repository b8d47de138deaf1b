import { Kbd } from '#ui/badge/Kbd.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { ShortcutKey } from './shortcuts.ts'

/** Shows the keys to press, with the symbols of the user's keyboard (Mac or PC). */
export function ShortcutKeys({ keys }: { keys: readonly ShortcutKey[] }) {
  const t = useTranslations('shortcuts')
  return (
    <span className="flex gap-1">
      {keys.map((key) => (
        <Kbd key={key} isContent>
          {labelOf(key)}
        </Kbd>
      ))}
    </span>
  )

  function labelOf(key: ShortcutKey): string {
    const symbol = isApplePlatform() ? APPLE_SYMBOLS[key] : undefined
    if (symbol) return symbol
    if (key === 'press_mod' || key === 'press_space' || key === 'press_delete' || key === 'press_shift') return t(key)
    return key.length === 1 ? key.toUpperCase() : key
  }
}

const APPLE_SYMBOLS: Partial<Record<ShortcutKey, string>> = { press_mod: '⌘', press_shift: '⇧', Alt: '⌥' }

const isApplePlatform = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

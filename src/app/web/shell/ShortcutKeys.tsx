import { Kbd } from '#ui/Kbd.tsx'
import { useWords } from '#ui/words.ts'
import type { Press } from './shortcuts.ts'

/** Shows the keys to press, with the symbols of the user's keyboard (Mac or PC). */
export function ShortcutKeys({ press }: { press: readonly Press[] }) {
  const t = useWords('pages')
  return (
    <span className="flex gap-1">
      {press.map((key) => (
        <Kbd key={key}>{onKey(key)}</Kbd>
      ))}
    </span>
  )

  function onKey(key: Press): string {
    const sign = isApple() ? APPLE[key] : undefined
    if (sign) return sign
    if (key === 'press_mod' || key === 'press_space' || key === 'press_delete' || key === 'press_shift') return t(key)
    return key.length === 1 ? key.toUpperCase() : key
  }
}

const APPLE: Partial<Record<Press, string>> = { press_mod: '⌘', press_shift: '⇧', Alt: '⌥' }

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

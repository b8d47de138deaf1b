import { Kbd } from '#ui/Kbd.tsx'
import { useWords } from '#ui/words.ts'
import type { Press } from './shortcuts.ts'

/** What to press, key by key, as it stands on the keyboard at hand. */
export function ShortcutKeys({ press }: { press: readonly Press[] }) {
  const t = useWords('pages')
  return (
    <span className="flex gap-1">
      {press.map((key) => (
        <Kbd key={key}>
          {key === 'press_mod' && isApple()
            ? '⌘'
            : key === 'press_mod' || key === 'press_space' || key === 'press_delete'
              ? t(key)
              : key.length === 1
                ? key.toUpperCase()
                : key}
        </Kbd>
      ))}
    </span>
  )
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

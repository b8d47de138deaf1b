import { useWords } from '#ui/words.ts'
import { isPhone } from './systemOf.ts'
import type { System } from './systemOf.ts'

/** How the page itself becomes a program of its own, by the browser's own means; this device's way first. */
export function BrowserInstall({ system }: { system: System }) {
  const t = useWords('pages')
  const fitting = WAYS.filter(({ on }) => on.includes(system))
  // A computer also learns how it is done on a phone.
  const others = isPhone(system) ? [] : WAYS.filter((way) => !fitting.includes(way))
  return (
    <div className="grid gap-3 text-base">
      <p className="text-ink2">{t('download_browser_text')}</p>
      {window.isSecureContext === false && <p className="text-warn">{t('download_browser_insecure')}</p>}
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-ink3">
        {[...fitting, ...others].map(({ words }) => (
          <li key={words}>{t(words)}</li>
        ))}
      </ul>
    </div>
  )
}

type Way = {
  words: 'download_way_chrome' | 'download_way_safari' | 'download_way_ios' | 'download_way_android'
  on: readonly System[]
}

const WAYS: readonly Way[] = [
  { words: 'download_way_chrome', on: ['windows', 'mac', 'linux', 'chromeos', 'other'] },
  { words: 'download_way_safari', on: ['mac'] },
  { words: 'download_way_ios', on: ['ios'] },
  { words: 'download_way_android', on: ['android'] },
]

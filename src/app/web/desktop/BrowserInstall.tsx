import { useWords } from '#ui/words.ts'
import { isPhone } from './systemOf.ts'
import type { System } from './systemOf.ts'

/** Explains how to install the page as an app with the browser; the instructions for this device come first. */
export function BrowserInstall({ system }: { system: System }) {
  const t = useWords('pages')
  const fitting = WAYS.filter(({ on }) => on.includes(system))
  // Desktop computers also show the instructions for phones.
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

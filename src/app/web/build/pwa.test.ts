import type { Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { assetHost } from './assetHost.ts'
import { getOfflineFiles } from './pwa.ts'

const chunk = (
  fileName: string,
  { imports = [], moduleId = '', isEntry = false }: { imports?: string[]; moduleId?: string; isEntry?: boolean },
) => ({ type: 'chunk', fileName, imports, isEntry, facadeModuleId: moduleId || null }) as unknown as Rolldown.OutputChunk

const HOME_PAGE = '/src/features/library/web/home/HomePage.tsx'

const bundle = Object.fromEntries(
  [
    chunk('assets/index.js', { isEntry: true, imports: ['assets/base.js'] }),
    chunk('assets/base.js', {}),
    chunk('assets/HomePage.js', { moduleId: HOME_PAGE, imports: ['assets/row.js', 'assets/base.js'] }),
    chunk('assets/row.js', {}),
    chunk('assets/de_DE.js', { moduleId: 'virtual:messages/de_DE' }),
    chunk('assets/SettingsScreen.js', { moduleId: '/src/features/me/web/settings/SettingsScreen.tsx' }),
    { type: 'asset', fileName: 'assets/index.css' } as unknown as Rolldown.OutputAsset,
  ].map((part) => [part.fileName, part]),
)

describe('files precached for offline use', () => {
  it('are the entry, the marked pages with their imports, and the styles', () => {
    const offlineFiles = [...getOfflineFiles(bundle, new Set([HOME_PAGE]))].toSorted()
    expect(offlineFiles).toEqual(['assets/HomePage.js', 'assets/base.js', 'assets/index.css', 'assets/index.js', 'assets/row.js'])
  })

  it('throws when a marked page has no chunk', () => {
    expect(() => getOfflineFiles(bundle, new Set(['/src/StartPage.tsx']))).toThrow(/StartPage/)
  })
})

describe('assets from another host (A§7)', () => {
  const getUrl = (filename: string, hostType: 'js' | 'css' | 'html') =>
    assetHost('https://files.example.org/earshot')(filename, { type: 'asset', hostId: '', hostType, ssr: false })

  it('are scripts, styles and images', () => {
    expect(getUrl('assets/index-a1.js', 'html')).toBe('https://files.example.org/earshot/assets/index-a1.js')
    expect(getUrl('assets/index-a1.css', 'html')).toBe('https://files.example.org/earshot/assets/index-a1.css')
  })

  it('are not workers, WebAssembly and the files at the root', () => {
    const expectedUrl = { runtime: 'self.location.origin+"/assets/transcodeWorker-a1.js"' }
    expect(getUrl('assets/transcodeWorker-a1.js', 'js')).toEqual(expectedUrl)
    expect(getUrl('mark.svg', 'html')).toBeUndefined()
  })
})

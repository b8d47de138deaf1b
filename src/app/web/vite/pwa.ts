import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { VitePWAOptions } from 'vite-plugin-pwa'

/**
 * What must be there to read offline: the shell, the library, a recording, and what these bring when they are looked at. Words
 * are not among it: of ten languages one is read, and it is kept when it has been (see pwa/keepLoadedAssets.ts).
 */
const READ_OFFLINE = [
  'shell/MainLayout',
  'shell/FilesLayout',
  'pages/HomePage',
  'pages/FileListPage',
  'pages/FilePage',
  'web/FolderIcon',
  'web/SummaryMarkdown',
  'web/prefetchMe',
  'ui/DialogScreen',
  'ui/MenuPopup',
  'ui/ToastScreen',
  'ui/TooltipPopup',
  'offline/keepForOffline',
  'pwa/startPwa',
]

/** Answered by the server itself, and by no page: calls, sound, assets, files at the root, the server's own health. */
const NO_PAGE = [
  /^\/(api|blob|assets|icons|documents)(\/|$)/,
  /^\/(healthz|readyz)$/,
  /^\/\.well-known\//,
  /^\/[^/?]+\.\w+(\?|$)/,
]

/** Hashed, so the same for ever, from this host or another: kept when first asked for. */
const ASSET = /^https?:\/\/[^/]+\/(?:.+\/)?assets\/[^/]+\.(?:js|css|svg|png|woff2)$/
const MOST_ASSETS = 150

/**
 * The service worker `/sw.js` and the manifest. The worker is asked for by `pwa/startPwa.ts` and takes over only when somebody
 * says so. `assets`: the host the assets come from, when it is not ours.
 */
export function pwa({ assets }: { assets: string | undefined }): Plugin[] {
  let needed: ReadonlySet<string> = new Set()
  return [
    {
      name: 'earshot:read-offline',
      apply: 'build',
      config: () => ({ define: { 'import.meta.env.KEPT_SHAPE': JSON.stringify(shapeOfKept()) } }),
      generateBundle: (_, bundle) => {
        needed = neededOffline(bundle)
      },
    },
    ...VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      includeManifestIcons: false,
      manifest: MANIFEST,
      workbox: {
        globPatterns: ['index.html', 'mark.svg', 'assets/*.{js,css}'],
        manifestTransforms: [
          async (entries) => ({
            manifest: entries
              .filter(({ url }) => !url.startsWith('assets/') || needed.has(url))
              .map((entry) => (assets && entry.url.startsWith('assets/') ? { ...entry, url: `${assets}/${entry.url}` } : entry)),
          }),
        ],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: NO_PAGE,
        runtimeCaching: [
          {
            urlPattern: ASSET,
            handler: 'CacheFirst',
            options: {
              cacheName: 'assets',
              expiration: { maxEntries: MOST_ASSETS, purgeOnQuotaError: true },
              cacheableResponse: { statuses: [200] },
              matchOptions: { ignoreVary: true },
            },
          },
        ],
        cleanupOutdatedCaches: true,
        // The first worker serves the page that asked for it; a later one waits until the reader says so.
        clientsClaim: true,
        inlineWorkboxRuntime: true,
        sourcemap: false,
      },
    }),
  ]
}

/** The files of the chunks that reading offline takes, with all they import, and the styles. Throws when one of them is gone. */
export function neededOffline(bundle: Rolldown.OutputBundle, wanted: readonly string[] = READ_OFFLINE): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const needed = new Set(Object.keys(bundle).filter((name) => name.endsWith('.css')))
  const take = (name: string): void => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || needed.has(name)) return
    needed.add(name)
    chunk.imports.forEach(take)
  }
  for (const chunk of chunks) if (chunk.isEntry) take(chunk.fileName)
  for (const name of wanted) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.replace(/\.tsx?$/, '').endsWith(`/${name}`))
    if (!chunk) throw new Error(`${name} is read offline (vite/pwa.ts) and is no chunk of its own any more`)
    take(chunk.fileName)
  }
  return needed
}

/** Changes with the contracts of what is kept on a device: what an older page kept may not look as this one expects. */
function shapeOfKept(): string {
  const hash = createHash('sha256')
  for (const feature of ['files', 'folders', 'me', 'notes'])
    hash.update(readFileSync(resolve(import.meta.dirname, '../../../features', feature, 'contract.ts')))
  return hash.digest('hex').slice(0, 12)
}

/** Colours are those of the light ground in styles.css; a manifest knows only one set. */
const MANIFEST: VitePWAOptions['manifest'] = {
  id: '/',
  name: 'Earshot',
  short_name: 'Earshot',
  description: 'Keep recordings, read what was said, check every line of the summary against the second it rests on.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#f4f2ee',
  background_color: '#f4f2ee',
  categories: ['productivity'],
  icons: [
    { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icons/mark-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/mark-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Upload audio', short_name: 'Upload', url: '/home#upload' },
    { name: 'Search', url: '/search' },
  ],
}

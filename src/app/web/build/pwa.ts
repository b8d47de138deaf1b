import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { VitePWAOptions } from 'vite-plugin-pwa'
import { findFirstFont } from './preloadFont.ts'

/**
 * The chunks needed offline: the layout, the library, the page of a recording, and the chunks that these load on demand.
 * Messages are not listed: only one of ten languages is used, and it is cached once loaded (see install/startPwa.ts).
 */
const OFFLINE_CHUNKS = [
  'layout/MainLayout',
  'panes/FilesLayout',
  'pages/HomePage',
  'pages/FileListPage',
  'pages/FilePage',
  'icon/FolderIcon',
  'web/SummaryMarkdown',
  'web/prefetchMe',
  'dialog/ModalDialog',
  'menu/MenuPopup',
  'toast/ToastViewport',
  'tooltip/TooltipPopup',
  'offline/persistForOffline',
  'install/startPwa',
]

/** Paths that the server answers and no page: API calls, audio, assets, files at the root and health checks. */
const SERVER_PATHS = [
  /^\/(api|blob|assets|icons|documents)(\/|$)/,
  /^\/(healthz|readyz)$/,
  /^\/\.well-known\//,
  /^\/[^/?]+\.\w+(\?|$)/,
]

/** Assets of any host. Their names are hashed and their content never changes, so they are cached on the first request. */
const ASSET_URL = /^https?:\/\/[^/]+\/(?:.+\/)?assets\/[^/]+\.(?:js|css|svg|png|woff2)$/
const MAX_CACHED_ASSETS = 150

/**
 * Builds the service worker `/sw.js` and the manifest. `install/startPwa.ts` registers the worker; a new version becomes active
 * only when the user reloads. `assets` is the URL of the asset host if it is not this server.
 */
export function pwa({ assets }: { assets: string | undefined }): Plugin[] {
  let offlineFiles: ReadonlySet<string> = new Set()
  return [
    {
      name: 'earshot:read-offline',
      apply: 'build',
      config: () => ({ define: { 'import.meta.env.KEPT_SHAPE': JSON.stringify(hashStoredContracts()) } }),
      generateBundle: (_, bundle) => {
        // The text face of other scripts is cached once loaded, like messages.
        offlineFiles = new Set([...getOfflineFiles(bundle), findFirstFont(bundle)])
      },
    },
    ...VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      includeManifestIcons: false,
      manifest: MANIFEST,
      workbox: {
        globPatterns: ['index.html', 'mark.svg', 'assets/*.{js,css,woff2}'],
        manifestTransforms: [
          async (entries) => ({
            manifest: entries
              .filter(({ url }) => !url.startsWith('assets/') || offlineFiles.has(url))
              .map((entry) => (assets && entry.url.startsWith('assets/') ? { ...entry, url: `${assets}/${entry.url}` } : entry)),
          }),
        ],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: SERVER_PATHS,
        runtimeCaching: [
          {
            urlPattern: ASSET_URL,
            handler: 'CacheFirst',
            options: {
              cacheName: 'assets',
              expiration: { maxEntries: MAX_CACHED_ASSETS, purgeOnQuotaError: true },
              cacheableResponse: { statuses: [200] },
              matchOptions: { ignoreVary: true },
            },
          },
        ],
        cleanupOutdatedCaches: true,
        // The first worker controls the page that registered it; later ones wait until the user reloads.
        clientsClaim: true,
        inlineWorkboxRuntime: true,
        sourcemap: false,
      },
    }),
  ]
}

/** Returns the files of the chunks needed offline, of their imports, and the styles. Throws when a listed chunk does not exist. */
export function getOfflineFiles(bundle: Rolldown.OutputBundle, chunkNames: readonly string[] = OFFLINE_CHUNKS): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const offlineFiles = new Set(Object.keys(bundle).filter((name) => name.endsWith('.css')))
  const addChunk = (name: string): void => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || offlineFiles.has(name)) return
    offlineFiles.add(name)
    chunk.imports.forEach(addChunk)
  }
  for (const chunk of chunks) if (chunk.isEntry) addChunk(chunk.fileName)
  for (const name of chunkNames) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.replace(/\.tsx?$/, '').endsWith(`/${name}`))
    if (!chunk) throw new Error(`${name} is read offline (build/pwa.ts) and is no chunk of its own any more`)
    addChunk(chunk.fileName)
  }
  return offlineFiles
}

/** Returns a hash of the contracts of the stored data, so that data stored under other contracts is not used. */
function hashStoredContracts(): string {
  const hash = createHash('sha256')
  for (const feature of ['files', 'folders', 'profile', 'notes'])
    hash.update(readFileSync(resolve(import.meta.dirname, '../../../features', feature, 'contract.ts')))
  return hash.digest('hex').slice(0, 12)
}

/** The colors are the light background in styles.css, because a manifest supports one theme only. */
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

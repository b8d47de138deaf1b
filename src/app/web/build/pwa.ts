import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { VitePWAOptions } from 'vite-plugin-pwa'
import { findChunks } from './chunkGroups.ts'
import { findFirstFont } from './preloadFont.ts'

/** Paths that the server handles instead of the page: API calls, audio, assets, root files and health checks. */
const SERVER_PATHS = [
  /^\/(api|blob|assets|icons|documents)(\/|$)/,
  // A cached page would outlive its link.
  /^(\/web\d+)?\/share(\/|$)/,
  // Pages of the payment provider of a demo server.
  /^\/sandbox(\/|$)/,
  /^\/(healthz|readyz)$/,
  /^\/\.well-known\//,
  /^\/[^/?]+\.\w+(\?|$)/,
]

/** Assets of any host. Their names are hashed and their content never changes, so they are cached on first request. */
const ASSET_URL = /^https?:\/\/[^/]+\/(?:.+\/)?assets\/[^/]+\.(?:js|css|svg|png|woff2)$/
const MAX_CACHED_ASSETS = 150

/**
 * Builds the service worker `/sw.js` and the manifest. `install/startPwa.ts` registers the worker; a new version becomes active
 * only when the user reloads. `assets` is the URL of the asset host if it is not this server. `offline` contains the chunk files
 * needed offline. It contains no messages: only one of ten languages is used, and it is cached once loaded.
 */
export function pwa({ assets, offline }: { assets: string | undefined; offline: ReadonlySet<string> }): Plugin[] {
  let offlineFiles: ReadonlySet<string> = new Set()
  return [
    {
      name: 'earshot:read-offline',
      apply: 'build',
      config: () => ({ define: { 'import.meta.env.KEPT_SHAPE': JSON.stringify(hashStoredContracts()) } }),
      generateBundle: (_, bundle) => {
        // Text fonts of other scripts are cached once loaded, like messages.
        offlineFiles = new Set([...getOfflineFiles(bundle, offline), findFirstFont(bundle)])
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
        // Clicks on notifications, which only the worker receives on some platforms.
        importScripts: ['/notificationClick.js'],
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

/** Returns the files of the chunks needed offline, of their imports, and the styles. */
export function getOfflineFiles(bundle: Rolldown.OutputBundle, offline: ReadonlySet<string>): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const offlineFiles = new Set(Object.keys(bundle).filter((name) => name.endsWith('.css')))
  const addChunk = (name: string): void => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || offlineFiles.has(name)) return
    offlineFiles.add(name)
    chunk.imports.forEach(addChunk)
  }
  for (const chunk of chunks) if (chunk.isEntry) addChunk(chunk.fileName)
  for (const chunk of findChunks(chunks, offline)) addChunk(chunk.fileName)
  return offlineFiles
}

/** Returns a hash of the contracts of the stored data, so that data stored under different contracts is not used. */
function hashStoredContracts(): string {
  const hash = createHash('sha256')
  const features = resolve(import.meta.dirname, '../../../features')
  for (const path of globSync('{files,folders,profile,notes}/{contract.ts,contract/*.ts}', { cwd: features }).toSorted())
    hash.update(readFileSync(resolve(features, path)))
  return hash.digest('hex').slice(0, 12)
}

/** The colors are those of the light background in styles.css, because a manifest supports only one theme. */
const MANIFEST: VitePWAOptions['manifest'] = {
  id: '/',
  name: 'Earshot',
  short_name: 'Earshot',
  description: 'Transcribe and summarize recordings on your own server. Every line of a summary links to the moment it was said.',
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

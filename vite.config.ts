import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { InlineConfig } from 'vite'
import { VERSION } from './src/platform/config/version.ts'
import { assetHost } from '#app/web/build/assetHost.ts'
import { documents } from '#app/web/build/documents.ts'
import { createChunkGroups } from '#app/web/build/chunkGroups.ts'
import { readChunkMarkers } from '#app/web/build/chunkMarkers.ts'
import { blockFirstPaint } from '#app/web/build/blockFirstPaint.ts'
import { messages } from '#app/web/build/messages.ts'
import { moduleList } from '#app/web/build/moduleList.ts'
import { omitSummaries } from '#app/web/build/omitSummaries.ts'
import { preloadFont } from '#app/web/build/preloadFont.ts'
import { pwa } from '#app/web/build/pwa.ts'
import { subsetFont } from '#app/web/build/subsetFont.ts'

/** The origin of the built assets (A§7). Without it, the server of the page. */
const assets = process.env['ASSETS_URL']?.replace(/\/+$/, '') || undefined
const server = `http://127.0.0.1:${process.env['PORT'] ?? '4310'}`

/** The base URL of the API (A§7). Without it, `/api` of the server of the page. */
const api = process.env['API_URL']?.replace(/\/+$/, '') || '/api'

/** The build of the page; the server runs from its source. Assets are at the root, also for pages below `/web<n>` (A§2). */
const page = (): InlineConfig => ({
  root: resolve(import.meta.dirname, 'src/app/web'),
  base: '/',
  plugins: [react(), tailwindcss(), messages(), documents(), omitSummaries(), blockFirstPaint(), preloadFont({ assets })],
  ...(assets && { experimental: { renderBuiltUrl: assetHost(assets) } }),
  // Known at build time, so that the page /dev/kit is left out of production builds.
  define: {
    'import.meta.env.VITE_KIT': JSON.stringify(process.env['VITE_KIT'] ?? 'off'),
    'import.meta.env.VITE_API_URL': JSON.stringify(api),
    'import.meta.env.VITE_VERSION': JSON.stringify(VERSION),
  },
  worker: { format: 'es' },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    // No data: URLs, because the content security policy allows only the own origin.
    assetsInlineLimit: 0,
    // The compressed sizes are not used, and computing that of the second transcoder (32 MB) takes a second.
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // `web.tsx` exports everything of a feature. A page loads only what it imports from it.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/src\/(features|ui|browser|shared)\//, sideEffects: false }] },
    },
  },
  server: { proxy: { '/api': server, '/blob': server, '/share': server, '/sandbox': server } },
})

export default defineConfig(async ({ command, mode }) => {
  // The gallery is built for its tests, which need no chunk groups and no service worker.
  if (mode === 'gallery') return page()
  const { build, plugins = [], ...more } = page()
  if (command === 'serve') return { ...more, plugins }
  const marked = readChunkMarkers()
  const groups = await createChunkGroups(page(), marked)
  const rolldownOptions = { ...build?.rolldownOptions, output: { codeSplitting: { groups } } }
  // Only the real build writes the service worker, the font and the list of modules, not the one of `createChunkGroups`.
  return {
    ...more,
    plugins: [plugins, subsetFont(), moduleList(), pwa({ assets, offline: marked.offline })],
    build: { ...build, rolldownOptions },
  }
})

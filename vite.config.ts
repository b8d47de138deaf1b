import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { holdFirstPaint } from './src/app/web/vite/holdFirstPaint.ts'
import { messages } from './src/app/web/vite/messages.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '4310'}`

/** In every page's way: the libraries, and what of ours sends, keeps and names addresses. */
const BASE =
  /\/node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|@tanstack\/[\w-]+)\/|\/src\/kit\/(client|paths|units)\.ts$|\/src\/ui\/(send|storage|time|token|theme|words|basePath)\.ts$/

/** The browser's part only: the server runs from its source. Assets stand at the root, whatever `/web<n>` a page lives under (A§2). */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src/app/web'),
  base: '/',
  plugins: [react(), tailwindcss(), messages(), holdFirstPaint()],
  worker: { format: 'es', plugins: () => [] },
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    // No data: addresses: the content security policy allows our own origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A feature's face (`web.tsx`) names everything it has: a page brings only what it takes from it.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/src\/(features|ui|kit)\//, sideEffects: false }] },
      // What every page needs in one file: in a dozen small ones it weighs more, and a browser keeps it over our own changes.
      output: { codeSplitting: { groups: [{ name: 'base', test: BASE }] } },
    },
  },
  server: { proxy: { '/api': server, '/blob': server } },
})

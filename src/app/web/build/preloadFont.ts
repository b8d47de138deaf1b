import type { Plugin, Rolldown } from 'vite'

/** The font file that every page needs. The files of other scripts are loaded when a page shows their characters. */
const FIRST_FONT = 'inter-latin-wght-normal.woff2'

/**
 * Adds a preload of the text font to the page. Otherwise the browser would request it only after the styles and the first text. The
 * link is the last one in the head, so that scripts are requested first. `assets` is the URL of the asset host if it is not this
 * server.
 */
export function preloadFont({ assets }: { assets: string | undefined }): Plugin {
  return {
    name: 'earshot:preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        if (!bundle) return
        const href = `${assets ?? ''}/${findFirstFont(bundle)}`
        // Fonts are always requested with CORS. Without `crossorigin` the browser would load the file twice.
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/** Returns the name of the built text font file. Throws when it is not in the build. */
export function findFirstFont(bundle: Rolldown.OutputBundle): string {
  const font = Object.values(bundle).find((part) => part.type === 'asset' && part.names.includes(FIRST_FONT))
  if (!font) throw new Error(`${FIRST_FONT} is preloaded (build/preloadFont.ts) but not in the build`)
  return font.fileName
}

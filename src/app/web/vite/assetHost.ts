import type { RenderBuiltAssetUrl } from 'vite'

/** What a page may take from another host; a worker and its WebAssembly may not: browsers start workers of their own origin only. */
const MOVES = /\.(js|css|svg|png|jpg|webp|woff2)$/

/**
 * Where the page finds its built files when they lie on another host (A§7): scripts, styles and pictures there, workers and all
 * at the root here. `assets` is the host's address without a slash at the end.
 */
export const assetHost =
  (assets: string): RenderBuiltAssetUrl =>
  (filename, { hostType }) => {
    if (filename.startsWith('assets/') && MOVES.test(filename) && !/worker|ffmpeg-core/i.test(filename))
      return `${assets}/${filename}`
    // Said in a script it would be sought where the script lies.
    return hostType === 'js' ? { runtime: `self.location.origin+${JSON.stringify(`/${filename}`)}` } : undefined
  }

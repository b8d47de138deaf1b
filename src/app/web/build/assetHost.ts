import type { RenderBuiltAssetUrl } from 'vite'

/** Files that may come from another host. Workers and their WebAssembly may not, because workers must be same-origin. */
const MOVABLE_ASSET = /\.(js|css|svg|png|jpg|webp|woff2)$/

/**
 * Returns a function for the URLs of the built files when assets are on another host (A§7). Scripts, styles and images come from
 * that host; workers and root files come from this one. `assets` is the URL of the host without a trailing slash.
 */
export const assetHost =
  (assetsUrl: string): RenderBuiltAssetUrl =>
  (filename, { hostType }) => {
    if (filename.startsWith('assets/') && MOVABLE_ASSET.test(filename) && !/worker|ffmpeg-core/i.test(filename))
      return `${assetsUrl}/${filename}`
    // A relative URL in a script would resolve against the URL of the script.
    return hostType === 'js' ? { runtime: `self.location.origin+${JSON.stringify(`/${filename}`)}` } : undefined
  }

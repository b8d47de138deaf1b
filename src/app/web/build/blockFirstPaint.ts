import type { Plugin } from 'vite'

/**
 * Adds `blocking="render"` to the entry script, so that the chosen theme is applied before the first paint. Browsers without
 * support briefly show the background of the system theme.
 */
export function blockFirstPaint(): Plugin {
  return {
    name: 'earshot:block-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/<script type="module"(?! blocking)/, '<script type="module" blocking="render"'),
    },
  }
}

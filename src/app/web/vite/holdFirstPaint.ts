import type { Plugin } from 'vite'

/**
 * Marks the entry script `blocking="render"`: the page is empty until it runs, and a chosen theme is then in force before
 * anything is painted. Browsers that do not know the mark paint the system's ground for a moment.
 */
export function holdFirstPaint(): Plugin {
  return {
    name: 'earshot:hold-first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(/<script type="module"(?! blocking)/, '<script type="module" blocking="render"'),
    },
  }
}
